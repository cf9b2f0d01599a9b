import type { Row } from './row.js'

/** Compilers, bundlers, linters, formatters, and type checkers. */
export const BUILDS: readonly Row[] = [
  {
    name: 'tsc',
    kind: 'types',
    command: /^(?:tsc|vue-tsc|svelte-check|astro check|tsgo|flow check)\b/,
    isSilent: true,
    failed: /\berror TS\d+: /,
    like: { command: ['tsc --noEmit -p .', 'vue-tsc'], failed: ["src/a.ts(3,5): error TS2304: Cannot find name 'x'."] },
    unlike: { command: ['tscn', 'cat tsc.log'], failed: ['✓ reports error TS2304', 'error TS'] },
  },
  {
    name: 'mypy',
    kind: 'types',
    command: /^(?:python[\d.]* -m )?(?:mypy|dmypy|pyright|basedpyright|pytype|pyre|ty)\b/,
    passed: /^Success: no issues found/,
    failed: /^\S+:\d+:(?:\d+:| -) error: /,
    like: {
      command: ['mypy src', 'python -m mypy .', 'pyright'],
      passed: ['Success: no issues found in 3 source files'],
      failed: ['src/a.py:3:1: error: Name "x" is not defined'],
    },
    unlike: { command: ['typo'], passed: ['Success: 3 issues found'], failed: ['src/a.py:3: note: See the error'] },
  },
  {
    name: 'eslint',
    kind: 'lint',
    command:
      /^(?:eslint|standard|xo|stylelint|jshint|tslint|shellcheck|hadolint|yamllint|markdownlint\S*|flake8|pylint|pycodestyle|pydocstyle|bandit|go vet|staticcheck|errcheck|revive|luacheck|checkstyle|cppcheck|clang-tidy|phpcs|phpstan|psalm|credo|ktlint|detekt|swiftlint|tflint|ansible-lint|actionlint|vale|oxlint|knip|depcruise|commitlint|knip|spectral)\b/,
    isSilent: true,
    passed: /^(?:✔ No (?:lint|ESLint) |\[OK\] No errors|No (?:issues|errors|problems) found)/i,
    failed: /^\S+:\d+:\d+: [A-Z]+\d+\b|^✖ \d+ problems? \([1-9]|^\d+:\d+ error /,
    like: {
      command: ['eslint .', 'flake8 src', 'go vet ./...', 'shellcheck a.sh'],
      passed: ['✔ No ESLint warnings or errors', '[OK] No errors'],
      failed: [
        "src/a.py:3:1: F401 'os' imported but unused",
        '✖ 3 problems (2 errors, 1 warning)',
        "3:5 error 'x' is unused",
      ],
    },
    unlike: {
      command: ['eslintrc', 'cat eslint.txt'],
      passed: ['No issues found? Look again'.replace('No issues', 'Some issues')],
      failed: ['✖ 3 problems (0 errors, 3 warnings)', '3:5 warning Unexpected console statement'],
    },
  },
  {
    name: 'ruff',
    kind: 'lint',
    command:
      /^(?:python[\d.]* -m )?(?:ruff(?: check)?(?! format)|golangci-lint|rubocop|standardrb|biome|clippy|cargo clippy|mix credo|deno lint|dart analyze|flutter analyze|ktlint)\b|^(?:bundle exec )rubocop\b/,
    // A wrapper may run a linter first: then this is a part.
    part: /^0 issues\.$/,
    passed: /^(?:All checks passed!|No issues found!|Checked \d+ files in .*\. No fixes applied\.)$/,
    failed: /^Found \d+ (?:error|problem|issue)s?\.$/,
    like: {
      command: ['ruff check src', 'golangci-lint run', 'bundle exec rubocop', 'cargo clippy -- -D warnings'],
      passed: ['All checks passed!', 'No issues found!'],
      failed: ['Found 3 errors.'],
    },
    unlike: {
      command: ['ruffle'],
      passed: ['All checks passed the desk'],
      failed: ['Found 3 errors (3 fixed, 0 remaining).'],
    },
  },
  {
    name: 'prettier',
    kind: 'lint',
    command:
      /^(?:python[\d.]* -m )?(?:prettier|black|isort|ruff format|gofmt|gofumpt|goimports|rustfmt|cargo fmt|clang-format|terraform fmt|mix format|dart format|swift-format|dprint|shfmt|php-cs-fixer|autopep8|yapf)\b/,
    isSilent: true,
    passed:
      /^(?:All matched files use Prettier code style!|All done! ✨.*|\d+ files? (?:left unchanged|already formatted)\.?)$/,
    failed:
      /^(?:(?:\[\w+\] )?Code style issues found|Oh no! 💥|Error: Check failed|would reformat \S|Diff in \S+:\d+|ERROR: \S+ Imports are incorrectly)/,
    like: {
      command: ['prettier --check .', 'black --check src', 'gofmt -l .', 'cargo fmt --check', 'ruff format --check'],
      passed: ['All matched files use Prettier code style!', '3 files left unchanged.'],
      failed: [
        '[warn] Code style issues found in 2 files. Run Prettier with --write to fix.',
        'would reformat src/a.py',
      ],
    },
    unlike: { command: ['blacklist'], passed: ['3 files left'], failed: ['Code style issues are discussed'] },
  },
  {
    name: 'compiler',
    kind: 'build',
    command:
      /^(?:(?:\S*-)?(?:gcc|g\+\+|clang|clang\+\+)|cc|c\+\+|rustc|javac|kotlinc|scalac|ghc|swiftc|dmd|fpc|go build|go generate|zig build|nim c|valac|tsup|esbuild|protoc|nasm|ld)(?: |$)/,
    isSilent: true,
    failed:
      /^(?:\S+:\d+:(?:\d+:)? (?:fatal )?error: |error\[E\d+\]: |error: aborting due|collect2: error|.*undefined reference to|# \S+$|\S+\.go:\d+:\d+: |e: \S+|✘ \[ERROR\] )/,
    like: {
      command: ['gcc -Wall a.c -o a', 'go build ./...', 'javac A.java', 'rustc a.rs'],
      failed: [
        "a.c:3:5: error: expected ';' before 'return'",
        'error[E0308]: mismatched types',
        './a.go:3:2: undefined: x',
      ],
    },
    unlike: {
      command: ['cargo doc', 'ccache -s', 'go version'],
      failed: ["a.c:3:5: warning: unused variable 'error'", 'src/error/a.c'],
    },
  },
  {
    name: 'build tool',
    kind: 'build',
    command:
      /^(?:cargo (?:\+\S+ )?(?:build|check|b|c|doc)|cmake|ninja|meson|bazel|swift build|dotnet (?:build|publish|pack)|msbuild|xcodebuild|webpack|vite build|rollup|next build|nuxt build|parcel build|ng build|gulp|grunt|turbo|nx|lerna|hugo|jekyll build|mkdocs build|sphinx-build|latexmk|pdflatex|docker(?:-compose| compose)? build|docker buildx build|podman build|buildah|flutter build|stack build|cabal build|sbt|lein|mix compile|dune build|elm make|rebar3|python[\d.]* -m (?:build|compileall|py_compile)|python[\d.]* setup\.py|poetry build|hatch build|gem build|electron-builder)\b/,
    isWrapper: true,
    passed:
      /^(?:Build succeeded\.?|Build complete!.*|(?:✓ )?[Cc]ompiled successfully.*|webpack \S{1,40} compiled successfully.*|✓ built in .*|Successfully (?:built|tagged) \S.*|-- Build files have been written to: .*|ninja: no work to do\.|\[\d+%\] Built target \S+|Finished `?\S+`? (?:profile|\[).*|\*\* BUILD SUCCEEDED \*\*|INFO: Build completed successfully.*|(?:#\d+ )?naming to .*done|\[success\] Total time.*|Successfully ran target.*|=> => naming to \S.*)$/,
    failed:
      /^(?:Build FAILED\.?|Failed to compile\.?|error during build:|error: could not compile|CMake Error|-- Configuring incomplete|ninja: build stopped|FAILED: \S|ERROR: failed to (?:solve|build)|ERROR in \S|(?:webpack )?\S* ?compiled with \d+ error|\*\* BUILD FAILED \*\*|ERROR: Build did NOT complete|.*: error (?:CS|MSB|FS|LNK)\d+|error: build failed|Module not found: )/,
    like: {
      command: [
        'cargo build --release',
        'cmake -B build',
        'next build',
        'dotnet build',
        'docker build -t app .',
        'vite build',
      ],
      passed: [
        'Build succeeded.',
        '✓ built in 1.21s',
        'Finished `dev` profile [unoptimized + debuginfo] target(s) in 0.5s',
        '-- Build files have been written to: /app/build',
        '[100%] Built target app',
      ],
      failed: [
        'error: could not compile `app` (bin "app") due to 1 previous error',
        'Build FAILED.',
        'CMake Error at CMakeLists.txt:3 (find_package):',
        'ERROR: failed to solve: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1',
      ],
    },
    unlike: {
      command: ['cargo run', 'docker ps', 'nxt'],
      passed: ['Build succeeded in the meeting', 'Finished reading'],
      failed: ['Building CXX object error.cpp.o', 'Compiling thiserror v1.0'],
    },
  },
  {
    name: 'jvm build',
    kind: 'build',
    command: /^(?:\S*\/)?(?:mvnw?|gradlew?|ant)\b/,
    isWrapper: true,
    passed: /^BUILD SUCCESS(?:FUL)?(?: in .*)?$/,
    failed:
      /^(?:BUILD FAIL(?:URE|ED)(?: in .*)?$|COMPILATION ERROR|FAILURE: Build failed|Execution failed for task|> Task \S+ FAILED)/,
    like: {
      command: ['mvn -q test', './gradlew build', './mvnw verify'],
      passed: ['BUILD SUCCESS', 'BUILD SUCCESSFUL in 3s'],
      failed: [
        'BUILD FAILURE',
        'BUILD FAILED in 2s',
        'FAILURE: Build failed with an exception.',
        '> Task :test FAILED',
      ],
    },
    unlike: {
      command: ['antlr4 A.g4'],
      passed: ['BUILD SUCCESS is rare'],
      failed: ['BUILD FAILURE_MODES', 'Build failed?'],
    },
  },
]
