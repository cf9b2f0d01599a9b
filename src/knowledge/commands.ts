import { INSTALLS } from './installs.js'
import type { Row } from './row.js'

const one = (list: string) => list.split(' ').join('|')

/** Commands that act on repositories and systems, and those that run others. */
export const COMMANDS: readonly Row[] = [
  ...INSTALLS,
  {
    name: 'patch',
    kind: 'vcs',
    commands: ['patch|gpatch'],
    part: { starts: ['patching file '] },
    failed: {
      starts: ["can't find file to patch", 'patch: **** ', 'gpatch: **** '],
      pattern: /^(?:Hunk #\d{1,4} FAILED|\d{1,4} out of \d{1,4} hunks? (?:FAILED|ignored))/,
    },
    like: {
      command: ['patch -p1 < fix.patch', 'patch a.py fix.diff'],
      part: ['patching file a.py'],
      failed: [
        ...['Hunk #1 FAILED at 620.', '1 out of 1 hunk FAILED -- saving rejects to file a.rej'],
        '2 out of 2 hunks ignored -- saving rejects to file a.rej',
        ...["can't find file to patch at input line 3", 'patch: **** malformed patch at line 4'],
      ],
    },
    unlike: {
      command: ['git apply fix.patch', 'python patch.py'],
      part: ['the patch of file a.py'],
      failed: ['Hunk #4 succeeded at 45 (offset -2 lines).', 'The hunk FAILED later'],
    },
  },
  {
    name: 'git',
    kind: 'vcs',
    commands: ['git|hg|svn|jj'],
    passed: {
      is: ['Everything up-to-date', 'Already up to date.', 'Fast-forward', 'Bereits aktuell.', 'Déjà à jour.'],
      starts: ['Successfully rebased', 'Merge made by ', 'Switched to ', 'HEAD is now at '],
      pattern:
        /^(?:\[[^\]]{1,200}\b[0-9a-f]{7,40}\] |[+* ]?[0-9a-f]{7,40}\.{2,3}[0-9a-f]{7,40} \S{1,200} -> |[+* ]? ?\[new (?:branch|tag)\] |branch '[^'\n]{1,200}' set up to track )/,
    },
    failed: {
      starts: [
        ...['fatal: ', 'error: ', 'CONFLICT (', '! [rejected]', '! [remote rejected]', 'Automatic merge failed'],
        ...[
          'Schwerwiegend: ',
          'Fehler: ',
          'KONFLIKT (',
          'fatal : ',
          'erreur : ',
          'CONFLIT (',
          'No stash entries found',
        ],
      ],
      pattern: /^husky - .*(?:failed|exited)/,
    },
    like: {
      command: ['git commit -m "…"', 'git push origin main'],
      passed: [
        ...[
          'HEAD is now at 1a2b3c4 Fix it',
          '[main 1a2b3c4] Fix it',
          '[main (root-commit) 1a2b3c4] First',
          '1a2b3c4..5d6e7f8 main -> main',
        ],
        ...['* [new branch] fix -> fix', '* [new tag] v1.2.0 -> v1.2.0', "branch 'fix' set up to track 'origin/fix'."],
      ],
      failed: [
        ...['fatal: not a git repository', 'CONFLICT (content): Merge conflict in a.ts'],
        ...['! [rejected] main -> main (fetch first)', 'husky - pre-commit hook exited with code 1 (error)'],
        ...['husky - commit-msg script failed (code 1)', 'Fehler: Pfadspezifikation b nicht gefunden'],
        ...['KONFLIKT (Inhalt): Merge-Konflikt in a.ts', 'CONFLIT (contenu) : Conflit de fusion dans a.ts'],
        ...['Schwerwiegend: Kein Git-Repository', 'fatal : ni ceci ni aucun de ses répertoires parents'],
        ...["erreur : le spécificateur de chemin 'b' ne correspond à aucun fichier", 'No stash entries found.'],
      ],
    },
    unlike: {
      command: ['github-linguist', 'gitk'],
      passed: ['Fast-forward is off'],
      failed: ['hint: fatal errors follow'],
    },
  },
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
      pattern: [
        /^(?:https:\/\/\S{1,200}\/(?:pull|issues|releases|merge_requests)\/\S+$|HTTP\/[\d.]+ 2\d\d|(?:INSERT|UPDATE|DELETE) \d)/,
        /^(?:total size is \S{1,20} speedup is |\d{4}-\d\d-\d\d .{1,200} saved \[\d)/,
      ],
    },
    failed: {
      starts: [
        ...['GraphQL: ', 'curl: (', 'X ', 'pull request create failed', 'ERROR: ', 'psql: error'],
        ...['An error occurred (', 'ssh: ', 'rsync error'],
      ],
      pattern: [
        /^(?:HTTP(?:\/[\d.]+)? [45]\d\d|gh: .*\(HTTP [45]\d\d\)|(?:Runtime|Parse) error near line \d)/,
        /^(?:\d{4}-\d\d-\d\d \S{1,20} ERROR [45]\d\d: |Connecting to .{1,200}\.{3} failed: |ERROR \d{3,5} \()/,
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
        ...['gh: Not Found (HTTP 404)', 'curl: (7) Failed to connect to localhost port 80'],
        ...['HTTP/1.1 500 Internal Server Error', 'Parse error near line 4: no such table: t'],
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
      failed: ['HTTP/1.1 200 OK', 'X-Request-Id: 4', 'Connecting to 127.0.0.1:80... connected.', 'ERROR 3 of 4'],
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
      pattern: [
        /^\S{1,100}(?:\/| ")\S{1,100} (?:created|configured|unchanged|deleted|patched|scaled|restarted)$/,
        /^(?:deployment "\S+" successfully|Release "\S+" has been upgraded|nginx: .* test is successful$)/,
        /^\S{1,200}: digest: sha256:/,
        /^\S{1,200} : ok=\d+ .{0,60}unreachable=0 failed=0\b/,
      ],
    },
    failed: {
      starts: [
        ...['Error: ', '│ Error: ', '╷ Error: ', 'Error from server', 'error: ', 'Error response from daemon'],
        ...['denied: ', 'nginx: [emerg]', '✖ ', 'fatal: ['],
      ],
      pattern: [
        /^(?:The connection to the server .* was refused|nginx: .* test failed|Job for \S+ failed)/,
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
  {
    name: 'task runner',
    kind: 'script',
    part: { pattern: /\.\.\.(?:Passed|Skipped)$/ },
    commands: [
      ...['npm|pnpm|bun', 'yarn *'],
      ...['npx|bunx|make|gmake|just|mise|task|rake|invoke|tox|nox|hatch|poe|pdm|act|earthly', 'uv|poetry|pipenv run'],
      ...['bundle exec', 'pre-commit|lefthook|mix|bash|sh|zsh', '*.sh|*.bash|/*|./*|../*', 'composer run*|test|check'],
      ...['dotnet|go run', 'deno task', 'cargo make|xtask|run'],
    ],
    isWrapper: true,
    failed: {
      starts: [
        ...['npm ERR! Lifecycle', 'npm ERR! Test failed', 'npm ERR! code ELIFECYCLE', 'npm ERR! Missing script'],
        ...['npm error Lifecycle', 'npm error Test failed', 'npm error code ELIFECYCLE', 'npm error Missing script'],
        ...['ELIFECYCLE', 'error Command ', 'error: Recipe', 'error: recipe', 'error: script "', 'task: Failed'],
        ...['rake aborted!', 'ERROR task failed', 'error: unexpected argument', 'mise ERROR', 'evaluation failed'],
      ],
      pattern: [
        /^(?:.{0,80} )?(?:exited|failed|completed) with (?:exit )?(?:code|status):? [1-9]\d*\b/,
        /^(?:g?make(?:\[\d+\])?: \*\*\*|nox > Session \S+ failed|\w+: FAIL(?: |$)|.+\.\.\.Failed$)/,
      ],
    },
    passed: { is: ['congratulations :)'], pattern: /^(?:nox > Session \S+ was successful\.|\S+: OK \([\d.]+=.*\))/ },
    like: {
      command: [
        'npm run ci',
        'yarn test',
        'pnpm test',
        'make all',
        './scripts/ci.sh --fast',
        'mise run check',
        'npx foo',
        'tox -e py311',
      ],
      part: ['trim trailing whitespace....Passed', 'check yaml....(no files to check)...Skipped'],
      passed: [
        ...['congratulations :)', 'nox > Session tests was successful.'],
        'py311: OK (2.31=setup[0.90]+cmd[1.41] seconds)',
      ],
      failed: [
        ...['make: *** [Makefile:3: all] Error 2', 'npm ERR! code ELIFECYCLE'],
        ...[
          'error Command "build" not found.',
          'error Command failed with exit code 1.',
          'error: Recipe `test` failed on line 3 with exit code 1',
        ],
        ...['error: script "test" exited with code 1', '❌ [build] exited with exit code 1.'],
        ...['nox > Command pytest failed with exit code 1', 'nox > Session tests failed.'],
        ...['[act] Process completed with exit code 1.', '[build] the step exited with status 3'],
        ...['py311: FAIL code 1 (2.31 seconds)', 'py312: FAIL', 'ruff....................Failed'],
      ],
    },
    unlike: {
      command: ['makepkg', 'python a.py', 'npm-check'],
      passed: ['congratulations'],
      part: ['Passed by...'],
      failed: ['✓ exits with code 1 if the file is missing', 'exited with code 0'],
    },
  },
  {
    name: 'script',
    kind: 'script',
    commands: [
      one(
        'python python2 python3 python3.* node ts-node tsx ruby perl php lua Rscript julia java dotnet elixir pwsh uv poetry',
      ),
      'deno run',
    ],
    like: { command: ['python reproduce.py', 'node build.js', 'ruby a.rb', '.venv/bin/python a.py'] },
    unlike: { command: ['pythonic', 'nodemon a.js'] },
  },
]
