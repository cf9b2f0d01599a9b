import { expect, test } from 'vitest'
import { PAGE_TOKENS, SOUND_TOKENS } from '../../src/domain/formats/file-tokens.js'
import { parseMessage } from '../../src/domain/formats/index.js'
import type { Format, Json } from '../../src/domain/message.js'
import { countedTexts, fixedTokens } from '../../src/domain/tokens.js'
import { seededRandom } from '../../testing/upstreams/script.js'

/** Providers read the pages, the text or the sound of a file, never the letters that encode its bytes. [T4] */

const random = seededRandom(4)
const NOISE = Buffer.from(Array.from({ length: 200_000 }, () => Math.floor(random() * 256)))
const base64 = (...pieces: (string | Buffer)[]) =>
  Buffer.concat(pieces.map((piece) => Buffer.from(piece as string))).toString('base64')

const countedIn = (format: Format, block: Json) => {
  const value: Json = { ...(format === 'responses' && { type: 'message' }), role: 'user', content: [block] }
  const { parts } = parseMessage(format, value, '')
  expect(parts).toHaveLength(1)
  return { text: parts.flatMap(countedTexts).join(''), tokens: fixedTokens(parts[0]!) }
}

const pdfIn: Record<string, (data: string) => [Format, Json]> = {
  'OpenAI chat completions': (data) => [
    'openai',
    { type: 'file', file: { filename: 'plan.pdf', file_data: `data:application/pdf;base64,${data}` } },
  ],
  'OpenAI Responses': (data) => [
    'responses',
    { type: 'input_file', filename: 'plan.pdf', file_data: `data:application/pdf;base64,${data}` },
  ],
  Anthropic: (data) => [
    'anthropic',
    { type: 'document', title: 'plan.pdf', source: { type: 'base64', media_type: 'application/pdf', data } },
  ],
}

for (const [api, write] of Object.entries(pdfIn))
  test(`[T4] a PDF costs its pages, not its letters (${api})`, () => {
    const pages = (...pieces: (string | Buffer)[]) => {
      const { text, tokens } = countedIn(...write(base64(...pieces)))
      expect(text).toBe('plan.pdf')
      return tokens / PAGE_TOKENS
    }
    const outlines = '<< /Type /Outlines /Count 900 >>'
    const leaf = '<< /Type /Pages /Parent 2 0 R /Kids [4 0 R 5 0 R] /Count 2 >>'
    expect(pages('%PDF-1.4\n', outlines, leaf, '<< /Type/Pages /Kids [3 0 R] /Count 12 >>', NOISE)).toBe(12)
    expect(pages('%PDF-1.4\n', NOISE, NOISE, '<< /Count 7 /Kids [3 0 R] /Type /Pages >>\n%%EOF')).toBe(7)
    expect(pages('%PDF-1.5\n1 0 obj\n<</Linearized 1/L 9/H[ 1 2]/O 5/E 3/N 31/T 8>>', NOISE)).toBe(31)
    // Its page tree is compressed.
    expect(pages('%PDF-1.5\n', NOISE)).toBe(5)
    expect(pages('%PDF-1.5\n', NOISE, NOISE, NOISE)).toBe(11)
    expect(pages('%PDF-1.5\n')).toBe(1)
  })

test('[T4] a text file costs its text, and a sound its seconds', () => {
  const notes = 'Berth 7 is free — 泊位七。\n'.repeat(20)
  const file_data = `data:text/plain;base64,${base64(notes)}`
  expect(countedIn('openai', { type: 'file', file: { filename: 'n.txt', file_data } })).toEqual({
    text: `n.txt\n${notes}`,
    tokens: 0,
  })
  const sound = (format: string) =>
    countedIn('openai', { type: 'input_audio', input_audio: { data: base64(NOISE), format } })
  expect(sound('wav')).toEqual({ text: '', tokens: 6 * SOUND_TOKENS })
  expect(sound('mp3')).toEqual({ text: '', tokens: 50 * SOUND_TOKENS })
})

test('[T4] a document in a result costs its pages, and text in a message or at an address counts as it is', () => {
  const document = { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: base64(NOISE) } }
  const result = { type: 'tool_result', tool_use_id: 'a', content: [document] }
  const { text, tokens } = countedIn('anthropic', result)
  expect(text).toBe('')
  expect(tokens).toBeGreaterThan(5 * PAGE_TOKENS)
  expect(tokens).toBeLessThan(6 * PAGE_TOKENS)
  const plain = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Berth 7.' } }
  expect(countedIn('anthropic', plain).text).toContain('Berth 7.')
  const far = { type: 'input_file', file_url: 'https://example.com/plan.pdf' }
  expect(countedIn('responses', far).text).toContain('https://example.com/plan.pdf')
})
