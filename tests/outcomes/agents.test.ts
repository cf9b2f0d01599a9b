import { describe, expect, test } from 'vitest'
import { digestLines } from '../../src/domain/digest/digest.js'
import { UNKNOWN_TURNS } from '../../src/domain/digest/turns.js'
import { envelopeOf, runningId } from '../../src/domain/outcomes/envelope.js'
import { callVerdict, commandVerdict } from '../../src/domain/outcomes/outcome.js'
import { printedOf } from '../../src/domain/outcomes/printed.js'
import { RUNNING_FORMATS } from '../../src/knowledge/exit-codes.js'
import type { SourceMessage } from '../../src/domain/source/types.js'
import { called, count, returned } from '../summary/spans.js'

/** What agents write before the output of a command, and commands that go on after it. */

const lines = (source: SourceMessage[]) =>
  digestLines(source, UNKNOWN_TURNS, { budgetTokens: 800, count }).map(({ text }) => text)
const written = (state: string, output: string, command = "Command: /bin/bash -lc 'make all'\n") =>
  `${command}Chunk ID: a1b2\nWall time: 10.0 seconds\n${state}\nOriginal token count: 12\nOutput:\n${output}`
const ended = (code: number, output: string, command?: string) =>
  written(`Process exited with code ${code}`, output, command)

test.each(RUNNING_FORMATS.map((row) => [row.name, row] as const))(
  '[V9] a command goes on as "%s"',
  (_, { line, inEnvelope, like, unlike }) => {
    const result = (text: string) => (inEnvelope ? `Wall time 1.0 seconds\nOutput:\n${text}` : text)
    for (const [text, id] of like) expect([text, runningId(result(text))]).toEqual([text, id])
    for (const text of unlike) expect([text, line.test(text)]).toEqual([text, false])
  },
)

describe('[V9] what an agent writes before an output', () => {
  const file = 'Command: /bin/bash -lc "cat > a.test.js <<\'EOF\'\nOutput:\nError: no stock\n3 failed\nEOF"\n'

  test('is no output: neither the command, nor the file that it writes', () => {
    expect(envelopeOf(ended(0, 'fine\n', file))).toEqual({ code: 0, running: null, output: 'fine\n' })
    expect(
      commandVerdict("cat > a.test.js <<'EOF'\nError: no stock\n3 failed\nEOF", ended(0, '', file), false),
    ).toEqual({
      outcome: 'passed',
      failure: '',
    })
    expect(printedOf(ended(0, 'Plan\n3 shops', file))).toBe('Plan / 3 shops')
    expect(printedOf(ended(0, '{"order_id": "A-7"}'))).toBe('order_id: A-7')
  })

  test('may end with blanks', () => {
    const output = 'fine\n'
    for (const blanks of [' ', '\r', ' \t\r'])
      expect(envelopeOf(`Process exited with code 0\nOutput:${blanks}\n${output}`)?.output).toBe(output)
  })

  test('is not how the failure is named', () => {
    expect(commandVerdict('gofmt -w .', ended(2, 'stat ./a: no such file'), false).failure).toBe(
      'stat ./a: no such file',
    )
    expect(commandVerdict('go run .', ended(1, ''), false).failure).toBe('exit code 1')
  })

  test('is an output like others if a program wrote it', () => {
    expect(envelopeOf('Report\nOutput:\n3 rows')).toBeNull()
    expect(envelopeOf('Exit code: 1\nWall time: 1 seconds\nOutput: 3 rows')).toBeNull()
    expect(envelopeOf('\nOutput:\n3 rows')).toBeNull()
  })

  test('holds for calls that ask for a command that goes on', () => {
    expect(callVerdict('write_stdin', ended(1, 'a.go:3:1: undefined: total'), false).outcome).toBe('failed')
    expect(callVerdict('write_stdin', ended(0, ''), false).outcome).toBe('passed')
  })
})

describe('[V9] a command that goes on', () => {
  const running = written('Process running with session ID 44', 'npm error: retried\n')

  test('neither passed nor failed, and says so', () => {
    expect(commandVerdict('npm ci', running, false)).toEqual({ outcome: 'ran', failure: '' })
    expect(lines([called(1, 'exec_command', { cmd: 'npm ci' }), returned(2, 'exec_command', running)])).toEqual([
      '`npm ci` ran: still running',
    ])
  })

  test.each([
    ['session_id', 44, running, ended(1, 'FAIL src/a.test.ts'), '`npm test` failed: FAIL src/a.test.ts'],
    ['session_id', 44, running, ended(0, 'Tests: 3 passed, 3 total'), '`npm test` passed'],
    [
      'bash_id',
      'b3',
      'Command running in background with ID: b3. Output is being written to: /tmp/b3.output',
      '<status>completed</status>\n\n<exit_code>1</exit_code>\n\n<stdout>\nFAIL src/a.test.ts\n</stdout>',
      '`npm test` failed: FAIL src/a.test.ts',
    ],
  ])('is named with what a later call by its %s %s shows', (key, id, started, result, line) => {
    const asking = key === 'bash_id' ? 'BashOutput' : 'write_stdin'
    const source = [
      called(1, 'exec_command', { cmd: 'npm test' }),
      returned(2, 'exec_command', started),
      called(3, asking, { [key]: id }),
      returned(4, asking, result),
    ]
    expect(lines(source)).toEqual([line])
  })

  test('is named by the end of a result, too', () => {
    const open = '[watch] waiting\n<command with shellId: w1 is still running after 60 seconds. Use read_powershell.>'
    const source = [
      called(1, 'powershell', { command: './scripts/Watch-Build.ps1', shellId: 'w1' }),
      returned(2, 'powershell', '<command started in background with shellId: w1>'),
      called(3, 'read_powershell', { shellId: 'w1' }),
      returned(4, 'read_powershell', open),
    ]
    expect(lines(source)).toEqual(['`./scripts/Watch-Build.ps1` ran: still running'])
    const ending = '[watch] GREEN\n<shellId: w1 completed with exit code 1>'
    expect(
      lines([...source, called(5, 'read_powershell', { shellId: 'w1' }), returned(6, 'read_powershell', ending)]),
    ).toEqual(['`./scripts/Watch-Build.ps1` failed: [watch] GREEN'])
  })

  test('is named below the facts of a task', () => {
    const task =
      '<retrieval_status>timeout</retrieval_status>\n\n<task_id>b3</task_id>\n\n<task_type>local_bash</task_type>\n\n<status>running</status>'
    expect(runningId(task)).toBe('running')
    expect(printedOf(task)).toBe('')
    const script = (state: string) => `Script completed\nWall time 1.0 seconds\nOutput:\n\nBuilt a\n${state}`
    expect(runningId(script('SESSION_ID=44'))).toBe('44')
    expect(runningId(script('done'))).toBeNull()
    // A program may print its own session.
    expect(runningId('Logged in\nsession id: 44')).toBeNull()
    expect(runningId('SESSION_ID=44\nPATH=/bin')).toBeNull()
  })

  test('is unknown to a call with another id', () => {
    const source = [
      called(1, 'exec_command', { cmd: 'npm test' }),
      returned(2, 'exec_command', running),
      called(3, 'write_stdin', { session_id: 45 }),
      returned(4, 'write_stdin', ended(0, 'done')),
    ]
    expect(lines(source)).toContain('`npm test` ran: still running')
  })
})

describe('[V9] a command that its agent ended', () => {
  const soFar = 'ok  \texample.com/shop\t0.2s'
  const limit = 'command timed out after 120000 milliseconds'

  test.each([
    [`${limit}\n${soFar}`, limit],
    [`${soFar}\n\n(Command timed out after 120000 ms)`, '(Command timed out after 120000 ms)'],
    [`Exit code 143\nCommand timed out after 2m 0.0s\n\n${soFar}`, 'Command timed out after 2m 0.0s'],
    [`${soFar}\n\n<bash_metadata>\nUser aborted the command\n</bash_metadata>`, 'User aborted the command'],
    [
      `The last command <command>go test ./...</command> timed out and has been killed.\n<output>\n${soFar}\n</output>`,
      'timed out and has been killed',
    ],
  ])('has not succeeded, whatever it printed until then: %s', (text, failure) => {
    expect(commandVerdict('go test ./...', text, false)).toEqual({ outcome: 'failed', failure })
  })

  test('is not one that only printed such a row', () => {
    expect(commandVerdict('go test ./...', `${soFar}\n${limit}\n[exit: 0]`, false).outcome).toBe('passed')
    expect(commandVerdict('tail -2 jobs.log', `${soFar}\n${limit}`, false).outcome).toBe('ran')
  })
})
