/** A vector of a text: each word moves one of its 64 numbers, so that texts of the same words lie near each other. */
export function embeddingOf(text: string): number[] {
  const vector = Array.from({ length: 64 }, () => 0)
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    const place = [...word].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) >>> 0, 7) % vector.length
    vector[place] = (vector[place] ?? 0) + 1
  }
  const length = Math.hypot(...vector) || 1
  return vector.map((number) => number / length)
}
