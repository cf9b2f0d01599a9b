/** Minimum lines that separate YAML from prose with a colon in it. */
const MIN_LINES = 3
/** A key with or without a value, a list item, or a comment. Keys have no spaces, so sentences are no keys. */
const YAML_LINE = /^\s*(?:(?:- +)?(["']?[\w./$-]+["']?:)(?: +\S.*)?|- +\S.*|---|\.\.\.|#.*)$/

/** Whether a short text is a YAML document: every line is a key, a list item or a comment, and most are keys. Block
 * scalars and flow values over several lines are not recognized. Linear in the text. [D2] */
export function isYaml(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const found = lines.map((line) => YAML_LINE.exec(line))
  const keys = found.filter((match) => match?.[1] !== undefined)
  return lines.length >= MIN_LINES && !found.includes(null) && keys.length * 2 >= lines.length
}
