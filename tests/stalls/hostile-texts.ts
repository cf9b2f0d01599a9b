/** Texts that are hard to read, each of about so many bytes of JSON. */
export const HOSTILE_TEXTS: Record<string, (chars: number) => string> = {
  'words of dots': (chars) => repeated(`${'.'.repeat(290)}x1 `, chars),
  'unique words': (chars) => numbered((at) => `word${at.toString(36)}x `, chars),
  paths: (chars) => numbered((at) => `src/room${at}/file${at % 97}.ts `, chars), // words: ok
  'one long word': (chars) => 'x'.repeat(chars),
  base64: (chars) => Buffer.from(numbered((at) => `bytes ${at * 7_919}`, (chars * 3) / 4)).toString('base64'),
  brackets: (chars) => repeated('[', chars),
  'half markers': (chars) => repeated('[GOAL', chars),
  'quotes and backslashes': (chars) => repeated('"\\', chars / 2),
  'line breaks': (chars) => repeated('\n', chars / 2),
  'rules, one a line': (chars) => numbered((at) => `Never delete file ${at}.\n`, chars),
  'Chinese without spaces': (chars) => repeated('不要修改数据库结构。本番環境には必ず確認', chars / 3),
  handles: (chars) => repeated('off_abc ', chars),
}

function repeated(text: string, chars: number): string {
  return text.repeat(Math.ceil(chars / text.length))
}

function numbered(piece: (at: number) => string, chars: number): string {
  const pieces: string[] = []
  for (let at = 0, length = 0; length < chars; at++) length += pieces.push(piece(at)) && pieces.at(-1)!.length
  return pieces.join('')
}
