/** Minimum lines that separate YAML from prose with a colon in it. */
const MIN_LINES = 3
/** A key with or without a value, or a list item. Keys have no spaces, so sentences are no keys. */
const YAML_LINE = /^\s*(?:- +)?(?:["']?[\w./$-]+["']?:(?: +\S.*)?|- +\S.*|---|\.\.\.|#.*)$/
const KEY_LINE = /^\s*(?:- +)?["']?[\w./$-]+["']?:(?: +\S.*)?$/

/** Whether a short text is a YAML document: every line is a key, a list item or a comment, and most are keys. Block
 * scalars and flow values over several lines are not recognized. Linear in the text. [D2] */
export function isYaml(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length < MIN_LINES || !lines.every((line) => YAML_LINE.test(line))) return false
  return lines.filter((line) => KEY_LINE.test(line)).length * 2 >= lines.length
}
