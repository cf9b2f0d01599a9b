import ranks from 'gpt-tokenizer/bpeRanks/o200k_base'
import { beforeAll, expect, test } from 'vitest'
import { countText } from '../../src/model/encoding.js'
import { rankTable } from '../../src/model/tokens/rank-table.js'
import { tableCounter } from '../../src/model/tokens/table-counter.js'
import { often } from '../support/long-run.js'

let countByTable: (text: string) => number
beforeAll(async () => {
  countByTable = tableCounter(await rankTable(ranks, async () => {})).countText
})

/** Park and Miller's generator: the same texts on every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

const ALPHABETS: Record<string, string[]> = {
  words: ['the', ' of', ' checkpoint', '_id', "don't", ' 1', '2048', '\n', '  ', 'é', 'ß', ' Größe', ' São'],
  letters: [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  marks: [...'{}[]()<>.,;:!?\'"`~@#$%^&*-+=/\\|', ' ', '\n'],
  wide: [
    ...'的服务会保存每一条消息かなカナ한국어жщыअ语，。',
    '😀',
    '👩‍💻',
    '\u0301',
    '\u00a0',
    '\ud800',
    '\udc00',
    '\ufffd',
  ],
  marked: ['\ufeff', 'a', 'using', '\ufeffusing', '的', '\ufeff\ufeff', ' ', '\ufeff#'],
}

test.each(Object.entries(ALPHABETS))(
  '[T3] a thread counts the same tokens as the event loop: %s',
  (_name, alphabet) => {
    const random = seeded(11)
    for (let round = 0; round < often(40, 400); round++) {
      let text = ''
      const length = Math.ceil(random() ** 3 * 900)
      while (text.length < length)
        text += alphabet[Math.floor(random() * alphabet.length)]!.repeat(random() < 0.02 ? 90 : 1)
      expect([text, countByTable(text)]).toEqual([text, countText(text)])
    }
  },
)

test('[T3] each token of the encoding is one token by the table', () => {
  // Spaces and letters in one token, such as `\n\n  if`, are several pieces of the split pattern.
  const texts = ranks.filter((rank): rank is string => typeof rank === 'string')
  const differ = texts.filter((text) => countByTable(text) !== countText(text))
  expect(texts.length).toBeGreaterThan(190_000)
  expect(differ).toEqual([])
})
