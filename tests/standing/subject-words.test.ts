import { expect, test } from 'vitest'
import { wordsKey } from '../../src/domain/standing/entry.js'
import { subjectWords } from '../../src/domain/standing/words.js'

/** What an entry is about, without the words about stating. */

test.each([
  ...[
    '永远',
    '总是',
    '始终',
    '从现在起',
    '从现在开始',
    '以后',
    '今后',
    '请',
    '不要',
    '务必',
    '必须',
    '改用',
    '改成',
    '换成',
    '使用',
  ],
  ...[
    '用',
    '我们',
    '我',
    '更',
    '喜欢',
    '偏好',
    '决定',
    '选择',
    '选择了',
    '不再',
    '不用',
    '不必',
    '而不是',
    '一律',
    '每次',
    '现在',
    '关于',
  ],
  ...['一定', '绝对', '都', '了', '的', '是', '时', '要', '再'],
])('[M11] "%s" is no subject', (word) => {
  expect(subjectWords(`${word}空格`)).toEqual(subjectWords('空格'))
  expect(subjectWords(`代码${word}空格`)).toEqual(subjectWords('代码 空格'))
})

test.each([
  ['commits', 'commit'],
  ['committed', 'committing'],
  ['commits', 'committing'],
  ['Regeln', 'Regel'],
  ['boxes', 'box-like'.slice(0, 3)],
  ['Tabellen', 'Tabelle'],
  ['Listen', 'Liste'],
  ['Server', 'Serve'],
  ['testing', 'tests'],
])('[M11] "%s" and "%s" are one word', (a, b) => {
  expect(subjectWords(a)).toEqual(subjectWords(b))
})

test('[M11] the same words with other blanks and another sign at the end are one entry', () => {
  expect(wordsKey(' Use  tabs.\n')).toBe(wordsKey('use tabs!'))
  expect(wordsKey('用空格。')).toBe(wordsKey('用空格'))
})
