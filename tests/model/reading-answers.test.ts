import { describe, expect, test } from 'vitest'

import { windowOfCutPrompt } from '../../src/model/prompt-cut.js'
import { withoutThinking } from '../../src/model/thinking.js'

describe('[V1] thinking is stripped', () => {
  test.each([
    ['plain', 'plain'],
    ['<think>\nhm\n</think>\n\nanswer', 'answer'],
    ['<think></think><THINKING>b</THINKING> answer ', 'answer'],
    ['hm, well\n</think>\n{"lines":[]}', '{"lines":[]}'],
    ['<think>never ends', ''],
    ['<think>all</think>', ''],
    [' \n ', ''],
    // A summary may speak about the tags.
    ['- The parser strips <think>…</think> blocks.', '- The parser strips <think>…</think> blocks.'],
    ['- It looks for </think> first.', '- It looks for </think> first.'],
    ['a\n<think>\nb\n</think>\nc', 'a\n<think>\nb\n</think>\nc'],
  ])('[V1] %j', (raw, text) => expect(withoutThinking(raw)).toBe(text))
})

describe('[V1] signs of a cut prompt', () => {
  test.each<[number, number, number, number | null, string]>([
    // what was sent, read, asked for → window the server worked with, null: whole
    [3_000, 3_100, 8_192, null, 'read whole'],
    [3_000, 2_400, 8_192, null, 'a thrifty tokenizer'],
    [3_000, 4_790, 8_192, null, 'a wasteful tokenizer'],
    [3_900, 4_095, 4_096, 4_096, 'the window is full'],
    [3_900, 2_050, 4_096, 4_096, 'half of the window'],
    [2_800, 2_051, 4_096, 4_096, 'half of the window, and our count was low'],
    [2_060, 2_055, 4_096, null, 'half of the window by chance'],
    [6_000, 1_026, 8_192, 2_052, 'half of a smaller window'],
    [6_000, 2_047, 8_192, 4_094, 'a smaller window, full'],
    [20, 9, 8_192, null, 'too short to tell'], // words: ok
  ])('[V1] sent %i, read %i of %i', (sentTokens, readTokens, numCtx, window) => {
    expect(windowOfCutPrompt({ sentTokens, readTokens, numCtx })).toBe(window)
  })
})
