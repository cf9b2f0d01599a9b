import { expect, test } from 'vitest'
import { linkMessage } from '../../src/domain/context/pairing.js'
import type { ParsedMessage } from '../../src/domain/message.js'

function result(content: string, isError: boolean) {
  const message: ParsedMessage = {
    role: 'tool',
    origin: 'app',
    pinned: false,
    parts: [{ type: 'tool_result', callId: 'c1', content, isError }],
    paths: [],
  }
  return linkMessage({ openCalls: [], lastSpokenSeq: 0 }, message, 1, [10]).shape[0]
}

test.each([
  'The tool use was rejected. For what comes next, the user said: use pnpm here',
  'Refused. The user answered: not on a Friday',
  'Refused. The user replied that this folder is generated',
  'Refused: the user wrote "ask first"',
  'Permission denied; the user provided the following reason: it is production',
])('[P1] an error that quotes a person holds words of the user: %s', (content) => {
  expect(result(content, true)).toMatchObject({ byUser: true })
  expect(result(content, false)).not.toHaveProperty('byUser')
})

test.each(['the user table does not exist', 'fatal: the user has no name'])(
  '[P1] an error about a user holds no words of one: %s',
  (content) => expect(result(content, true)).not.toHaveProperty('byUser'),
)
