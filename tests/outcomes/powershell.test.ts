import { describe, expect, test } from 'vitest'
import { digestLines } from '../../src/domain/digest/digest.js'
import { UNKNOWN_TURNS } from '../../src/domain/digest/turns.js'
import { isPowerShell, posixLine } from '../../src/domain/shell/powershell.js'
import type { SourceMessage } from '../../src/domain/source/types.js'
import { called, count, returned } from '../summary/spans.js'

/** Command lines of PowerShell. */

const lines = (command: string, output: string, tool = 'powershell') => {
  const source: SourceMessage[] = [called(1, tool, { command }), returned(2, tool, output)]
  return digestLines(source, UNKNOWN_TURNS, { budgetTokens: 800, count }).map(({ text }) => text)
}
const ended = (output: string, code = 0) => `${output}\n<shellId: 4 completed with exit code ${code}>`

test.each([
  ['powershell', true],
  ['pwsh', true],
  ['run_pwsh', true],
  ['read_powershell', true],
  ['bash', false],
  ['powershellish', false],
])('the tool %s runs PowerShell: %s', (tool, isOne) => expect(isPowerShell(tool, 'npm test')).toBe(isOne))

test.each([
  ['$exe = "C:\\tools\\build.exe"; & $exe --all', true],
  ['$env:PORT = 7420; npm test', true],
  ['Get-ChildItem src -Recurse', true],
  ['Test-Path a.txt', true],
  ['& "C:\\tools\\build.exe" --all', true],
  ['scoop --version 2>$null', true],
  ['npm test; exit $LASTEXITCODE', true],
  ['$HOME/bin/build --all', false],
  ['PORT=7420 npm test & wait', false],
  ['echo "Get-ChildItem"', false],
  ['apt-get install -y gcc', false],
])('a shell runs %s as PowerShell: %s', (command, isOne) => expect(isPowerShell('bash', command)).toBe(isOne))

test('[V9] a command is named by what it runs, not by the variables and headings before it', () => {
  const command = '$exe = "C:\\tools\\build.exe"; & $exe --all'
  expect(lines(command, 'ERROR: no such target\n[exit code: 1]', 'bash')).toEqual([
    '`$exe --all` failed: ERROR: no such target',
  ])
  expect(lines('echo "== tests ==" && npm test', '2 passed\n[exit code: 0]', 'bash')).toEqual(['`npm test` passed'])
  expect(lines("echo 'a'; git push", 'Everything up-to-date\n[exit code: 0]', 'bash')).toEqual([
    '`git push` succeeded: Everything up-to-date',
  ])
})

test.each([
  ['.\\tools\\Build.ps1 -All', './tools/Build.ps1 -All'],
  ['npm test 2>&1 | Select-Object -Last 5', 'npm test 2>&1 | tail -5'],
  ['npm test | Select-Object -First 5', 'npm test | head -5'],
  ['$r = Get-Item a.txt; $all += 3', 'Get-Item a.txt; 3'],
  ['Get-Item a | ForEach-Object { $_.Name } | Sort-Object', 'Get-Item a | ForEach-Object  | Sort-Object'],
  ['Get-Item a | Select-Object @{n="x"; e={$_.Name}}, Size', 'Get-Item a | Select-Object , Size'],
  ['Get-Item a | ForEach-Object { [int]$_ ', 'Get-Item a | ForEach-Object '],
  ['if ($ok) { git push } else { "no" }', 'if ($ok) { git push } else '],
  ['(Get-Date).AddDays(-1); (Get-Location).Path', '(Get-Date); (Get-Location)'],
  ["$text = 'a'; git push", "echo 'a'; git push"],
  ['npm test; "done"', 'npm test; echo "done"'],
  ['$files; [Environment]::OSVersion', 'echo $files; echo [Environment]::OSVersion'],
  ['& "C:\\Program Files\\a.exe" -x', '"C:/Program Files/a.exe" -x'],
  ["$body = @'\nIt's new; rm -rf a\n'@\ngh issue create -F -", "echo '…'\ngh issue create -F -"],
  ['$body = @"\r\nnew\r\n"@\r\ngit push', "echo '…'\ngit push"],
  ["echo @'\nopen", "echo @'\nopen"],
  ['npm run `\n  build', 'npm run   build'],
])('%j reads as %j', (command, line) => expect(posixLine(command)).toBe(line))

describe('[V9] a command of PowerShell', () => {
  test('passed or failed by its code and its words', () => {
    expect(lines('Push-Location api; go test ./...', ended('ok example.com/a 0.1s'))).toEqual([
      '`Push-Location api; go test ./...` passed',
    ])
    expect(lines('Invoke-Pester -Path tests', ended('[-] reads the stock 12ms', 1))).toEqual([
      '`Invoke-Pester -Path tests` failed: [-] reads the stock 12ms',
    ])
    expect(lines('.\\a.ps1 x.md', ended('MethodInvocationException: C:\\a.ps1:58', 1))).toEqual([
      '`./a.ps1 x.md` failed: MethodInvocationException: C:\\a.ps1:58',
    ])
  })

  test.each([
    'Get-Content docs\\plan.md -Tail 12',
    'Get-ChildItem -Recurse | Where-Object Length -gt 3 | Select-Object Name',
    '$log = ".\\a.log"; Get-Content $log | Select-String "Error:"; "rows"',
  ])('leaves no line if it only looks: %s', (command) => {
    expect(lines(command, ended('Error: no stock\n3 failed'))).toEqual([])
  })

  test('is not named by what its line prints', () => {
    expect(lines('npm ci; "--- end ---"', ended('no stock\n--- end ---', 1))).toEqual([
      '`npm ci; echo "--- end ---"` failed: no stock',
    ])
  })

  test('changes files', () => {
    expect(lines('"3" | Set-Content docs\\count.txt; Remove-Item old.txt', ended(''))).toEqual(
      expect.arrayContaining(['created docs/count.txt', 'deleted old.txt']),
    )
    expect(lines('Add-Content notes.md "x.md"; Move-Item a.ts b.ts; Copy-Item c.ts d.ts', ended(''))).toEqual(
      expect.arrayContaining(['modified notes.md', 'moved a.ts → b.ts', 'created d.ts']),
    )
    expect(lines('Write-Output x | Out-File a.log; New-Item b.log', ended(''))).toEqual(
      expect.arrayContaining(['created a.log', 'created b.log']),
    )
  })
})
