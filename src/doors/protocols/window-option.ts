import { bodySpans } from '../../domain/json/body-spans.js'

/** Sets a number in the text of a JSON object. Everything else keeps its bytes. Returns null if it has the value. */
export function withNumber(object: string | null, key: string, value: number): string | null {
  if (object === null || !object.trimStart().startsWith('{')) return JSON.stringify({ [key]: value })
  const bytes = Buffer.from(object, 'utf8')
  const { members } = bodySpans(bytes.toString('latin1'), '')
  const span = members.get(key)
  if (!span) {
    const rest = object.slice(object.indexOf('{') + 1)
    return `{${JSON.stringify(key)}:${value}${members.size === 0 ? '' : ','}${rest}`
  }
  if (Number(bytes.toString('utf8', span.from, span.to)) === value) return null
  return bytes.toString('utf8', 0, span.from) + String(value) + bytes.toString('utf8', span.to)
}
