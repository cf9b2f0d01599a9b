import { readFileSync } from 'node:fs'
import { Tiktoken } from 'js-tiktoken/lite'
import ranks from 'js-tiktoken/ranks/o200k_base'
import { afterAll, describe, expect, test, vi } from 'vitest'

import { countText } from '../../src/model/encoding.js'
import { cutForEncoding } from '../../src/model/text-cuts.js'
import { estimateTokens, O200kTokenizer } from '../../src/model/tokenizer.js'
import { often } from '../support/long-run.js'

const oracle = new Tiktoken(ranks)
const exact = (text: string) => oracle.encode(text, [], []).length

/** Park and Miller's generator: the same text on every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}
function pick(alphabet: string, length: number, seed = 7): string {
  const letters = [...alphabet]
  const random = seeded(seed)
  let text = ''
  while (text.length < length) text += letters[Math.floor(random() * letters.length)]
  return text
}

const ORDINARY: Record<string, string> = {
  code: readFileSync(new URL('../../src/ports/ports.ts', import.meta.url), 'utf8'),
  json: readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8').slice(0, 40_000),
  minified: JSON.stringify(JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'))).slice(
    0,
    40_000,
  ),
  base64: Buffer.from(pick('abcdefghijklmnop\u0001\u00ff0123', 15_000)).toString('base64'),
  hex: Buffer.from(pick('abcdefghijklmnop\u0001\u00ff0123', 9_000)).toString('hex'),
  english:
    "It didn't fit, so the oldest results were offloaded first; she'd kept “her own words” — all 1,204 of them. ".repeat(
      60,
    ),
  russian: 'Сервис хранит каждое сообщение, считает токены и держит контекст, который всегда помещается. '.repeat(60),
  chinese:
    '服务会保存每一条消息，计算令牌数量，并保持一个始终适合的活动上下文。旧的调用会被修剪；用户的话逐字保留。'.repeat(
      60,
    ),
  japanese: 'このサービスはすべてのメッセージを保存し、トークンを数え、常に収まる文脈を保ちます。'.repeat(60),
  hindi: 'संदर्भ हमेशा फिट बैठता है और हर संदेश सुरक्षित रहता है। '.repeat(60),
  arabic: 'السياق النشط يتسع دائما وكل رسالة محفوظة. '.repeat(60),
  emoji: 'Done 🎉🎉 and shipped 👩‍💻🚀, next ❤️‍🔥! '.repeat(60),
}

describe('[T1] counts', () => {
  test.each(Object.entries(ORDINARY))('[I22] [T1] %s counts as js-tiktoken counts it', (_name, text) => {
    const expected = exact(text)
    const counted = countText(text)
    expect(counted).toBeLessThanOrEqual(expected * 1.01)
    expect(counted).toBeGreaterThanOrEqual(expected * 0.995)
  })

  test('[T1] text that looks like a control token is counted as text and never refused', () => {
    for (const text of [
      '<|endoftext|>',
      '<|im_start|>user<|im_sep|>hi<|im_end|>',
      'a <|endofprompt|> b',
      '<|fim_prefix|>'.repeat(400),
    ]) {
      expect(countText(text)).toBe(exact(text))
      expect(countText(text)).toBeGreaterThan(1)
    }
  })

  test('[T1] the parts of a text are the text, and no surrogate pair is parted', () => {
    const random = seeded(3)
    const alphabet = ['a', ' ', '\n', "'", '/', '7', '的', '，', 'é', 'ж', '😀', '\u0301', '\u00a0', '!', '\ud800', 'Q']
    for (let round = 0; round < 60; round++) {
      let text = ''
      while (text.length < 6_000)
        text += (alphabet[Math.floor(random() * alphabet.length)] ?? 'a').repeat(Math.ceil(random() ** 6 * 900))
      const parts = [...cutForEncoding(text)]
      expect(parts.join('')).toBe(text)
      for (const part of parts) expect(part).not.toMatch(/^(?<![\ud800-\udbff])[\udc00-\udfff]/)
    }
  })

  test('[T1] the empty text, lone surrogates and NUL count without throwing', () => {
    expect(countText('')).toBe(0)
    expect(countText('\ud800 \udc00 \u0000')).toBeGreaterThan(0)
  })
})

describe('[T1] linear for any input', () => {
  const SIZE = often(100_000, 200_000)
  const BOUND_MS = SIZE / 200
  const HEAVY: Record<string, string> = {
    'one letter': 'a'.repeat(SIZE),
    'random letters': pick('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', SIZE),
    base64: Buffer.from(pick('abcdefghijklmnop\u0001\u00ff0123', SIZE * 0.7)).toString('base64'),
    spaces: ' '.repeat(SIZE),
    newlines: '\n'.repeat(SIZE),
    'spaces and newlines': ' \n'.repeat(SIZE / 2),
    'slashes and newlines': '/\n'.repeat(SIZE / 2),
    'one Han character': '的'.repeat(SIZE / 3),
    'Han characters': pick('的一是不了人我在有他这为之大来以个中上们', SIZE / 3),
    emoji: '😀'.repeat(SIZE / 4),
    'combining marks': 'e' + '\u0301'.repeat(SIZE / 2),
    punctuation: '!'.repeat(SIZE),
    'mixed punctuation': pick('!@#$%^&*()_+-=[]{}|;:,.<>?/~`', SIZE),
    digits: '7'.repeat(SIZE),
    'letters without spaces': pick('абвгдежзийклмнопрстуфхцчшщъыьэюя', SIZE / 2),
  }

  test.each(Object.entries(HEAVY))('[T1] many KB of %s take milliseconds, not minutes', (_name, text) => {
    // Time of the processor and not of the clock, up to three attempts, and a wide bound: other programs share the machine, and
    // without the cuts some of these take 20 s and more. Noise costs most, 1 ms a KB; all else stays far under 100 ms.
    let bestMs = Infinity
    for (let attempt = 0; attempt < 3 && bestMs >= BOUND_MS; attempt++) {
      const before = process.cpuUsage()
      countText(text)
      const { user, system } = process.cpuUsage(before)
      bestMs = Math.min(bestMs, (user + system) / 1_000)
    }
    expect(bestMs).toBeLessThan(BOUND_MS)
    const sample = text.slice(0, 600) // the oracle is quadratic
    expect(countText(sample)).toBeGreaterThanOrEqual(exact(sample) * 0.995)
  })
})

describe('[T1] large texts', () => {
  const tokenizer = new O200kTokenizer({ boundMs: 30_000 })
  afterAll(() => tokenizer.close())

  test('[T1] the thread counts what this thread counts, in order, for texts of any size', async () => {
    const texts = [
      ORDINARY.code ?? '',
      'short',
      ORDINARY.json ?? '',
      '',
      pick('abc <|endoftext|> de.', 60_000),
      'a'.repeat(40_000),
    ]
    expect(await tokenizer.countAll(texts)).toEqual(texts.map(countText))
    expect(tokenizer.threadRunning).toBe(true)
  })

  test('[T1] short texts start no thread', async () => {
    const small = new O200kTokenizer()
    expect(await small.countAll(['one', 'two three', 'x '.repeat(2_000)])).toEqual(
      ['one', 'two three', 'x '.repeat(2_000)].map(countText),
    )
    expect(small.threadRunning).toBe(false)
    await small.close()
  })

  test('[T1] a large text does not hold the event loop', async () => {
    await tokenizer.countAll(['w '.repeat(20_000)])
    const text = pick('abcdefghijklmnopqrstuvwxyz  .,', often(600_000, 1_500_000))
    let longestMs = 0
    const started = performance.now()
    let last = started
    const beat = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - last)
      last = performance.now()
    }, 2)
    const [tokens] = await tokenizer.countAll([text])
    clearInterval(beat)
    expect(tokens).toBeGreaterThan(100_000)
    // Counted here it would be one stretch of the whole time; a share of it says the same on a busy machine.
    expect(longestMs).toBeLessThan(Math.max(100, (performance.now() - started) / 3))
  })

  test('[T1] past the time bound the answer is an estimate that is never too low', async () => {
    const hasty = new O200kTokenizer({ boundMs: 0, startMs: -100_000 })
    const text = pick('the quick brown fox 的一是不 😀', 150_000)
    const [tokens] = await hasty.countAll([text])
    expect(hasty.estimates).toBe(1)
    expect(tokens).toBe(estimateTokens(text))
    expect(tokens).toBeGreaterThanOrEqual(countText(text))
    await hasty.close()
  })

  test('[T1] texts that are not very long get no estimate, however late the thread answers', async () => {
    const hasty = new O200kTokenizer({ boundMs: 0, startMs: -100_000 })
    const texts = [150_000, 50_000, 60_000, 70_000].map((size) => pick('the quick brown fox 的一是不 😀', size))
    const counts = await hasty.countAll(texts)
    // Two of them fit what may be counted outside the thread for one request.
    expect(hasty.estimates).toBe(2)
    expect(counts).toEqual(texts.map((text, at) => (at === 1 || at === 2 ? countText(text) : estimateTokens(text))))
    await hasty.close()
  })

  test('[T1] the thread ends when it is idle and starts again when it is needed', async () => {
    const brief = new O200kTokenizer({ boundMs: 30_000, idleMs: 20 })
    const first = 'a b c '.repeat(5_000)
    expect(await brief.countAll([first])).toEqual([countText(first)])
    await vi.waitFor(() => expect(brief.threadRunning).toBe(false), { timeout: 10_000 })
    const second = 'd e f '.repeat(5_000)
    expect(await brief.countAll([second])).toEqual([countText(second)])
    await brief.close()
  })

  test('[T1] when the thread is lost the counts are the same', async () => {
    const orphan = new O200kTokenizer({ boundMs: 30_000 })
    const text = 'lost and found '.repeat(20_000)
    const counting = orphan.countAll([text])
    await orphan.close()
    expect(await counting).toEqual([countText(text)])
    expect(await orphan.countAll([text + '!'])).toEqual([countText(text + '!')])
  })
})
