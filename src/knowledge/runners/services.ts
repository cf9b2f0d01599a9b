import { one, type Row } from '../row.js'

/** Commands that send requests, deploy, and change databases. */
export const SERVICES: readonly Row[] = [
  {
    name: 'gh',
    kind: 'request',
    commands: [
      one(
        'gh glab hub curl wget http https xh aws gcloud az heroku vercel netlify fly flyctl stripe psql mysql sqlite3',
      ),
      one('mongosh redis-cli ssh scp rsync'),
    ],
    passed: {
      starts: ['✓ ', 'CREATE TABLE', 'ALTER TABLE', 'DROP TABLE'],
      forms: ['INSERT|UPDATE|DELETE #*', 'total size is * speedup is *', '#-#-# … saved [#*'],
      pattern: [/^(?:https:\/\/\S{1,200}\/(?:pull|issues|releases|merge_requests)\/\S+$|HTTP\/[\d.]+ 2\d\d)/],
    },
    failed: {
      starts: [
        ...['GraphQL: ', 'curl: (', 'X ', 'pull request create failed', 'ERROR: ', 'psql: error', 'Error: near line '],
        ...['An error occurred (', 'ssh: ', 'rsync error'],
      ],
      pattern: [
        /^(?:HTTP(?:\/[\d.]+ [45]\d\d| [45]\d\d:)|gh: .*\(HTTP [45]\d\d\)|(?:Runtime|Parse) error near line \d)/,
        /^(?:\d{4}-\d\d-\d\d \S{1,20} ERROR [45]\d\d: |Connecting to .{1,200}\.{3} failed: |ERROR \d{3,5} \(|psql:.{1,200}:\d{1,6}: (?:ERROR|FATAL): )/,
      ],
    },
    like: {
      command: ['gh pr create --fill', 'curl -X POST "…"', 'aws s3 cp a "…"', 'psql -c "…"'],
      passed: [
        ...[
          'https://github.com/a/b/pull/3',
          'https://github.com/a/b/issues/4',
          'https://github.com/a/b/releases/tag/v1',
        ],
        ...['https://gitlab.com/a/b/-/merge_requests/5', '✓ Merged pull request #3 (Fix it)', 'HTTP/2 201'],
        ...['INSERT 0 1', 'UPDATE 3', 'DELETE 1', 'total size is 10 speedup is 0.04'],
        '2026-01-02 03:04:05 (1.42 MB/s) - ‘a.txt’ saved [5/5]',
      ],
      failed: [
        ...[
          'gh: Not Found (HTTP 404)',
          'HTTP 422: Validation Failed',
          'curl: (7) Failed to connect to localhost port 80',
        ],
        ...['HTTP/1.1 500 Internal Server Error', 'Parse error near line 4: no such table: t'],
        ...['psql:a.sql:12: ERROR: relation "orders" already exists', 'Error: near line 3: no such table: t'],
        ...['Runtime error near line 3: UNIQUE constraint failed: t.id (19)', 'ERROR 1064 (42000) at line 1: near "x"'],
        ...[
          '2026-01-02 03:04:05 ERROR 404: File not found.',
          'Connecting to 127.0.0.1:1... failed: Connection refused.',
        ],
      ],
    },
    unlike: {
      command: ['ghc A.hs'],
      passed: ['https://github.com/a/b', 'total size is unknown', '2026-01-02 rows saved'],
      failed: [
        'HTTP 409',
        'HTTP/1.1 200 OK',
        'X-Request-Id: 4',
        'Connecting to 127.0.0.1:80... connected.',
        'ERROR 3 of 4',
      ],
    },
  },
  {
    name: 'deploy',
    kind: 'deploy',
    part: { pattern: /^(?!.*\bnot\b).*\bsuccessfully\b/i },
    commands: [
      one('docker docker-compose podman kubectl helm terraform tofu pulumi ansible* serverless cdk sam alembic flyway'),
      ...[one('prisma knex sequelize systemctl service nginx pm2 supervisorctl'), 'rails|rake db:*'],
    ],
    passed: {
      is: ['STATUS: deployed', 'All migrations have been successfully applied.'],
      starts: [
        'Apply complete! ',
        'Destroy complete! ',
        'Success! ',
        'No changes. ',
        '✔ Generated ',
        'Terraform initialized ',
      ],
      forms: [
        ...[
          'deployment "* successfully*',
          'Release "* has been upgraded*',
          'nginx: … test is successful $',
          '*: digest: sha256:*',
        ],
      ],
      pattern: [
        /^\S{1,100}(?:\/| ")\S{1,100} (?:created|configured|unchanged|deleted|patched|scaled|restarted)$/,
        /^\S{1,200} : ok=\d+ .{0,60}unreachable=0 failed=0\b/,
      ],
    },
    failed: {
      starts: [
        ...['Error: ', '│ Error: ', '╷ Error: ', 'Error from server', 'error: ', 'Error response from daemon'],
        ...['denied: ', 'nginx: [emerg]', '✖ ', 'fatal: ['],
      ],
      forms: ['The connection to the server … was refused*', 'nginx: … test failed*', 'Job for * failed*'],
      pattern: [
        /^(?:The Compose file '.{1,200}' is invalid |\S{1,200} : ok=\d+ .{0,60}(?:unreachable=[1-9]|failed=[1-9]))/,
      ],
    },
    like: {
      command: ['kubectl apply -f a.yaml', 'terraform apply -auto-approve', 'docker push app', 'helm upgrade a b'],
      passed: [
        ...['Apply complete! Resources: 1 added, 0 changed, 0 destroyed.', 'deployment.apps/web configured'],
        ...['STATUS: deployed', 'service/web created', 'service/web unchanged', 'deployment.apps "web" deleted'],
        ...['deployment.apps/web patched', 'deployment.apps/web scaled', 'deployment.apps/web restarted'],
        ...['deployment "web" successfully rolled out', 'Release "web" has been upgraded. Happy Helming!'],
        'nginx: configuration file /etc/nginx/nginx.conf test is successful',
        ...['v1.2.0: digest: sha256:9f86d081884c7d65 size: 1234', 'Terraform initialized in an empty directory!'],
        'web1 : ok=2 changed=1 unreachable=0 failed=0 skipped=0 rescued=0 ignored=0',
      ],
      part: ['Container web successfully started'],
      failed: [
        ...['Error from server (NotFound): deployments.apps "web" not found', '│ Error: Invalid reference'],
        'The connection to the server 10.0.0.1:6443 was refused - did you specify the right host or port?',
        'nginx: configuration file /etc/nginx/nginx.conf test failed',
        'Job for nginx.service failed because the control process exited with error code.',
        ...['Error response from daemon: pull access denied', "The Compose file './a.yml' is invalid because:"],
        ...['web1 : ok=1 changed=0 unreachable=0 failed=1 skipped=0', 'web1 : ok=0 changed=0 unreachable=1 failed=0'],
      ],
    },
    unlike: {
      command: ['dockerfilelint'],
      passed: ['Success!', 'web1 : ok=1 changed=0 unreachable=0 failed=1 skipped=0'],
      part: ['The container was not successfully started'],
      failed: ['Errors: none', 'web1 : ok=2 changed=1 unreachable=0 failed=0 skipped=0', 'The Compose file is valid'],
    },
  },
  {
    name: 'django',
    kind: 'deploy',
    commands: [
      'python* *manage.py check|migrate|makemigrations|collectstatic',
      'django-admin check|migrate|makemigrations',
    ],
    part: { is: ['No migrations to apply.', 'No changes detected'], starts: ['System check identified no issues'] },
    failed: { starts: ['SystemCheckError: ', 'CommandError: '] },
    like: {
      command: ['python manage.py migrate', 'python3 backend/manage.py check', 'django-admin check'],
      part: [...['No migrations to apply.', 'No changes detected', 'System check identified no issues (0 silenced).']],
      failed: [
        'SystemCheckError: System check identified some issues:',
        'CommandError: No installed app with label a.',
      ],
    },
    unlike: {
      command: ['python manage.py shell', 'python check.py'],
      part: ['No changes', 'System check identified 1 issue (0 silenced).'],
      failed: ['No SystemCheckError: fine'],
    },
  },
]
