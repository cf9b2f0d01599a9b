import { expect, test } from 'vitest'
import { growth } from '../support/growth.js'
import { termsOf } from '../../src/domain/drift/terms.js'

const terms = (text: string) => [...termsOf(text).keys()]

test('[Q3] names weigh more than words, and the folders at the head of a path are left out', () => {
  const found = termsOf('Then open /home/ada/work/shop/src/cart/total_price.ts and call roundUp() on the amount.')
  expect(found.get('total_price.ts')).toBe(5)
  expect(found.get('roundup')).toBe(5)
  expect(found.get('amount')).toBe(1)
  expect(found.has('ada')).toBe(false)
  expect(found.has('the')).toBe(false)
})

test.each(['total_price', 'dry-run', 'utf8', '64bit', 'roundUp'])('[Q3] "%s" is a name', (name) => {
  expect(termsOf(`We look at ${name} here.`).get(name.toLowerCase())).toBe(5)
})

test('[Q3] signs at the ends of a term are no part of it, and figures are no terms', () => {
  expect(terms('Rerun --verbose with @types on 2024-03-01, all 1234 of them.')).toEqual(['rerun', 'verbose', 'types'])
  expect(terms('pre- and post-checks')).toEqual(['pre', 'post-checks'])
})

test('[Q3] a method is its object and its name, a file name stays whole', () => {
  expect(terms('errors.isFatal and errors.go')).toEqual(expect.arrayContaining(['errors', 'isfatal', 'errors.go']))
  expect(terms('errors.isFatal')).not.toContain('errors.isfatal')
})

test('[Q3] scripts without blanks are read in pairs of characters, others by their words', () => {
  expect(terms('重构登录模块')).toEqual(['重构', '构登', '登录', '录模', '模块'])
  expect(terms('ログイン画面を直す')).toEqual(expect.arrayContaining(['ログ', '画面', '直す']))
  expect(terms('修改 src/login/session_store.ts 里的登录')).toEqual(
    expect.arrayContaining(['session_store.ts', '登录']),
  )
  expect(terms('Проверка пароля')).toEqual(['проверка', 'пароля'])
  expect(terms('हिन्दी में लिखें')).toContain('हिन्दी')
})

test('[Q3] any text is read in time that grows with its length', () => {
  const ugly = ['a', '/', '.a', 'a_', '@', '-a', '漢', 'ภ', '👍🏽 ', 'x/y ', 'aB1 ', '\u0301', '\n']
  for (const piece of ugly) {
    // Eight times the text: 8 would be in proportion, 64 its square.
    const read = (scale: number) => termsOf(piece.repeat(Math.ceil((scale * 50_000) / piece.length)))
    expect(growth(8, read, 30), JSON.stringify(piece)).toBeLessThan(30)
  }
})
