import { describe, expect, test } from 'vitest'
import { patternOf } from '../../src/knowledge/lines/phrases.js'
import type { LineRow } from '../../src/knowledge/lines/row.js'

/** Finds the words of a row with one phrase. */
function found(text: string, phrase: string, more: Partial<LineRow> = {}): string | null {
  const row: LineRow = { kind: 'rule', priority: 1, language: 'en', phrases: [phrase], like: [], unlike: [], ...more }
  const exec = patternOf(row).exec(text)
  expect(patternOf(row).test(text)).toBe(exec !== null)
  if (exec !== null) expect(text.slice(exec.index)).toSatisfy((rest: string) => rest.startsWith(exec[0]))
  return exec && exec[0]
}

describe('[C4] the words of a phrase', () => {
  test.each<[phrase: string, text: string, words: string | null]>([
    ['never push', 'Please never push', 'never push'],
    ['never push', 'NEVER Push it', 'NEVER Push'],
    ['never push', 'never, \n  push', 'never, \n  push'],
    ['never push', 'never     push', null],
    ['never push', 'neverpush', null],
    ['never push', 'whenever push', null],
    ['never push', 'never pushed', null],
    ['never push', 'never push_all', null],
    ['never push', 'well-never push', null],
    ['never push', 'never push-all', 'never push'],
    ['never|not push|merge', 'do not merge', 'not merge'],
    ['in_place of', 'in place of that', 'in place of'],
    ['we really? like', 'we like it, we really like it', 'we like'],
    ['we really? like', 'we really like it', 'we really like'],
    ["don't push", 'don’t push', 'don’t push'],
    ["don't push", 'dont push', null],
    ['*ing tests', 'skip running tests', 'running tests'],
    ['*ing tests', 'being tests', null],
    ['comment* it', 'commenting it', 'commenting it'],
    ['comment* it', 'comment it', 'comment it'],
    ['within # days', 'within 10 days', 'within 10 days'],
    ['within # days', 'within 12345 days', null],
    ['use … instead', 'use the new one instead', 'use the new one instead'],
    ['use … instead', 'users the new one instead', null],
    ['use … instead', `use ${'a '.repeat(40)}instead`, null],
    ['use … instead', 'use this\ninstead', null],
    ['use … instead', 'use this.\nDo it instead', null],
    ['we push it?', 'we push it', 'we push it'],
    ['we push it?', 'we push', 'we push'],
    ['use the? … instead', 'use the new one instead', 'use the new one instead'],
    ['never … ,', 'never, of course, push', 'never,'],
    ['never … ,', 'never push it, ever', 'never push it,'],
    ['use {words} now', 'use the new one now', 'use the new one now'],
    ['use {words} now', 'use it, or go now', null],
    ['we push {words}', 'we push it again', 'we push'],
    ['we !never|not push', 'we push', 'we push'],
    ['!not we push', 'we push', 'we push'],
    ['we !do_not|never do push', 'we do push', 'we do push'],
    ['we !do|never {word} push', 'we do push', null],
    ['we !do|never {word} push', 'we, do push', null],
    ['we !do|never {word} push', 'we doubly push', 'we doubly push'],
    ['we {word} it', 'we re-use it', 'we re-use it'],
    ['we {word} it', 'we don’t it', 'we don’t it'],
    ['we {word} it', 'we, it', null],
    ['ask {name}', 'ask Ann', 'ask Ann'],
    ['ask {name}', 'ask Node18_x', 'ask Node18_x'],
    ['ask {name}', 'ask ann', null],
    ['ask {name}', 'ask 5', null],
    ['on {address}', 'on db-1.local:80', 'on db-1.local:80'],
    ['on {address}', 'on ~/shop/config.', 'on ~/shop/config'],
    ['on {address}', 'on Monday', null],
    ['on {address}', 'on 9:15', null],
    ['{address} is', 'it: https://example.net is', 'https://example.net is'],
    ['haben {capital}sie', 'Haben Sie das gesagt?', 'Haben Sie'],
    ['haben {capital}sie', 'Haben sie das gesagt?', null],
    ['istanbul', 'İSTANBUL', 'İSTANBUL'],
    ['push', '𝐚push', null],
  ])('"%s" in "%s" are "%s"', (phrase, text, words) => {
    expect(found(text, phrase)).toBe(words)
  })

  test('are the first that match, of the first place where any does', () => {
    expect(found('we go and we go on', 'we go', { phrases: ['we go on', 'we go'] })).toBe('we go')
    expect(found('we go on', 'we go', { phrases: ['we go on', 'we go'] })).toBe('we go on')
  })

  test.each<[language: string, phrase: string, text: string, words: string | null]>([
    ['zh', '以后|今后 不要', '我们今后不要推送', '今后不要'],
    ['zh', '以后 … 不要', '以后你都不要推送', '以后你都不要'],
    ['zh', '以后 … 不要', '以后我们每一个人在任何时候都一定不要推送', null],
    ['zh', '以后 {words} 不要', '以后，我们都不要', null],
    ['zh', '以后 {words} 不要', '以后我们每一个人在任何时候都一定不要推送', '以后我们每一个人在任何时候都一定不要'],
    ['zh', '以后 都? 不要', '以后不要', '以后不要'],
    ['zh', '以后 !都 … 不要', '以后都不要', null],
    ['zh', '用 _? {latin}', '我用 Vue', '用 V'],
    ['zh', '用 _? {latin}', '我用Vue', '用V'],
    ['zh', '用 _? {latin}', '用é', null],
    ['ja', '使わない', 'これは使わないで', '使わない'],
  ])('of %s "%s" in "%s" are "%s"', (language, phrase, text, words) => {
    expect(found(text, phrase, { language })).toBe(words)
  })
})

describe('[C4] the place of the words', () => {
  test.each<[at: LineRow['at'], text: string, words: string | null]>([
    ['start', 'never push', 'never'],
    ['start', 'so never push', null],
    ['opens', 'never push', 'never'],
    ['opens', 'never.', null],
    ['within', 'I would never “push”', 'never'],
    ['within', 'I would never', null],
    ['end', 'I would never.', 'never.'],
    ['end', 'never push', null],
    ['short', 'never push', 'never push'],
    ['short', `never push ${'a '.repeat(30)}`, null],
    ['end', 'I would never。', 'never。'],
    ['whole', 'never!', 'never!'],
    ['whole', 'so never', null],
    ['clause-end', 'Go on, please never.', ', please never.'],
    ['clause-end', 'I would never', null],
    ['clause-end', 'never push', null],
    ['clause', 'never push', 'never'],
    ['clause', 'Please, never push', 'Please, never'],
    ['clause', 'Well, never push', ', never'],
    ['clause', 'Done; and please never push', '; and please never'],
    ['clause', 'make sure to never push', 'make sure to never'],
    ['clause', 'I never push', null],
    ['clause', 'Well, never', null],
  ])('"%s" in "%s" gives "%s"', (at, text, words) => {
    expect(found(text, 'never', { at })).toBe(words)
  })

  test('may exclude what comes before and after', () => {
    const row = { notAfter: ['so_as'], notThen: ['ever|#'] }
    expect(found('never', 'never', row)).toBe('never')
    expect(found('so as never', 'never', row)).toBeNull()
    expect(found('also as never', 'never', row)).toBe('never')
    expect(found('never ever', 'never', row)).toBeNull()
    expect(found('never 5', 'never', row)).toBeNull()
    expect(found('never everywhere', 'never', row)).toBe('never')
    const gaps = { notThen: ['{words} again|{word}_now'] }
    expect(found('never, for me again', 'never', gaps)).toBeNull()
    expect(found('never, for me. Again', 'never', gaps)).toBe('never')
    expect(found('其他', '他', { language: 'zh', notAfter: ['其'] })).toBeNull()
    expect(found('他', '他', { language: 'zh', notAfter: ['其'], at: 'end' })).toBe('他')
    expect(found('他说', '他', { language: 'zh', at: 'end' })).toBeNull()
    expect(found('我喜欢', '我喜欢', { language: 'zh', notThen: ['你', '$'] })).toBeNull()
    expect(found('我喜欢你', '我喜欢', { language: 'zh', notThen: ['你', '$'] })).toBeNull()
    expect(found('我喜欢茶', '我喜欢', { language: 'zh', notThen: ['你', '$'] })).toBe('我喜欢')
  })
})
