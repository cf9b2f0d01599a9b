import { describe, expect, test } from 'vitest'
import { artifactsOf } from '../../src/domain/anchors/artifacts.js'
import { linkMessage } from '../../src/domain/context/pairing.js'
import { digestLines } from '../../src/domain/digest/digest.js'
import { UNKNOWN_TURNS } from '../../src/domain/digest/turns.js'
import { isProgram, scriptedCall } from '../../src/domain/shell/scripted-calls.js'
import type { Part } from '../../src/domain/message.js'
import { toSource } from '../../src/domain/source/source.js'
import { called, count, returned } from '../summary/spans.js'

/** Calls of tools in a script that a model writes. */

const message = (part: Part, role: 'assistant' | 'tool' = 'assistant') => ({
  role,
  parts: [part],
  origin: 'app' as const,
  pinned: false,
  paths: [],
})

const command = (cmd: string) => ({ name: 'exec_command', args: JSON.stringify({ cmd }) })
const script = (cmd: string, after = 'text(r.output);') =>
  `const r = await tools.exec_command({"cmd":${JSON.stringify(cmd)},"workdir":"/shop","yield_time_ms":10000});\n${after}`

describe('[V9] a script that calls tools', () => {
  test.each([
    ['await tools.exec_command({"cmd":"npm test"})', command('npm test')],
    ["await tools.exec_command({cmd: 'npm test'})", command('npm test')],
    ['await tools.exec_command({ cmd: `a \\`b\\`\\n\\u0041` })', command('a `b`\nA')],
    [
      'await tools.wait({"id": 44, "all": true, "no": false, other: x, list: [1, "}"], f: {a: "b"}})',
      { name: 'wait', args: '{"id":44,"all":true,"no":false}' },
    ],
    [
      'tools.apply_patch("*** Begin Patch\\n*** End Patch")',
      { name: 'apply_patch', args: '*** Begin Patch\n*** End Patch' },
    ],
    ['const patch = `a\\tb`;\ntext(await tools.apply_patch(patch));', { name: 'apply_patch', args: 'a\tb' }],
    ['const patch = String.raw`a\\tb`; await tools.apply_patch(patch)', { name: 'apply_patch', args: 'a\\tb' }],
    [
      'await Promise.all([tools.exec_command({cmd: "ls"}), tools.exec_command({cmd: "npm test"}), tools.other({a: "b"})])',
      command('ls\nnpm test'),
    ],
    [
      'await tools.apply_patch("x"); await tools.exec_command({cmd: "npm test"})',
      command("apply_patch <<'EOF'\nx\nEOF\nnpm test"),
    ],
    ['tools.one({a: "b"}); tools.two({c: "d"})', { name: 'one', args: '{"a":"b"}' }],
    ['await tools.exec_command("ls"); await tools.shell("npm test")', command('ls\nnpm test')],
    ['await tools.shell("{"); await tools.shell({n: 3}); await tools.shell({cmd: "ls"})', command('{\nls')],
  ])('%s', (text, call) => expect(scriptedCall(text)).toEqual(call))

  test.each([
    'npm test',
    'python -c \'import tools; tools.run("x")\'',
    '*** Begin Patch\n*** Update File: a.py\n@@\n+tools.register("search")\n*** End Patch',
    'tools.',
    'tools.a b({})',
    'tools.run(unknown)',
    'tools.run({"a b": 3})',
    'tools.run("open',
    'tools.run(3)',
  ])('makes no call: %s', (text) => expect(scriptedCall(text)).toBeNull())

  test('is read as the calls that it makes', () => {
    const seen = (cmd: string, output: string) => {
      const call = { type: 'tool_call' as const, callId: 'c1', name: 'exec', args: script(cmd) }
      const result = {
        type: 'tool_result' as const,
        callId: 'c1',
        content: `Script completed\nWall time 0.1 seconds\nOutput:\n\n${output}`,
      }
      const source = [
        toSource(1, message(call), []),
        toSource(2, message(result, 'tool'), [
          { kind: 'tool_result', tokens: 1, callId: 'c1', name: 'exec', isError: false, callSeq: 1, late: false },
        ]),
      ]
      return digestLines(source, UNKNOWN_TURNS, { budgetTokens: 800, count }).map(({ text }) => text)
    }
    expect(seen('cd api && npx jest --ci', 'Tests: 3 passed, 3 total')).toEqual(['`npx jest --ci` passed'])
    expect(seen('cargo build', 'error: no stock')).toEqual(['`cargo build` failed: error: no stock'])
    expect(seen('git log -3', 'error: no stock\n3 failed')).toEqual([])
  })

  test('is no command line if it calls none', () => {
    const find = {
      type: 'tool_call' as const,
      callId: 'c1',
      name: 'exec',
      args: 'const hits = ALL.filter(x => /probe/i.test(x.name)); text(hits);',
    }
    expect(artifactsOf([toSource(1, message(find), [])])).toEqual([])
    expect(isProgram('text(1)')).toBe(true)
    for (const line of ['const a', 'npm test', 'echo text(1)']) expect([line, isProgram(line)]).toEqual([line, false])
  })

  test('is named by its check', () => {
    const call =
      'await tools.exec_command({cmd: "gofmt -w a.go"}); const r = await tools.exec_command({cmd: "go test ./..."}); text(r)'
    expect(scriptedCall(call)).toEqual(command('gofmt -w a.go\ngo test ./...'))
    const source = [
      called(1, 'exec_command', { cmd: 'gofmt -w a.go\ngo test ./...' }),
      returned(2, 'exec_command', '--- FAIL: TestA (0.1s)'),
    ]
    expect(digestLines(source, UNKNOWN_TURNS, { budgetTokens: 800, count }).map(({ text }) => text)).toEqual([
      '`go test ./...` failed: --- FAIL: TestA (0.1s)',
    ])
  })

  test('is known to what reduces its result', () => {
    const call = { type: 'tool_call' as const, callId: 'c1', name: 'exec', args: script('npx jest --ci') }
    const { openCalls } = linkMessage({ openCalls: [], lastSpokenSeq: 0 }, message(call), 1, [9])
    expect(openCalls[0]?.command).toBe('npx jest --ci')
  })
})
