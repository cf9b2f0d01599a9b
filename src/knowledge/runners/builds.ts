import { one, type Row } from '../row.js'

/** Compilers, bundlers, and type checkers. */
export const BUILDS: readonly Row[] = [
  {
    name: 'tsc',
    kind: 'types',
    commands: ['tsc|vue-tsc|svelte-check|tsgo', 'astro|flow check'],
    isSilent: true,
    // The second is a package of the same name that only prints.
    failed: { starts: ['This is not the tsc command'], forms: ['… error TS#: *'] },
    like: {
      command: ['tsc --noEmit -p .', 'vue-tsc'],
      failed: ["src/a.ts(3,5): error TS2304: Cannot find name 'x'.", 'This is not the tsc command you are looking for'],
    },
    unlike: {
      command: ['tscn', 'cat tsc.log'],
      failed: ['✓ reports error TS2304', 'error TS', 'This is the tsc command'],
    },
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
      forms: ['created * in *s $', 'INFO - Documentation built in *', 'Documentation built in *'],
      pattern:
        /^(?:webpack \S{1,40} compiled successfully|\[\d+%\] Built target |Finished `?\S+`? (?:profile|\[)|(?:#\d+ )?naming to .*done$)/,
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
      forms: ['> Task * FAILED*'],
      pattern: /^(?:\[ERROR\] )?\S{1,300}:\[\d{1,6},\d{1,5}\] \S/,
    },
    like: {
      command: ['mvn -q test', './gradlew build', './mvnw verify'],
      passed: ['BUILD SUCCESS', 'BUILD SUCCESSFUL in 3s'],
      failed: [
        ...['BUILD FAILURE', 'BUILD FAILED in 2s', 'FAILURE: Build failed with an exception.', '> Task :test FAILED'],
        '[ERROR] For more information about the errors and possible solutions, please read the following articles:',
        '[ERROR] /app/src/main/java/Shop.java:[38,6] reached end of file while parsing',
        '[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.2.5:test (default-test)',
      ],
    },
    unlike: {
      command: ['antlr4 A.g4'],
      passed: ['BUILD SUCCESS is rare'],
      failed: ['BUILD FAILURE_MODES', 'Build failed?', '[ERROR] Shop.java:[38,6]', 'a.java:[3,5]'],
    },
  },
]
