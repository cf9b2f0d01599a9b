/** Returns a text with every path of its rows whole: `src/test_{a, b}.ts` is `src/test_a.ts, src/test_b.ts`. */
export function withWholePaths(text: string): string {
  return text.replace(
    /([^\s{},]{1,300}\/[^\s{},/]{0,200})\{([^{}\n]{1,8000})\}(\.\w{1,10})?/g,
    (_, beginning: string, names: string, extension = '') =>
      names
        .split(',')
        .map((name) => beginning + name.trim() + extension)
        .join(', '),
  )
}
