/** Returns a text with every path of its rows whole: `src/{a.ts, b.ts}` is `src/a.ts, src/b.ts`. */
export function withWholePaths(text: string): string {
  return text.replace(/([^\s{},]{1,300}\/)\{([^{}\n]{1,8000})\}/g, (_, folder: string, names: string) =>
    names
      .split(',')
      .map((name) => folder + name.trim())
      .join(', '),
  )
}
