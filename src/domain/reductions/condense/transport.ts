/** Separates what a reply says from how it came: headers, traces and times are omitted and counted, paging and the like come
 * last. [D2] */
import type { Field, Span } from './json-spans.js'

/** Groups that describe the transport. A single value under such a name may be the answer. */
const TRANSPORT =
  /^(?:(?:request|response|http|raw)?[_-]?headers|(?:set[_-]?)?cookies|trailers|trac(?:e|es|ing)|(?:trace|span)[_-]?(?:context|info)|timings?|telemetry|instrumentation|debug(?:[_-]?info)?|server[_-]?timing|transport|connection[_-]?info|tls)$/i
/** Members of a reply beside its headers: how the program made the request. */
const BESIDE_HEADERS = /^(?:config|request|request[_-]?config|options|agent|socket)$/i
const HEADERS = /^(?:response|http|raw)?[_-]?headers$/i
/** Read last: they say how to ask for more, or name the reply. */
const LAST =
  /^_?(?:meta|metadata|paging|pagination|page[_-]?info|links|cursors?|next[_-]?(?:page|cursor|token)|rate[_-]?limits?|(?:request|trace|span|correlation)[_-]?id|etag|api[_-]?version)$/i

export interface ByPurpose {
  /** What the reply says, in order. */
  content: Field[]
  /** Shown after the content. */
  last: Field[]
  /** Number of fields left out. */
  transport: number
}

/** Returns the fields without the groups of the transport. An object that has nothing else keeps them, because they are the
 * answer; metadata do not.
 * @param path keys down to the object
 * @param isStatus fields that are no content of their own */
export function byPurpose(
  fields: readonly Field[],
  path: readonly string[],
  isStatus: (field: Field) => boolean,
): ByPurpose {
  const hasHeaders = fields.some(({ key, value }) => HEADERS.test(key) && value.kind === 'object')
  const isTransport = ({ key, value }: Field) =>
    isGroup(value) && (TRANSPORT.test(key) || (hasHeaders && BESIDE_HEADERS.test(key)))
  const said = fields.filter((field) => !isTransport(field))
  const isMetadata = path.some((key) => LAST.test(key))
  if (!isMetadata && said.every((field) => isStatus(field) || LAST.test(field.key)))
    return { content: [...fields], last: [], transport: 0 }
  return {
    content: said.filter(({ key }) => !LAST.test(key)),
    last: said.filter(({ key }) => LAST.test(key)),
    transport: fields.filter(isTransport).reduce((sum, { value }) => sum + sizeOf(value), 0),
  }
}

function isGroup({ kind }: Span): boolean {
  return kind === 'object' || kind === 'list'
}

function sizeOf(value: Span): number {
  return value.kind === 'object' ? value.fields.length : value.kind === 'list' ? value.items.length : 1
}
