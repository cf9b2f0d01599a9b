import { expect, test } from 'vitest'
import { cleanText, isAskingTool, isClientOutput } from '../../src/domain/source/reading.js'
import { partText } from '../../src/domain/source/transcript.js'

/** What clients and their tools add to texts. */

test.each([
  ['  9→const a = 1\n 10→const b = 2', 'const a = 1\nconst b = 2'],
  [' 12→const a = 1', 'const a = 1'],
  ['9\tconst a = 1\n10\tconst b = 2', 'const a = 1\nconst b = 2'],
  ['9: const a = 1\n10: const b = 2', 'const a = 1\nconst b = 2'],
  ['12:30 lunch\n13:30 tea', '12:30 lunch\n13:30 tea'],
  ['12: a dozen', '12: a dozen'],
])('[V4] the line numbers of readers are no part of a file: %j', (text, clean) => {
  expect(cleanText(text)).toBe(clean)
})

test.each([
  ['AskUserQuestion', true],
  ['ask_followup_question', true],
  ['request_user_input', true],
  ['question', true],
  ['vscode_askQuestions', true],
  ['get_user', false],
  ['list_questions', false],
  ['question_bank', false],
])('[D4] what the tool %s returns is what a person answered: %s', (name, asks) => {
  expect(isAskingTool(name)).toBe(asks)
})

test.each([
  ['<local-command-stdout>Version 2</local-command-stdout>', true],
  ['<bash-stdout>3 files</bash-stdout><bash-stderr></bash-stderr>', true],
  ['<local-command-stderr>Error: no such command</local-command-stderr>', true],
  ['The tag <bash-stdout> is new.', false],
])('[C4] what a command of the client printed: %s', (text, isOutput) => {
  expect(isClientOutput(text)).toBe(isOutput)
})

test('[V3] the middle of a long result is left out between words', () => {
  const text = Array.from({ length: 900 }, (_, at) => `row${1_000 + at}.end`).join('\n')
  const rows = partText({ kind: 'result', callId: 'c', name: 'query', text, isError: false }).split('\n')
  expect(rows.filter((row) => row !== '' && !/^row\d{4}\.end$/.test(row))).toEqual(['[… the middle is left out …]'])
  expect([rows[0], rows.at(-1)]).toEqual(['row1000.end', 'row1899.end'])
})
