import type { Row } from './row.js'

/** Commands that act on packages, repositories, and systems, and those that run others. */
export const COMMANDS: readonly Row[] = [
  {
    name: 'npm install',
    kind: 'install',
    command:
      /^(?:npm|pnpm|yarn|bun) (?:i|ci|install|add|remove|uninstall|update|upgrade|link|publish|audit|dedupe)\b|^yarn$/,
    passed:
      /^(?:added \d+ packages?.*|up to date(?:,.*| in .*)|removed \d+ packages?.*|changed \d+ packages?.*|found 0 vulnerabilities|Done in \d.*|(?:✨ )?Done in .*|\+ \S+@\d\S*|success Saved .*|\d+ packages? installed.*)$/,
    failed: /^(?:npm (?:ERR!|error)|ERR_PNPM|error An unexpected|error Couldn't|error: .* failed to resolve)/,
    like: {
      command: ['npm ci', 'pnpm add zod', 'yarn', 'bun install'],
      passed: ['added 12 packages, and audited 13 packages in 1s', 'up to date, audited 13 packages in 1s'],
      failed: ['npm ERR! code ERESOLVE', 'npm error code E404', 'ERR_PNPM_NO_MATCHING_VERSION No matching version'],
    },
    unlike: { command: ['npm test', 'npm ls'], passed: ['added 12 rows'], failed: ['npm warn deprecated glob@7'] },
  },
  {
    name: 'pip install',
    kind: 'install',
    command:
      /^(?:(?:python[\d.]* -m )?pip[\d.]* (?:install|uninstall|download|wheel)|uv (?:pip install|sync|add|lock|remove)|poetry (?:add|install|update|lock|remove)|pipenv install|conda (?:install|create|env)|pdm (?:add|install)|apt(?:-get)? |brew (?:install|upgrade)|apk add|dnf |yum |pacman |choco |bundle(?: install| update|$)|gem install|composer (?:install|require|update|remove)|cargo (?:add|install|update|fetch)|go (?:get|mod|install|work)|dotnet (?:restore|add)|mix deps\S*|swift package|pod install|mise install|asdf install|nvm |rustup |helm repo|luarocks install|opam install|cabal install)/,
    passed:
      /^(?:Successfully (?:installed|uninstalled) .*|Bundle complete!.*|Installed \d+ packages? in .*|Requirement already satisfied: .*|Generating autoload files|Audited \d+ packages? .*|Nothing to install.*)$/,
    failed:
      /^(?:ERROR: (?:Could not|No matching|Failed|Cannot|Package|Invalid|Ignored)|E: (?:Unable|Failed|Package|Could not)|× |Your requirements could not be resolved|Could not find gem|go: .*(?:not found|no matching|invalid))/,
    like: {
      command: [
        'pip install -e .',
        'poetry add httpx',
        'uv sync',
        'bundle install',
        'go mod tidy',
        'apt-get install -y jq',
      ],
      passed: [
        'Successfully installed httpx-0.27.0',
        'Bundle complete! 12 Gemfile dependencies, 40 gems now installed.',
      ],
      failed: ['ERROR: Could not find a version that satisfies the requirement x', 'E: Unable to locate package jqq'],
    },
    unlike: {
      command: ['pip list', 'go test ./...'],
      passed: ['Successfully'],
      failed: ['WARNING: Running pip as root', 'Collecting ERROR-handler'],
    },
  },
  {
    name: 'patch',
    kind: 'vcs',
    command: /^g?patch\b/,
    part: /^patching file \S{1,200}$/,
    failed:
      /^(?:Hunk #\d{1,4} FAILED|\d{1,4} out of \d{1,4} hunks? (?:FAILED|ignored)|can't find file to patch|g?patch: \*{4} )/,
    like: {
      command: ['patch -p1 < fix.patch', 'patch a.py fix.diff'],
      failed: [
        'Hunk #1 FAILED at 620.',
        '1 out of 1 hunk FAILED -- saving rejects to file a.rej',
        "can't find file to patch at input line 3",
        'patch: **** malformed patch at line 4',
      ],
    },
    unlike: {
      command: ['git apply fix.patch', 'python patch.py'],
      failed: ['Hunk #4 succeeded at 45 (offset -2 lines).', 'The hunk FAILED later'],
    },
  },
  {
    name: 'git',
    kind: 'vcs',
    command: /^(?:git|hg|svn|jj)\b/,
    passed:
      /^(?:\[[^\]]{1,200}\b[0-9a-f]{7,40}\] .*|Everything up-to-date|Already up to date\.|[+* ]?[0-9a-f]{7,40}\.{2,3}[0-9a-f]{7,40} \S{1,200} -> .*|[+* ]? ?\[new (?:branch|tag)\] .*|Successfully rebased\b.*|Merge made by .*|Fast-forward|Switched to .*|branch '[^'\n]{1,200}' set up to track .*)$/,
    failed:
      /^(?:fatal: |error: |CONFLICT \(|! \[(?:remote )?rejected\]|Automatic merge failed|husky - .*(?:failed|exited))/,
    like: {
      command: ['git commit -m "…"', 'git push origin main'],
      passed: [
        '[main 1a2b3c4] Fix it',
        '[main (root-commit) 1a2b3c4] First',
        '1a2b3c4..5d6e7f8 main -> main',
        '* [new branch] fix -> fix',
      ],
      failed: [
        'fatal: not a git repository',
        'CONFLICT (content): Merge conflict in a.ts',
        '! [rejected] main -> main (fetch first)',
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
    command:
      /^(?:gh|glab|hub|curl|wget|http|https|xh|aws|gcloud|az|heroku|vercel|netlify|fly|flyctl|stripe|psql|mysql|sqlite3|mongosh|redis-cli|ssh|scp|rsync)\b/,
    passed:
      /^(?:✓ \S.*|https:\/\/\S{1,200}\/(?:pull|issues|releases|merge_requests)\/\S+|HTTP\/[\d.]+ 2\d\d.*|(?:INSERT|UPDATE|DELETE) \d.*|(?:CREATE|ALTER|DROP) TABLE)$/,
    failed:
      /^(?:HTTP\/[\d.]+ [45]\d\d|gh: .*\(HTTP [45]\d\d\)|HTTP [45]\d\d|GraphQL: |curl: \(\d+\)|X \S|pull request create failed|ERROR: |psql: error|An error occurred \(|ssh: |rsync error)/,
    like: {
      command: ['gh pr create --fill', 'curl -X POST "…"', 'aws s3 cp a "…"', 'psql -c "…"'],
      passed: ['https://github.com/a/b/pull/3', '✓ Merged pull request #3 (Fix it)', 'HTTP/2 201', 'INSERT 0 1'],
      failed: [
        'gh: Not Found (HTTP 404)',
        'curl: (7) Failed to connect to localhost port 80',
        'HTTP/1.1 500 Internal Server Error',
      ],
    },
    unlike: {
      command: ['ghc A.hs'],
      passed: ['https://github.com/a/b'],
      failed: ['HTTP/1.1 200 OK', 'X-Request-Id: 4'],
    },
  },
  {
    name: 'deploy',
    kind: 'deploy',
    part: /^(?!.*\b(?:not|un)\b).*\bsuccessfully\b/i,
    command:
      /^(?:docker|docker-compose|podman|kubectl|helm|terraform|tofu|pulumi|ansible\S*|serverless|cdk|sam|alembic|flyway|prisma|knex|sequelize|rails db:\S+|rake db:\S+|systemctl|service|nginx|pm2|supervisorctl)\b/,
    passed:
      /^(?:(?:Apply|Destroy) complete! .*|Success! .*|\S{1,100}\/\S{1,100} (?:created|configured|unchanged|deleted|patched|scaled|restarted)|deployment "\S+" successfully rolled out|STATUS: deployed|Release "\S+" has been upgraded.*|nginx: .* test is successful|\S{1,200}: digest: sha256:\S.*|No changes\. .*|✔ Generated .*|All migrations have been successfully applied\.)$/,
    failed:
      /^(?:(?:[│╷] )?Error: |Error from server|error: |The connection to the server .* was refused|Error response from daemon|denied: |nginx: \[emerg\]|nginx: .* test failed|fatal: \[\S+\]: |✖ |Job for \S+ failed)/,
    like: {
      command: ['kubectl apply -f a.yaml', 'terraform apply -auto-approve', 'docker push app', 'helm upgrade a b'],
      passed: [
        'Apply complete! Resources: 1 added, 0 changed, 0 destroyed.',
        'deployment.apps/web configured',
        'STATUS: deployed',
      ],
      failed: [
        'Error from server (NotFound): deployments.apps "web" not found',
        '│ Error: Invalid reference',
        'Error response from daemon: pull access denied',
      ],
    },
    unlike: { command: ['dockerfilelint'], passed: ['Success!'], failed: ['Errors: none'] },
  },
  {
    name: 'task runner',
    kind: 'script',
    part: /\.\.\.(?:Passed|Skipped)$/,
    command:
      /^(?:(?:npm|pnpm|yarn|bun)(?: (?:run|exec|run-script|x|dlx|-\S+))*|npx|bunx|make|gmake|just|mise|task|rake|invoke|tox|nox|hatch|poe|pdm|uv run|poetry run|pipenv run|bundle exec|pre-commit|lefthook|act|earthly|(?:bash|sh|zsh)(?: -\w+)*|\.?\.?\/?(?:[\w.-]+\/)*[\w.-]+\.(?:sh|bash)|(?:\.|\.\.)?\/\S+|composer (?:run\S*|test|check)|dotnet run|mix|deno task|cargo (?:make|xtask|run)|go run)(?: |$)/,
    isWrapper: true,
    failed:
      /^(?:npm (?:ERR!|error) (?:Lifecycle|Test failed|code ELIFECYCLE|Missing script)|ELIFECYCLE|error Command failed|error: [Rr]ecipe|error: script "|g?make(?:\[\d+\])?: \*\*\*|exit status [1-9]|task: Failed|rake aborted!|(?:.{0,80} )?(?:exited|failed|completed|exiting) with (?:exit )?(?:code|status):? [1-9]\d*\b|ERROR task failed|nox > Session \S+ failed|error: unexpected argument|mise ERROR|\w+: FAIL(?: |$)|evaluation failed|.+\.\.\.Failed$)/,
    passed: /^(?:congratulations :\)|nox > Session \S+ was successful\.|\S+: OK \([\d.]+=.*\))/,
    like: {
      command: ['npm run ci', 'make all', './scripts/ci.sh --fast', 'mise run check', 'npx foo', 'tox -e py311'],
      passed: ['congratulations :)', 'nox > Session tests was successful.'],
      failed: [
        'make: *** [Makefile:3: all] Error 2',
        'npm ERR! code ELIFECYCLE',
        'error Command failed with exit code 1.',
        'error: Recipe `test` failed on line 3 with exit code 1',
        'error: script "test" exited with code 1',
      ],
    },
    unlike: {
      command: ['makepkg', 'python a.py', 'npm-check'],
      passed: ['congratulations'],
      failed: ['✓ exits with code 1 if the file is missing', 'exited with code 0'],
    },
  },
  {
    name: 'script',
    kind: 'script',
    command:
      /^(?:\S*\/)?(?:python[\d.]*|node|ts-node|tsx|deno run|bun|ruby|perl|php|lua|Rscript|julia|java|dotnet|elixir|pwsh|uv|poetry)\b/,
    like: { command: ['python reproduce.py', 'node build.js', 'ruby a.rb', '.venv/bin/python a.py'] },
    unlike: { command: ['pythonic', 'nodemon a.js'] },
  },
]
