import { expect, test } from 'vitest'
import { editsOf, editText } from '../../src/domain/digest/edits.js'
import { digestLines } from '../../src/domain/digest/digest.js'
import type { SourceMessage } from '../../src/domain/source/types.js'

interface Call {
  name?: string
  args: object | string
  result?: string
  isError?: boolean
}

function ran(...calls: Call[]): SourceMessage[] {
  return calls.flatMap(({ name = 'Edit', args, result = 'ok', isError = false }, at): SourceMessage[] => {
    const callId = `call_${at}`
    const text = typeof args === 'string' ? args : JSON.stringify(args)
    return [
      { seq: 2 * at + 2, role: 'assistant', parts: [{ kind: 'call', callId, name, args: text }] },
      { seq: 2 * at + 3, role: 'tool', parts: [{ kind: 'result', callId, name, text: result, isError }] },
    ]
  })
}

const edit = (before: string, after: string, file_path = 'src/state.go') => ({
  args: { file_path, old_string: before, new_string: after },
})
const textsOf = (source: SourceMessage[]) =>
  editsOf(source)
    .map(editText)
    .filter((text) => text !== '')

test('[V5] an edit is described by the declarations that it added and removed', () => {
  const before = 'func oldName() {\n\treturn nil\n}'
  const after = 'import "fmt"\n// marks\nfunc markEnded(id string) error {\n\tif err != nil {\n\t\treturn err\n\t}\n}'
  expect(textsOf(ran(edit(before, after)))).toEqual([
    'edited state.go: added `func markEnded(id string) error {`; removed `func oldName() {`',
  ])
})

test('[V5] without a declaration, the first statements that were not there before are shown', () => {
  const source = ran(edit('type State struct {\n}', 'type State struct {\n\tEndedAt    *time.Time\n}'))
  expect(textsOf(source)).toEqual(['edited state.go: added `EndedAt *time.Time`'])
  expect(textsOf(ran(edit('a', '\tbaseTree,\n\t"fmt"\n┌── Role ──┐\n\treturn fmt.Errorf("no %w", err)')))).toEqual([
    'edited state.go: added `return fmt.Errorf("no %w", err)`',
  ])
})

test('[V5] [C4] what a later edit of the turn took out again is not shown, nor are failed and refused edits', () => {
  const added = edit('x := 1', 'x := 1\nlimit := readLimit()')
  const undone = edit('limit := readLimit()', 'limit := maxLimit()')
  expect(textsOf(ran(added, undone))).toEqual(['edited state.go: added `limit := maxLimit()`'])
  const failed = { ...edit('a', 'func never() {'), result: 'String to replace not found', isError: true }
  const refused = { ...edit('a', 'func never() {'), result: "The user doesn't want to proceed with this tool use." }
  expect(textsOf(ran(failed, refused))).toEqual([])
})

test.each<[string, Call]>([
  [
    'several edits of one file',
    {
      name: 'MultiEdit',
      args: { file_path: 'a.ts', edits: [{ old_string: 'x', new_string: 'const total = sum(all)' }] },
    },
  ],
  [
    'a patch',
    {
      name: 'apply_patch',
      args: '*** Begin Patch\n*** Update File: lib/a.ts\n@@\n-x\n+const total = sum(all)\n*** End Patch',
    },
  ],
  [
    'a patch in an argument',
    {
      name: 'shell',
      args: {
        command: ['apply_patch', '*** Begin Patch\n*** Update File: a.ts\n+const total = sum(all)\n*** End Patch'],
      },
    },
  ],
  [
    'an editor with commands',
    {
      name: 'str_replace_editor',
      args: { command: 'str_replace', path: '/a.ts', old_str: 'x', new_str: 'const total = sum(all)' },
    },
  ],
])('[V5] edits are read from %s', (_, call) => {
  expect(textsOf(ran(call))).toEqual(['edited a.ts: added `const total = sum(all)`'])
})

test('[V5] a turn that ended with a statement speaks for itself, any other is described by its edits', () => {
  const source = ran(edit('a', 'func markEnded() {'))
  const closing: SourceMessage = {
    ...{ seq: 9, role: 'assistant' },
    parts: [{ kind: 'text', text: 'Sessions now record the time at which they ended.' }],
  }
  const linesOf = (messages: SourceMessage[]) => {
    const turnOf = new Map(messages.map(({ seq }) => [seq, 1]))
    const requests = new Map([[1, { seq: 1, text: 'Record the end' }]])
    const options = { budgetTokens: 400, count: (text: string) => Math.ceil(text.length / 4) }
    return digestLines(messages, { turnOf, requests, lastTurn: 2 }, options).map(({ text }) => text)
  }
  expect(linesOf(source)).toContain('edited state.go: added `func markEnded() {`')
  expect(linesOf([...source, closing]).filter((text) => text.startsWith('edited '))).toEqual([])
})

test.each([
  [
    "cd /repo && sed -i 's/collections.Mapping/Mapping/g' src/marshalling.py",
    'edited marshalling.py: `s/collections.Mapping/Mapping/g`',
  ],
  [
    "cat > fix.py <<'EOF'\nimport re\n# Fix 1: use __qualname__ for inner classes\ntext = open('src/a.py').read()\n# the rest\nopen('src/a.py', 'w').write(text)\nEOF\npython fix.py",
    'edited a.py: use __qualname__ for inner classes',
  ],
])('[V5] edits by commands are described by the expression, or by the comments of the script: %s', (command, text) => {
  expect(textsOf(ran({ name: 'bash', args: { command } }))).toEqual([text])
  const failed = '<returncode>1</returncode>\nTraceback (most recent call last):\nKeyError: 1'
  expect(textsOf(ran({ name: 'bash', args: { command }, result: failed }))).toEqual([])
})

test('[V5] a file that was written whole is described by its declarations, unless it is a script that was run', () => {
  const content = 'package cli\n\nfunc findStanza(text string) int {\n\treturn 0\n}\n\nfunc removeStanza() {\n}\n'
  const text = 'edited stanza.go: declares `func findStanza(text string) int {`, `func removeStanza() {`'
  expect(textsOf(ran({ name: 'Write', args: { file_path: 'src/stanza.go', content } }))).toEqual([text])
  const command = `cat > src/stanza.go <<'EOF'\n${content}EOF`
  expect(textsOf(ran({ name: 'bash', args: { command } }))).toEqual([text])
  const script = 'cat > try.py <<EOF\ndef main():\n    pass\nEOF'
  const call = (line: string) => ({ name: 'bash', args: { command: line } })
  expect(textsOf(ran(call(script), call('python try.py')))).toEqual([])
})
