import { expect, test } from 'vitest'
import { artifactsOf } from '../../src/domain/anchors/artifacts.js'
import type { SourceMessage } from '../../src/domain/source/types.js'

/** Calls of a shell with their results, in order. */
function ran(...calls: [command: string, result: string][]): SourceMessage[] {
  return calls.flatMap(([command, text], at): SourceMessage[] => {
    const callId = `call_${at}`
    const args = JSON.stringify({ command })
    return [
      { seq: 2 * at + 1, role: 'assistant', parts: [{ kind: 'call', callId, name: 'bash', args }] },
      { seq: 2 * at + 2, role: 'tool', parts: [{ kind: 'result', callId, name: 'bash', text, isError: false }] },
    ]
  })
}

const REPLACES = `with open('src/schema.py', 'r') as f:
    content = f.read()
content = content.replace("if x:", "if x is None:")
with open('src/schema.py', 'w') as f:
    f.write(content)`

const changesOf = (source: SourceMessage[]) => artifactsOf(source).map(({ action, path }) => `${action} ${path}`)

test('[V5] [C9] a script that is written and run changes the files that it opens for writing', () => {
  const write = `cd /testbed && cat > fix.py << 'EOF'\n${REPLACES}\nEOF`
  expect(changesOf(ran([write, ''], ['cd /testbed && python fix.py', 'done']))).toEqual([
    'created fix.py',
    'modified src/schema.py',
  ])
  expect(changesOf(ran([`${write}\npython3 /testbed/fix.py`, 'done']))).toContain('modified src/schema.py')
})

test('[V5] a script that was not run, or that failed, changed nothing', () => {
  const write = `cat > fix.py <<EOF\n${REPLACES}\nEOF`
  expect(changesOf(ran([write, ''], ['python other.py', '']))).toEqual(['created fix.py'])
  const failed = '<returncode>1</returncode>\nTraceback (most recent call last):\nKeyError: 1'
  expect(changesOf(ran([write, ''], ['python fix.py', failed]))).toEqual(['created fix.py'])
})

test.each([
  [`python - <<'EOF'\n${REPLACES}\nEOF`, ['modified src/schema.py']],
  [`python3 -c "open('a.py','w').write('x')"`, ['created a.py']],
  [
    `python3 <<EOF\npath = 'src/a.py'\ntext = open(path).read()\nopen(path, mode="w").write(text)\nEOF`,
    ['modified src/a.py'],
  ],
  [
    `python <<EOF\nfrom pathlib import Path\np = Path("src/a.py")\np.write_text(p.read_text() + "x")\nEOF`,
    ['modified src/a.py'],
  ],
  [
    `python <<EOF\nPath('b.md').write_text('x')\nopen('log.txt', 'a').write('x')\nEOF`,
    ['modified log.txt', 'created b.md'],
  ],
  [`bash <<EOF\nsed -i 's/a/b/' c.py\nEOF`, ['modified c.py']],
  [`tee run.sh <<EOF\nrm old.py\nEOF\nbash run.sh`, ['created run.sh', 'deleted old.py']],
  [`python <<EOF\nprint(open('a.py').read())\nopen(name, 'w')\nopen(os.path.join(x, 'y.py'), 'w')\nEOF`, []],
])('[V5] [C9] files that a script in a command line writes: %s', (command, changes) => {
  expect(changesOf(ran([command, '']))).toEqual(changes)
})

test('[V5] a script that a tool wrote changes files when a shell runs it', () => {
  const args = JSON.stringify({ file_path: '/repo/fix.py', content: REPLACES })
  const source: SourceMessage[] = [
    { seq: 1, role: 'assistant', parts: [{ kind: 'call', callId: 'w', name: 'Write', args }] },
    { seq: 2, role: 'tool', parts: [{ kind: 'result', callId: 'w', name: 'Write', text: 'ok', isError: false }] },
  ]
  const later = ran(['cd /repo && python fix.py', 'ok']).map((message) => ({ ...message, seq: message.seq + 2 }))
  expect(changesOf([...source, ...later])).toEqual(['created /repo/fix.py', 'modified src/schema.py'])
})
