/** Returns a vector of 64 numbers. Each word increments one of them, so texts with the same words are close. */
export function embeddingOf(text: string): number[] {
  const vector = Array.from({ length: 64 }, () => 0)
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    const index = [...word].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) >>> 0, 7) % vector.length
    vector[index] = (vector[index] ?? 0) + 1
  }
  const length = Math.hypot(...vector) || 1
  return vector.map((number) => number / length)
}
