/** Separates what a reply says from how it came: headers, traces and times are omitted and counted, paging and the like come
 * last. [D2] */
import { wordSet } from '../../texts.js'
import { isNamed, type Field, type Span } from './json-spans.js'

/** Groups that describe the transport. A single value under such a name may be the answer. */
const TRANSPORT = wordSet(
  'headers requestheaders responseheaders httpheaders rawheaders cookies setcookies trailers trace traces tracing ' +
    'tracecontext traceinfo spancontext spaninfo timing timings telemetry instrumentation debug debuginfo servertiming ' +
    'transport connectioninfo tls',
)
/** Members of a reply beside its headers: how the program made the request. */
const BESIDE_HEADERS = wordSet('config request requestconfig options agent socket')
const HEADERS = wordSet('headers responseheaders httpheaders rawheaders')
/** Read last: they say how to ask for more, or name the reply. */
const LAST = wordSet(
  'meta metadata paging pagination pageinfo links cursor cursors nextpage nextcursor nexttoken ratelimit ratelimits ' +
    'requestid traceid spanid correlationid etag apiversion',
)

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
  const hasHeaders = fields.some(({ key, value }) => isNamed(key, HEADERS) && value.kind === 'object')
  const isTransport = ({ key, value }: Field) =>
    isGroup(value) && (isNamed(key, TRANSPORT) || (hasHeaders && isNamed(key, BESIDE_HEADERS)))
  const said = fields.filter((field) => !isTransport(field))
  const isMetadata = path.some((key) => isNamed(key, LAST))
  if (!isMetadata && said.every((field) => isStatus(field) || isNamed(field.key, LAST)))
    return { content: [...fields], last: [], transport: 0 }
  return {
    content: said.filter(({ key }) => !isNamed(key, LAST)),
    last: said.filter(({ key }) => isNamed(key, LAST)),
    transport: fields.filter(isTransport).reduce((sum, { value }) => sum + sizeOf(value), 0),
  }
}

function isGroup({ kind }: Span): boolean {
  return kind === 'object' || kind === 'list'
}

function sizeOf(value: Span): number {
  return value.kind === 'object' ? value.fields.length : value.kind === 'list' ? value.items.length : 1
}
