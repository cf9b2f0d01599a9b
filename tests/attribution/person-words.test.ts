import { expect, test } from 'vitest'
import { personWords } from '../../src/domain/attribution/person-words.js'
import { laterOpening, openingOf } from '../../src/domain/session/opening.js'

const ENVIRONMENT = '<environment_details>\n# Open tabs\nsrc/a.ts\n</environment_details>'
const message = (...texts: string[]) => ({
  role: 'user' as const,
  origin: 'human' as const,
  parts: texts.map((text) => ({ type: 'text' as const, text })),
})

test('[S1] a session begins with the words of the person, not with what the program put around them', () => {
  const words = 'Add a cache to the store.'
  for (const texts of [
    [words],
    [`<task>\n${words}\n</task>\n${ENVIRONMENT}`],
    [`<task>\n${words}\n</task>`, ENVIRONMENT],
    [`<user_message>\n${words}\n</user_message>\n\n${ENVIRONMENT}`],
    [`<system-reminder>\nAs you answer, use this.\n${'# rule '.repeat(2_000)}\n</system-reminder>\n`, words],
    [`<system-reminder>\nOne.\n</system-reminder>\n<system-reminder>\nTwo.\n</system-reminder>\n${words}`],
    [`# AGENTS.md instructions for /srv/app\n\n<INSTRUCTIONS>\nUse tabs.\n</INSTRUCTIONS>`, words],
    [
      `<context>\n</context>\n<reminderInstructions>\nBe brief.\n</reminderInstructions>\n<userRequest>\n${words}\n</userRequest>`,
    ],
    [
      `### Task:\nRespond to the query.\n<context>\n<source id="1">A page.</source>\n</context>\n\n<user_query>\n${words}\n</user_query>`,
    ],
    [
      `<command-name>/fix</command-name>\n<command-message>fix</command-message>\n<command-args>${words}</command-args>`,
    ],
  ])
    expect(openingOf(message(...texts))).toBe(words)
})

test('[S1] what a person pastes stays, if they say nothing else', () => {
  expect(openingOf(message('<div>a</div>'))).toBe('<div>a</div>')
  expect(openingOf(message('<div>a</div>\nWhy is this not shown?'))).toBe('Why is this not shown?')
  for (const text of ['<div> is never closed', '<3 this town', 'Is <b>bold</b> right?', 'a < b > c', '# Title\nText'])
    expect(personWords(text)).toBe(text)
  expect(openingOf(message('<task></task>'))).toBe('<task></task>')
})

test('[S1] a message of the program alone begins the session only until the person speaks', () => {
  const opening = openingOf(message('<environment_context>\n<cwd>/srv/app</cwd>\n</environment_context>'))
  expect(opening).toMatch(/^<environment_context> <cwd>/)
  expect(laterOpening(opening, message('Add a cache.'))).toBe('Add a cache.')
  expect(laterOpening(opening, message(`<reminder>One.</reminder>`))).toBe(opening)
  expect(laterOpening('Add a cache.', message('And a table.'))).toBe('Add a cache.')
  expect(laterOpening(undefined, message('And a table.'))).toBeUndefined()
})
