import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseReply } from '../../src/domain/summary/reply.js'
import { growth } from '../support/growth.js'
import { often } from '../support/long-run.js'

const JSON_REPLY =
  '{"lines":[{"kind":"decision","text":"Use Postgres","importance":0.9},{"kind":"next","text":"Write tests","importance":0.4}]}'
const WANTED = [
  { kind: 'decision', text: 'Use Postgres', importance: 0.9, sources: [] },
  { kind: 'next', text: 'Write tests', importance: 0.4, sources: [] },
]

test.each([
  ['bare', JSON_REPLY],
  ['in a fence', `Here are the notes:\n\`\`\`json\n${JSON_REPLY}\n\`\`\`\nDone.`],
  ['after thinking', `<think>I could {"lines":[]} …</think>${JSON_REPLY}`],
  ['after thinking whose start the template took', `hm, well</think>\n${JSON_REPLY}`],
  ['with talk around', `Sure! ${JSON_REPLY} Hope that helps.`],
  ['cut off', `${JSON_REPLY.slice(0, -2)},{"kind":"fact","text":"half a li`],
  ['as a list', JSON_REPLY.slice(9, -1)],
])('[V3] lines out of JSON: %s', (_, reply) => {
  expect(parseReply(reply, true)).toEqual({ lines: WANTED, problem: null })
})

test('[V3] kinds by their many names, out of objects and plain lines', () => {
  expect(parseReply('{"decisions":["Use Postgres"],"files":["src/a.ts"]}', true).lines.map(({ kind }) => kind)).toEqual(
    ['decision', 'artifact'],
  )
  const plain =
    '**DECISION:** Use Postgres\n- next: Write tests\n3. Errors and fixes: it broke\n\n## Open Questions\n- shall we go on with it?\nSome whole sentence here.'
  expect(parseReply(plain, false).lines.map(({ kind, text }) => [kind, text])).toEqual([
    ['decision', 'Use Postgres'],
    ['next', 'Write tests'],
    ['error', 'it broke'],
    ['question', 'shall we go on with it?'],
    ['question', 'Some whole sentence here.'],
  ])
  expect(parseReply('事实：用户住在东京\n决定: x', false).problem).toBeNull()
})

test.each([
  ['empty', ''],
  ['empty', '  \n'],
  ['empty', '<think>all of it went into thinking'],
  ['empty', '<think>a</think>\n'],
  ['empty', '{"lines":[]}'],
  ['refusal', "I'm sorry, but I can't help with that."],
  ['refusal', 'As an AI language model, I do not take notes.'],
  ['refusal', 'I cannot summarize this conversation.'],
  ['refusal', '{"lines":[{"kind":"fact","text":"I\'m sorry, I cannot do that","importance":1}]}'],
  ['garbage', 'Error generating summary: connection reset'],
  ['garbage', '<tool_call>{"name":"x","arguments":{}}</tool_call>'],
  ['garbage', '!!!! ---- #### $$$$ %%%% &&&&'],
  ['not-lines', 'ok'],
  ['not-lines', '{"summary": 5}'],
] as const)('[I8] [P7] %s: %j', (problem, reply) => {
  expect(parseReply(reply, true)).toEqual({ lines: [], problem })
})

test('[P7] any reply ends in lines or a problem, never in a throw, in linear time', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.json()), fc.boolean(), (reply, schema) => {
      const { lines, problem } = parseReply(reply, schema)
      expect(lines.length === 0).toBe(problem !== null)
      for (const line of lines) expect(line.text.trim()).not.toBe('')
    }),
    { seed: 4, numRuns: often(200, 500) },
  )
  for (const unit of ['{', '<think>', '<think></think>', '[', '```\n', '- ', 'a: ', '**', '1. ', '</think>', '{"a":']) {
    // Eight times the text: 8 would be in proportion, 64 its square.
    const parse = (scale: number) => parseReply(unit.repeat((scale * 25_000) / unit.length), true)
    expect(growth(8, parse, 30), unit).toBeLessThan(30)
  }
})
