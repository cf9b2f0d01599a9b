/** Recognizes that something else than a daemon answers at its address, and says what to do. */

/** Types of the replies of a daemon. */
export const OWN_TYPES = ['application/json', 'application/x-ndjson', 'text/markdown']
export const PROBLEM_TYPES = ['application/problem+json']

/** Whether a reply has one of these types, or no body. */
export function isOurs(response: Response, types: readonly string[]): boolean {
  const [type] = (response.headers.get('content-type') ?? '').split(';')
  return response.status === 204 || types.includes((type ?? '').trim().toLowerCase())
}

/** Another server answered. */
export function foreign(url: string, response: Response): string {
  const type = response.headers.get('content-type') ?? 'no content type'
  return (
    `The server at ${url} is not a Palimpsest daemon, or a proxy answers for it: status ${response.status}, ${type}. ` +
    'Set PALIMPSEST_URL to the address of the daemon.'
  )
}

/** No answer, or none that is HTTP. */
export function unreachable(url: string, error: unknown): string {
  const code = codeOf(error)
  if (url.startsWith('https:') && (code.startsWith('ERR_SSL') || code === 'EPROTO'))
    return `The server at ${url} does not speak TLS. Use ${url.replace('https:', 'http:')}`
  // Its code is not set on every version of Node.
  if (url.startsWith('http:') && causeOf(error)?.name === 'HTTPParserError')
    return `The server at ${url} does not speak HTTP. If it has a certificate, use ${url.replace('http:', 'https:')}`
  return `No daemon answers at ${url} (${reasonOf(error)}). Start one with: palimpsest start`
}

function causeOf(error: unknown): Error | null {
  return error instanceof Error && error.cause instanceof Error ? error.cause : null
}

function codeOf(error: unknown): string {
  const cause = causeOf(error)
  return cause !== null && 'code' in cause ? String(cause.code) : ''
}

/** Returns the cause of a failed connection, which Node hides behind "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return causeOf(error)?.message || error.message
}
