import type { Fault } from '../../errors.js'
import type { Json } from '../../message.js'
import { isObject, typeName, type JsonObject } from '../../json/json.js'

/** Longer text is not quoted. It could be conversation content, which must not appear in errors. */
const MAX_QUOTED_CHARS = 40

/** Collects the faults of one message, with full paths. */
export class Check {
  readonly faults: Fault[] = []
  /** @param path names the message: `messages[3]` */
  constructor(private readonly path: string) {}

  /** Reports a fault.
   * @param at path inside the message, such as `.tool_calls[0].id` */
  fault(at: string, expected: string, received: Json | undefined): void {
    const short = typeof received === 'string' && received.length <= MAX_QUOTED_CHARS
    this.faults.push({
      path: this.path + at,
      expected,
      received: short ? JSON.stringify(received) : typeName(received),
    })
  }

  /** Requires a string with at least one character. */
  text(value: Json | undefined, at: string): void {
    if (typeof value !== 'string' || value === '') this.fault(at, 'string with at least 1 character', value)
  }

  string(value: Json | undefined, at: string): void {
    if (typeof value !== 'string') this.fault(at, 'string', value)
  }

  object(value: Json | undefined, at: string): value is JsonObject {
    if (isObject(value)) return true
    this.fault(at, 'object', value)
    return false
  }

  /** Requires a member of a closed list. Returns it, or undefined after reporting a fault. */
  oneOf<T extends string>(value: Json | undefined, known: readonly T[], at: string): T | undefined {
    const found = known.find((name) => name === value)
    if (found === undefined) this.fault(at, `one of ${known.join(', ')}`, value)
    return found
  }

  /** Checks each element of a list. Absent and null lists have none.
   * @param expected describes the list in a fault */
  each(value: Json | undefined, at: string, expected: string, check: (item: Json, at: string) => void): void {
    if (value === undefined || value === null) return
    if (Array.isArray(value)) value.forEach((item, index) => check(item, `${at}[${index}]`))
    else this.fault(at, expected, value)
  }

  /** Checks content that is text or a list of blocks with at least one element.
   * @param block checks one block and reports its faults */
  content(value: Json | undefined, at: string, block: (item: JsonObject, at: string) => void): void {
    if (typeof value === 'string') return
    if (!Array.isArray(value) || value.length === 0) {
      this.fault(
        at,
        'string or array of content blocks with at least 1 item',
        Array.isArray(value) ? 'empty array' : value,
      )
      return
    }
    this.each(value, at, 'array', (item, place) => {
      if (this.object(item, place)) block(item, place)
    })
  }
}
