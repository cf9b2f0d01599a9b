import { INSTALLS } from './installs.js'
import { one, type Row } from '../row.js'
import { SERVICES } from './services.js'

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
      forms: ['Hunk ## FAILED*', '# out of # hunk|hunks FAILED*|ignored*'],
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
      forms: ['husky - … *failed*'],
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
  ...SERVICES,
  {
    name: 'task runner',
    kind: 'script',
    part: { forms: ['… *...Passed|*...Skipped $'] },
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
