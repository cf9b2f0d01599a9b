import type { Row } from '../row.js'

/** Commands that install packages. */
export const INSTALLS: readonly Row[] = [
  {
    name: 'npm install',
    kind: 'install',
    commands: [
      'npm|pnpm|yarn|bun i|ci|install|add|remove|uninstall|update|upgrade|link|publish|audit|dedupe',
      'yarn $',
    ],
    passed: {
      starts: [
        ...['up to date, ', 'up to date in ', 'found 0 vulnerabilities', 'Done in ', '✨ Done in ', 'success Saved '],
      ],
      is: ['up to date'],
      forms: ['added|removed|changed # package*', '# package* installed*', '+ *@#*'],
    },
    failed: {
      starts: ['npm ERR!', 'npm error', 'ERR_PNPM', 'error An unexpected', "error Couldn't"],
      forms: ['error: … failed to resolve*'],
    },
    like: {
      command: ['npm ci', 'pnpm add zod', 'yarn', 'bun install'],
      passed: [
        ...['added 12 packages, and audited 13 packages in 1s', 'up to date, audited 13 packages in 1s'],
        ...['removed 3 packages in 1s', 'changed 2 packages in 1s', '12 packages installed [1.20s]', '+ zod@3.23.8'],
      ],
      failed: [
        ...['npm ERR! code ERESOLVE', 'npm error code E404', 'ERR_PNPM_NO_MATCHING_VERSION No matching version'],
        'error: zod@^99.0.0 failed to resolve',
      ],
    },
    unlike: { command: ['npm test', 'npm ls'], passed: ['added 12 rows'], failed: ['npm warn deprecated glob@7'] },
  },
  {
    name: 'pip install',
    kind: 'install',
    commands: [
      ...['pip* install|uninstall|download|wheel', 'python* -m pip* install|uninstall|download|wheel'],
      ...['uv pip install', 'uv sync|add|lock|remove', 'poetry add|install|update|lock|remove'],
      ...['pipenv|mise|asdf|pod|opam|gem install', 'conda install|create|env', 'pdm add|install'],
      ...['brew install|upgrade', 'apk add', 'helm repo', 'apt|apt-get|dnf|yum|pacman|choco|nvm|rustup *'],
      ...['bundle install|update', 'bundle $', 'swift package', 'composer install|require|update|remove'],
      ...['cargo add|install|update|fetch', 'go get|mod|install|work', 'dotnet restore|add', 'mix deps*'],
      'luarocks|cabal install',
    ],
    part: { forms: ['* is already the newest version (*'] },
    passed: {
      starts: [
        ...['Successfully installed ', 'Successfully uninstalled ', 'Bundle complete!'],
        ...['Requirement already satisfied: ', 'Generating autoload files', 'Nothing to install'],
      ],
      forms: ['Installed|Audited|Checked # package* *'],
    },
    failed: {
      starts: [
        ...['Could not', 'No matching', 'Failed', 'Cannot', 'Package', 'Invalid', 'Ignored'].map(
          (word) => `ERROR: ${word}`,
        ),
        // Of apt, in any language.
        'E: ',
        ...['× ', 'Your requirements could not be resolved', 'Could not find gem'],
      ],
      forms: ['go: … *not found*', 'go: … *no matching*', 'go: … *invalid*'],
    },
    like: {
      command: [
        ...['pip install -e .', 'poetry add httpx', 'uv sync', 'bundle install', 'go mod tidy'],
        'apt-get install -y jq',
      ],
      part: ['jq is already the newest version (1.6-2.1).'],
      passed: [
        'Successfully installed httpx-0.27.0',
        'Bundle complete! 12 Gemfile dependencies, 40 gems now installed.',
        ...['Installed 12 packages in 30ms', 'Audited 12 packages in 1ms', 'Checked 1 package in 3ms'],
      ],
      failed: [
        ...['ERROR: Could not find a version that satisfies the requirement x', 'E: Unable to locate package jqq'],
        'E: Paket jqq kann nicht gefunden werden.',
        ...['go: example.com/x@v9.9.9: invalid version: unknown revision v9.9.9'],
        ...['go: module example.com/x: no matching versions for query "v9"'],
        'go: example.com/x: server response: not found: module lookup disabled',
      ],
    },
    unlike: {
      command: ['pip list', 'go test ./...'],
      part: ['jq is the newest version'],
      passed: ['Successfully'],
      failed: ['WARNING: Running pip as root', 'Collecting ERROR-handler'],
    },
  },
]
