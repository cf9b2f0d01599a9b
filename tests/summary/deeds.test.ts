import { expect, test } from 'vitest'
import { extractAnchors } from '../../src/domain/anchors/anchors.js'
import type { LineKind, SourceMessage } from '../../src/domain/source/types.js'
import { verifySummary } from '../../src/domain/summary/verify.js'
import { called, count, returned, said, typed } from './spans.js'

const UNSUPPORTED = 'its words are absent from the source'

/** A span in which the agent only looks, and the request that comes before it. */
const english = {
  request: 'Please create a minimal config file that reproduces the encoding crash, and get it ready for testing.',
  span: [
    said(2, 'I look at the layout first.'),
    called(3, 'bash', { command: 'ls src/fluff' }),
    returned(4, 'bash', 'cli\nparser\nrules'),
    said(5, 'The parser package holds the readers.'),
  ],
  claim: 'Minimal config file created, ready for testing.',
  wish: 'Create a minimal config file that reproduces the encoding crash.',
}
const german = {
  request: 'Bitte erstelle eine minimale Beispieldatei, die den Absturz der Kodierung auslöst, bereit zum Testen.',
  span: [
    said(2, 'Zuerst sehe ich mir den Aufbau an.'),
    called(3, 'bash', { command: 'ls src/fluff' }),
    returned(4, 'bash', 'cli\nparser\nrules'),
    said(5, 'Das Paket parser enthält die Leser.'),
  ],
  claim: 'Minimale Beispieldatei erstellt, bereit zum Testen.',
  wish: 'Eine minimale Beispieldatei erstellen, die den Absturz der Kodierung auslöst.',
}

function droppedFor(
  source: SourceMessage[],
  request: string,
  text: string,
  kind: LineKind,
  content?: 'chat',
): string | undefined {
  const lines = [{ kind, text, importance: 0.5, sources: [] }]
  const { dropped } = verifySummary({
    ...{ source, anchors: extractAnchors(source), count, promptTexts: [request] },
    ...(content && { content }),
    lines: [...lines, { kind: 'fact', text: 'ls src/fluff shows cli, parser, rules', importance: 0.9, sources: [] }],
  })
  return dropped.find((one) => one.text === text)?.reason
}

test.each([english, german])(
  '[P14] what was asked for does not support that it was done: $claim',
  ({ request, span, claim, wish }) => {
    for (const kind of ['progress', 'error', 'artifact'] as const)
      expect(droppedFor(span, request, claim, kind)).toBe(UNSUPPORTED)
    // It supports what is still to do, and a message in which it was done supports the claim.
    expect(droppedFor(span, request, wish, 'next')).toBeUndefined()
    const done = [...span, called(6, 'write', { path: 'tests/mini.cfg', content: 'x' }), said(7, claim)]
    expect(droppedFor(done, request, claim, 'progress')).toBeUndefined()
  },
)

test('[P14] a bare list of files says that all were changed: those that were only read or named are no files of a checkpoint', () => {
  const reason = 'names files that no call changed'
  const edit = called(6, 'Edit', { file_path: 'src/fluff/a.ts', old_string: 'one', new_string: 'two' })
  const read = called(8, 'Read', { file_path: 'src/fluff/b.ts' })
  const acted = [...english.span, edit, returned(7, 'Edit', 'ok'), read, returned(9, 'Read', 'three')]
  const talked = [said(2, 'We edit src/fluff/a.ts and look at src/fluff/b.ts.'), said(3, 'Done with src/fluff/a.ts.')]
  expect(droppedFor(acted, '', 'src/fluff/a.ts', 'artifact')).toBeUndefined()
  expect(droppedFor(acted, '', 'src/fluff/a.ts, src/fluff/b.ts', 'artifact')).toBe(reason)
  expect(droppedFor(acted, '', 'Edited src/fluff/a.ts after src/fluff/b.ts', 'artifact')).toBeUndefined()
  expect(droppedFor(talked, '', 'src/fluff/a.ts; src/fluff/b.ts', 'artifact', 'chat')).toBe(reason)
  // Lines of an older checkpoint name changed files already.
  expect(droppedFor(talked, '', 'src/fluff/a.ts; src/fluff/b.ts', 'artifact')).toBeUndefined()
  expect(droppedFor(talked, '', 'We edit src/fluff/a.ts', 'artifact', 'chat')).toBeUndefined()
})

test('[P14] in a talk, a name that is everywhere supports no statement whose other words were said of someone else', () => {
  const meeting = [
    typed(2, 'Gareth Rogers: I call for nominations for a temporary Chair for today.'),
    typed(3, 'Julie Morgan: I nominate John Griffiths.'),
    typed(4, 'Gareth Rogers: There is only one nomination, so John Griffiths is the temporary Chair.'),
    typed(5, 'John Griffiths: Thank you all. We move on to the first evidence session.'),
    typed(6, 'John Griffiths: I welcome Dr David Blaney of the Funding Council.'),
    typed(7, 'Dr David Blaney: Thank you for the invitation, universities face lower funding at 12.5 million.'),
  ]
  const swapped = 'Dr David Blaney was nominated as the temporary Chair, with funding of 12.5 million'
  expect(droppedFor(meeting, '', swapped, 'fact', 'chat')).toBe(UNSUPPORTED)
  expect(droppedFor(meeting, '', 'John Griffiths is the temporary Chair', 'fact', 'chat')).toBeUndefined()
})

test('[P14] a line under files that names no file is a fact', () => {
  const line = (text: string) => ({ kind: 'artifact' as const, text, importance: 0.5, sources: [] })
  const edit = called(6, 'Edit', { file_path: 'src/fluff/a.ts', old_string: 'one', new_string: 'two' })
  const source = [...english.span, edit, returned(7, 'Edit', 'ok'), said(8, 'The reservation XEWRD9 is now nonstop.')]
  const lines = [line('modified src/fluff/a.ts'), line('The reservation XEWRD9 is nonstop')]
  const verdict = verifySummary({ source, anchors: extractAnchors(source), count, lines })
  expect(verdict.accepted && verdict.lines.map(({ kind }) => kind)).toEqual(['artifact', 'fact'])
})

test.each([
  [
    'Which book do you remember from your childhood?',
    'A favorite of mine is the one about the spider.',
    'Which book do you remember from childhood?',
  ],
  [
    'Welches Buch aus deiner Kindheit magst du noch heute?',
    'Am liebsten das mit der Spinne.',
    'Welches Buch aus der Kindheit magst du noch heute?',
  ],
  ['你小时候最喜欢哪本书？', '我最喜欢那本关于蜘蛛的书。', '小时候最喜欢哪本书？'],
])('[P14] a question that got a reply is not open: %s', (asked, reply, line) => {
  const reason = 'asks what the other side replied to'
  const dropped = (source: SourceMessage[], content?: 'chat') => droppedFor(source, '', line, 'question', content)
  const chat = [typed(1, 'cli, parser, rules'), said(2, asked), typed(3, reply)]
  expect(dropped(chat, 'chat')).toBe(reason)
  expect(dropped(chat)).toBe(reason)
  // Asked by a person, then answered; and open at the end of the span.
  expect(dropped([said(1, 'cli, parser, rules'), typed(2, asked), said(3, reply)], 'chat')).toBe(reason)
  expect(dropped(chat.slice(0, 2), 'chat')).not.toBe(reason)
  expect(dropped([...chat, said(4, asked)], 'chat')).not.toBe(reason)
  // The person's message is outside the span, and the reply to it within.
  const replied = [said(3, reply), said(5, 'cli, parser, rules')]
  expect(droppedFor(replied, asked, line, 'question', 'chat')).toBe(reason)
  expect(droppedFor(replied, asked, line, 'question')).not.toBe(reason)
  // An agent that begins to work has not answered yet.
  expect(dropped([typed(1, asked), said(2, 'I look at src/fluff first.'), ...english.span.slice(1)])).not.toBe(reason)
})

test('[V11] [P14] a line is untrue if the source does not say it, not if it names arguments that the model was shown', () => {
  const source = [
    said(2, 'I read the notes of the parser.'),
    called(3, 'Read', { file_path: 'notes/parser.txt', limit: 2000, options: [{ max_rows: 40 }] }),
    returned(4, 'Read', 'the parser holds the readers'),
  ]
  const line = (text: string) => ({ kind: 'fact' as const, text, importance: 0.5, sources: [] })
  const { dropped, stated, verification } = verifySummary({
    ...{ source, anchors: extractAnchors(source), count, promptTexts: [] },
    lines: [
      line('Read was called with file_path, max_rows, and a limit of 2000.'),
      line('The parser was moved to src/lexer.ts.'),
      line('Notes of the parser: the parser holds the readers, in notes/parser.txt.'),
    ],
  })
  expect(dropped.map(({ reason }) => reason)).toEqual([
    'names arguments of a call, which says nothing',
    'absent from the source: src/lexer.ts',
  ])
  expect(stated).toEqual({ lines: 3, untrue: 1 })
  expect(verification.invented).toBe(1)
})
