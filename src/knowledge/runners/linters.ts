import { one, type Row } from '../row.js'

/** Linters, formatters, and checks of syntax. */
export const LINTERS: readonly Row[] = [
  {
    name: 'eslint',
    kind: 'lint',
    commands: [
      one('eslint standard xo stylelint jshint tslint oxlint knip depcruise commitlint spectral markdownlint*'),
      one(
        'flake8 pylint pycodestyle pydocstyle bandit shellcheck hadolint yamllint actionlint ansible-lint vale tflint',
      ),
      one(
        'staticcheck errcheck revive cspell codespell luacheck checkstyle cppcheck clang-tidy phpcs phpstan psalm credo ktlint detekt',
      ),
      ...['swiftlint', 'go vet'],
    ],
    isSilent: true,
    passed: {
      starts: [
        ...['✔ No ESLint ', '✔ No lint ', '[OK] No errors', 'No issues found', 'No errors found', 'No problems found'],
        'Your code has been rated at 10.00/10',
      ],
    },
    failed: {
      starts: ['ESLint found too many warnings'],
      forms: ['In * line #: $'],
      pattern: [
        /^\S+:\d+:\d+: [A-Z]+\d+\b|^\d+:\d+ error |^(?:vet: )?\S+\.go:\d+:\d+: /,
        /^(?:Unused|Unlisted|Unresolved|Duplicate) [a-z ]{4,40} \(\d+\)$/,
      ],
    },
    like: {
      command: ['eslint .', 'flake8 src', 'go vet ./...', 'shellcheck a.sh'],
      passed: ['✔ No ESLint warnings or errors', '[OK] No errors', 'Your code has been rated at 10.00/10'],
      failed: [
        ...["src/a.py:3:1: F401 'os' imported but unused", '✖ 3 problems (2 errors, 1 warning)'],
        ...["3:5 error 'x' is unused", 'ESLint found too many warnings (maximum: 0).', 'In a.sh line 2:'],
        ...['vet: cmd/main.go:6:2: declared and not used: x', 'cmd/main.go:6:2: declared and not used: x (compile)'],
        ...['Unused files (8)', 'Unlisted binaries (2)', 'Unresolved imports (1)', 'Duplicate exports (3)'],
      ],
    },
    unlike: {
      command: ['eslintrc', 'cat eslint.txt'],
      passed: ['Some issues found? Look again', 'Your code has been rated at 2.00/10'],
      failed: [
        ...['✖ 3 problems (0 errors, 3 warnings)', '3:5 warning Unexpected console statement'],
        ...['In line 3: a word', 'Unused (8)'],
      ],
    },
  },
  {
    name: 'syntax check',
    kind: 'lint',
    commands: ['bash|sh|zsh|dash -n', 'node --check', 'ruby|perl -c', 'php -l'],
    isSilent: true,
    passed: { is: ['Syntax OK'], starts: ['No syntax errors detected in '], forms: ['… syntax OK $'] },
    failed: { starts: ['Errors parsing '], forms: ['… *: syntax error,|error:', '… had compilation errors. $'] },
    like: {
      command: ['bash -n deploy.sh', 'node --check a.js', 'ruby -c a.rb', 'php -l a.php'],
      passed: ['Syntax OK', 'a.pl syntax OK', 'No syntax errors detected in a.php'],
      failed: [
        ...['a.sh: line 6: syntax error: unexpected end of file', 'a.rb:1: syntax error, unexpected end-of-input'],
        ...['a.pl had compilation errors.', 'Errors parsing a.php'],
      ],
    },
    unlike: {
      command: ['bash deploy.sh', 'node check.js', 'perl a.pl'],
      passed: ['The syntax is fine'],
      failed: ['a syntax error'],
    },
  },
  {
    name: 'ruff',
    kind: 'lint',
    commands: [
      ...['ruff check', 'python* -m ruff check', 'golangci-lint|rubocop|standardrb|biome', 'bundle exec rubocop'],
      ...['cargo clippy', 'mix credo', 'deno lint', 'dart|flutter analyze'],
    ],
    // A wrapper may run a linter first: then this is a part.
    part: { is: ['0 issues.'] },
    passed: {
      is: ['All checks passed!', 'No issues found!'],
      forms: ['Checked # file* $', 'Checked # file* in … No fixes applied. $'],
    },
    like: {
      command: ['ruff check src', 'golangci-lint run', 'bundle exec rubocop', 'cargo clippy -- -D warnings'],
      passed: [
        ...['All checks passed!', 'No issues found!', 'Checked 12 files in 3ms. No fixes applied.'],
        ...['Checked 1 file in 3ms. No fixes applied.', 'Checked 1 file'],
      ],
      part: ['0 issues.'],
    },
    unlike: {
      command: ['ruffle'],
      passed: ['All checks passed the desk', 'Checked 3 files in 3ms. Fixed 1 file.'],
      part: ['10 issues.'],
    },
  },
  {
    name: 'prettier',
    kind: 'lint',
    commands: [
      one(
        'prettier black isort gofmt gofumpt goimports rustfmt clang-format swift-format dprint shfmt php-cs-fixer yapf',
      ),
      ...[
        'autopep8',
        'python* -m black|isort|yapf|autopep8',
        'ruff format',
        'sqlfluff fix|format',
        'cargo|terraform fmt',
        'mix|dart format',
      ],
    ],
    isSilent: true,
    passed: {
      starts: ['All matched files use Prettier code style!', 'All done! ✨'],
      forms: ['# file* left unchanged* $', '# file* already formatted* $'],
    },
    failed: {
      starts: [
        '[error] ',
        '[warn] Code style issues found',
        'Code style issues found',
        'Oh no! 💥',
        'Error: Check failed',
      ],
      forms: [
        ...['would reformat *', 'ERROR: * Imports are incorrectly*', '# file* would be reformatted $'],
        '# file* would be reformatted, # file* already formatted $',
      ],
      pattern: /^Diff in \S+:\d+/,
    },
    like: {
      command: ['prettier --check .', 'black --check src', 'gofmt -l .', 'cargo fmt --check', 'ruff format --check'],
      passed: ['All matched files use Prettier code style!', '3 files left unchanged.', '1 file already formatted'],
      failed: [
        '[warn] Code style issues found in 2 files. Run Prettier with --write to fix.',
        ...[
          '[error] No files matching the pattern were found: "a.ts".',
          'would reformat src/a.py',
          'Diff in /app/src/main.rs:3:',
        ],
        ...['ERROR: /app/a.py Imports are incorrectly sorted and/or formatted.', '1 file would be reformatted'],
        '7 files would be reformatted, 10 files already formatted',
      ],
    },
    unlike: { command: ['blacklist'], passed: ['3 files left'], failed: ['Code style issues are discussed'] },
  },
]
