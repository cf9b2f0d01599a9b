import { expect, test } from 'vitest'
import { apiVersionIn, isLoopback, withoutEndSlashes } from '../../src/domain/addresses.js'
import { CURSOR } from '../../src/domain/event.js'
import {
  firstBlank,
  hasBlank,
  hasControl,
  hasLetter,
  holdsOne,
  joinLines,
  PROVIDER_ID,
} from '../../src/domain/texts.js'

test('[14] hosts of this machine are known by name or address', () => {
  expect(['localhost', '::1', '[::1]', '127.0.0.1', '127.8.8.8'].filter((host) => !isLoopback(host))).toEqual([])
  expect(['127.0.0.1.example', '127.0.0', '10.127.0.0.1', '0.0.0.0'].filter(isLoopback)).toEqual([])
})

test('[14] an address ends before its slashes, and may name a version', () => {
  expect(withoutEndSlashes('http://a/v1//')).toBe('http://a/v1')
  expect(['http://a/v1', 'http://a', 'http://a/v1/b'].map(apiVersionIn)).toEqual(['/v1', '', ''])
})

test('[limits] ids of servers and cursors have few characters', () => {
  const ids = ['msg_1:a.b-c', 'x'.repeat(200), '', 'a b', 'x'.repeat(201)]
  expect(ids.map((id) => PROVIDER_ID.test(id))).toEqual([true, true, false, false, false])
  expect(['0', 'a.b:c-d', '', 'a/b', 'x'.repeat(65)].map((id) => CURSOR.test(id))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test('signs of texts', () => {
  expect(joinLines('a \n\n  b\nc d', ' / ')).toBe('a / b / c d')
  expect([hasLetter('12 ü'), hasLetter('12 .')]).toEqual([true, false])
  expect([firstBlank('ab\tc'), hasBlank('abc'), hasBlank('a\u00a0b')]).toEqual([2, false, true])
  expect([hasControl('a\u0007'), hasControl('a b')]).toEqual([true, false])
  expect([holdsOne('A Model', ['model']), holdsOne('A mode', ['model', 'x'])]).toEqual([true, false])
})
