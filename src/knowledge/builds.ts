import type { Row } from './row.js'

const one = (list: string) => list.split(' ').join('|')

/** Compilers, bundlers, linters, formatters, and type checkers. */
export const BUILDS: readonly Row[] = [
  {
    name: 'tsc',
    kind: 'types',
    commands: ['tsc|vue-tsc|svelte-check|tsgo', 'astro|flow check'],
    isSilent: true,
    failed: { pattern: /\berror TS\d+: / },
    like: { command: ['tsc --noEmit -p .', 'vue-tsc'], failed: ["src/a.ts(3,5): error TS2304: Cannot find name 'x'."] },
    unlike: { command: ['tscn', 'cat tsc.log'], failed: ['✓ reports error TS2304', 'error TS'] },
  },
  {
    name: 'mypy',
    kind: 'types',
    commands: ['mypy|dmypy|pyright|basedpyright|pytype|pyre|ty', 'python* -m mypy|pyright|pytype'],
    passed: { starts: ['Success: no issues found'] },
    failed: { pattern: /^\S+:\d+(?::\d+)?(?::| -) error: / },
    like: {
      command: ['mypy src', 'python -m mypy .', 'pyright'],
      passed: ['Success: no issues found in 3 source files'],
      failed: [
        ...['src/a.py:3: error: Name "x" is not defined', 'src/a.py:3:1: error: Name "x" is not defined'],
        '/app/src/a.py:3:1 - error: "x" is not defined (reportUndefinedVariable)',
      ],
    },
    unlike: { command: ['typo'], passed: ['Success: 3 issues found'], failed: ['src/a.py:3: note: See the error'] },
  },
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
      pattern: [
        /^\S+:\d+:\d+: [A-Z]+\d+\b|^\d+:\d+ error |^(?:vet: )?\S+\.go:\d+:\d+: /,
        /^In \S+ line \d+:$|^(?:Unused|Unlisted|Unresolved|Duplicate) [a-z ]{4,40} \(\d+\)$/,
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
    passed: { is: ['Syntax OK'], starts: ['No syntax errors detected in '], pattern: / syntax OK$/ },
    failed: { starts: ['Errors parsing '], pattern: /: syntax error[,:] | had compilation errors\.$/ },
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
      pattern: /^Checked \d+ files?(?: in .*\. No fixes applied\.)?$/,
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
      ...['autopep8', 'python* -m black|isort|yapf|autopep8', 'ruff format', 'cargo|terraform fmt', 'mix|dart format'],
    ],
    isSilent: true,
    passed: {
      starts: ['All matched files use Prettier code style!', 'All done! ✨'],
      pattern: /^\d+ files? (?:left unchanged|already formatted)\.?$/,
    },
    failed: {
      starts: [
        '[error] ',
        '[warn] Code style issues found',
        'Code style issues found',
        'Oh no! 💥',
        'Error: Check failed',
      ],
      pattern: [
        /^(?:would reformat \S|Diff in \S+:\d+|ERROR: \S+ Imports are incorrectly)/,
        /^\d+ files? would be reformatted(?:, \d+ files? already formatted)?$/,
      ],
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
  {
    name: 'compiler',
    kind: 'build',
    commands: [
      one(
        'gcc g++ clang clang++ cc c++ *-gcc *-g++ rustc javac kotlinc scalac ghc swiftc dmd fpc valac tsup esbuild protoc',
      ),
      ...['nasm|ld', 'go build|generate', 'zig build', 'nim c'],
    ],
    isSilent: true,
    passed: { starts: ['⚡ Done in '] },
    failed: {
      starts: ['error: aborting due', 'collect2: error', '✘ [ERROR] '],
      pattern:
        /^(?:\S+:\d+:(?:\d+:)? (?:fatal )?error: |error\[E\d+\]: |.*undefined reference to|\S+\.go:\d+:\d+: |e: \S+)/,
    },
    like: {
      command: ['gcc -Wall a.c -o a', 'go build ./...', 'javac A.java', 'rustc a.rs'],
      passed: ['⚡ Done in 11ms'],
      failed: [
        ...["a.c:3:5: error: expected ';' before 'return'", 'error[E0308]: mismatched types'],
        ...['./a.go:3:2: undefined: x', 'e: file:///app/a.kt:3:5 Unresolved reference: x'],
        "main.c:(.text+0x5): undefined reference to `parse'",
      ],
    },
    unlike: {
      command: ['cargo doc', 'ccache -s', 'go version'],
      passed: ['Done in 11ms'],
      failed: ["a.c:3:5: warning: unused variable 'error'", 'src/error/a.c', '# time=4.1ms', '# Title'],
    },
  },
  {
    name: 'build tool',
    kind: 'build',
    commands: [
      one(
        'cmake ninja meson bazel msbuild xcodebuild webpack rollup gulp grunt turbo nx lerna hugo sphinx-build latexmk',
      ),
      ...['pdflatex|buildah|sbt|lein|rebar3|electron-builder', 'cargo build|check|b|c|doc', 'cargo +* build|check'],
      ...['docker|podman|docker-compose build', 'docker compose|buildx build', 'dotnet build|publish|pack', 'elm make'],
      'swift|vite|next|nuxt|parcel|ng|jekyll|mkdocs|flutter|stack|cabal|dune|poetry|hatch|gem build',
      ...['mix compile', 'python* -m build|compileall|py_compile', 'python* setup.py'],
    ],
    isWrapper: true,
    passed: {
      is: ['Build succeeded.', 'Build succeeded', 'ninja: no work to do.', '** BUILD SUCCEEDED **'],
      starts: [
        ...['Build complete!', '✓ built in ', 'Successfully built ', 'Successfully tagged '],
        ...['Successfully ran target', '-- Build files have been written to: ', 'INFO: Build completed successfully'],
        ...['[success] Total time', '=> => naming to ', 'Compiled successfully', 'compiled successfully'],
        ...['✓ Compiled successfully', 'build succeeded'],
      ],
      pattern: [
        /^(?:webpack \S{1,40} compiled successfully|\[\d+%\] Built target |Finished `?\S+`? (?:profile|\[)|(?:#\d+ )?naming to .*done$)/,
        /^created \S{1,200} in [\d.]+m?s$|^(?:INFO - )?Documentation built in /,
      ],
    },
    failed: {
      starts: [
        ...['Build FAILED', 'Failed to compile', 'error during build:', 'error: could not compile', 'CMake Error'],
        ...['-- Configuring incomplete', 'ninja: build stopped', 'FAILED: ', 'ERROR: failed to solve', 'ERROR in '],
        ...['ERROR: failed to build', '** BUILD FAILED **', 'ERROR: Build did NOT complete', 'error: build failed'],
        ...['Module not found: ', 'build finished with problems', 'Aborted with '],
      ],
      pattern: /^(?:(?:webpack )?\S* ?compiled with \d+ error|.*: error (?:CS|MSB|FS|LNK)\d+)/,
    },
    like: {
      command: [
        ...['cargo build --release', 'cmake -B build', 'next build', 'dotnet build', 'docker build -t app .'],
        'vite build',
      ],
      passed: [
        ...['Build succeeded.', '✓ built in 1.21s'],
        'Finished `dev` profile [unoptimized + debuginfo] target(s) in 0.5s',
        ...['-- Build files have been written to: /app/build', '[100%] Built target app'],
        ...['Finished release [optimized] target(s) in 3.21s', 'webpack 5.91.0 compiled successfully in 842 ms'],
        ...['#12 naming to docker.io/library/app done', 'build succeeded, 1 warning.', 'created dist/a.js in 89ms'],
        ...['created dist/a.js in 1.2s', 'INFO - Documentation built in 0.20 seconds', 'Documentation built in 1 s'],
      ],
      failed: [
        ...['error: could not compile `app` (bin "app") due to 1 previous error', 'Build FAILED.'],
        ...['CMake Error at CMakeLists.txt:3 (find_package):', 'webpack 5.91.0 compiled with 2 errors in 842 ms'],
        ...["/app/A.cs(3,5): error CS0103: The name 'x' does not exist", 'main.obj : error LNK2019: unresolved symbol'],
        ...['MSBUILD : error MSB1009: Project file does not exist.', '/app/A.fs(3,5): error FS0039: x is not defined'],
        'ERROR: failed to solve: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1',
        ...['build finished with problems, 1 warning.', 'Aborted with 1 warnings in strict mode!'],
      ],
    },
    unlike: {
      command: ['cargo run', 'docker ps', 'nxt'],
      passed: ['Build succeeded in the meeting', 'Finished reading', 'created in 3 days', 'Documentation is built'],
      failed: ['Building CXX object error.cpp.o', 'Compiling thiserror v1.0'],
    },
  },
  {
    name: 'jvm build',
    kind: 'build',
    commands: ['mvn|mvnw|gradle|gradlew|ant'],
    isWrapper: true,
    passed: { is: ['BUILD SUCCESS', 'BUILD SUCCESSFUL'], starts: ['BUILD SUCCESSFUL in '] },
    failed: {
      is: ['BUILD FAILURE', 'BUILD FAILED'],
      starts: [
        ...['BUILD FAILED in ', 'COMPILATION ERROR', 'FAILURE: Build failed', 'Execution failed for task'],
        ...['[ERROR] Failed to execute goal ', '[ERROR] For more information about the errors '],
      ],
      pattern: /^> Task \S+ FAILED/,
    },
    like: {
      command: ['mvn -q test', './gradlew build', './mvnw verify'],
      passed: ['BUILD SUCCESS', 'BUILD SUCCESSFUL in 3s'],
      failed: [
        ...['BUILD FAILURE', 'BUILD FAILED in 2s', 'FAILURE: Build failed with an exception.', '> Task :test FAILED'],
        '[ERROR] For more information about the errors and possible solutions, please read the following articles:',
        '[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.2.5:test (default-test)',
      ],
    },
    unlike: {
      command: ['antlr4 A.g4'],
      passed: ['BUILD SUCCESS is rare'],
      failed: ['BUILD FAILURE_MODES', 'Build failed?'],
    },
  },
]
