import { expect, test } from 'vitest'
import { filesChangedByScripts } from '../../src/domain/shell/script-files.js'
import { filesChangedBy, isFile, isShell } from '../../src/domain/shell/shell-files.js'

/** The tools, commands and scripts in which changed files are read, each with an example. */

test.each([
  ...['Bash', 'local_shell', 'sh', 'run_terminal_cmd', 'terminal', 'exec', 'ssh_execute', 'command', 'cmd'],
  ...['run', 'container.exec', 'functions.shell', 'mcp__server__run_in_container', 'run-command'],
])('[V5] %s runs commands', (tool) => {
  expect(isShell(tool)).toBe(true)
})

test.each(['push_file', 'recommend', 'executive_summary', 'runner', 'bashful'])('[V5] %s runs no command', (tool) => {
  expect(isShell(tool)).toBe(false)
})

test.each([
  ...['src/a.ts', 'Makefile', 'web/Dockerfile', 'Justfile', 'LICENSE', 'docs/README', '.env', 'web/.node-version'],
])('[V5] %s is a file', (path) => {
  expect(isFile(path)).toBe(true)
})

test.each(['src', 'v1.2', '/dev/null', 'MakefileX', '*.ts', 's/a.ts/b.ts/g'])('[V5] %s is no file', (path) => {
  expect(isFile(path)).toBe(false)
})

test.each([
  ['CI=1 rm a.txt', 'a.txt', 'deleted'],
  ['sudo touch web/a.txt', 'web/a.txt', 'created'],
  ['sed --in-place s/old.js/new.js/ a.js', 'a.js', 'modified'],
  ["sed -i 's/old.js/new.js/' a.js", 'a.js', 'modified'],
  ["perl -pi -e 's|old.js|new.js|g' a.js", 'a.js', 'modified'],
])('[V5] `%s` changes %s', (command, path, action) => {
  expect(filesChangedBy(command)).toEqual([{ path, action }])
})

test.each([
  ["python3 - <<'EOF'\nname = 'a.txt'\nPath(name).write_text(text)\nEOF", 'created'],
  ["python3 - <<'EOF'\nPath('a.txt').write_bytes(data)\nEOF", 'created'],
  ["python3 -c \"Path('a.txt').write_text(Path('a.txt').read_text().upper())\"", 'modified'],
  ["node <<'EOF'\nfs.appendFileSync('a.txt', row)\nEOF", 'modified'],
  ["node <<'EOF'\nawait writeFile('a.txt', text)\nEOF", 'created'],
  ["node <<'EOF'\nlet file = 'a.txt'\nfs.writeFileSync(file, text)\nEOF", 'created'],
  ["node <<'EOF'\nvar file = 'a.txt';\nfs.writeFileSync(file, text)\nEOF", 'created'],
  ["node <<'EOF'\nconst file = 'a.txt'\nfs.writeFileSync(file, text)\nEOF", 'created'],
  ["sh -c 'rm a.txt'", 'deleted'],
  ["bash <<'EOF'\nrm a.txt\nEOF", 'deleted'],
])('[V5] the script in %j changes a file', (command, action) => {
  expect(filesChangedByScripts(command, new Map())).toEqual([{ path: 'a.txt', action }])
})
