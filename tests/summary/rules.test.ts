import { expect, test } from 'vitest'
import { isRule } from '../../src/domain/source/decisions.js'

test.each([
  'Never push to main.',
  'Please always answer in German.',
  'You must not touch the billing code.',
  'Only use tabs for indentation.',
  'From now on, do not commit without a test.',
  'Make sure to never log the token.',
  'The token must be at most 64 characters.',
  'Employees may only read the archive.',
  'Deleting records is not allowed.',
  'I prefer short answers without lists.',
  "I'd rather you used pnpm.",
  'Could you please never read it twice?',
  'Always include the status code when I ask about errors.',
  'We never deploy on Fridays.',
  'Reply in plain English.',
  'Niemals die Tabelle löschen.',
  'Die Tabelle darf nicht gelöscht werden.',
  'Nunca borres la tabla.',
  'La table ne doit pas être supprimée.',
  '请不要修改数据库结构。',
  '本番環境では絶対に実行しないでください。',
])('[C9] a rule or a preference: %s', (text) => {
  expect(isRule(text)).toBe(true)
})

test.each([
  'That must have been awesome!',
  "Wow, Mel. That must've been breathtaking!",
  'You must be so proud of her!',
  'You always find a way to cheer me up.',
  'I always feel better after a walk.',
  "It isn't always easy.",
  'Your determination never ceases to amaze me.',
  "I've never been to Rome.",
  'I only went there once.',
  "They don't seem to mind.",
  "I don't know where it is.",
  'Always learning something new.',
  'This may not be the cause.',
  'Thanks for always being there for me.',
  'It was not only fun but useful.',
])('[C9] no rule, although its words may be of one: %s', (text) => {
  expect(isRule(text)).toBe(false)
})
