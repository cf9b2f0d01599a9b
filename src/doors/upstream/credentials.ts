import { decodedOnce } from '../../http/input/percent-encoding.js'
import { DomainError } from '../../domain/errors.js'
import type { DoorCall } from '../door.js'
import { hasOwnCredential, type Credential } from './headers.js'

/** Which requests may use the operator's credential at an upstream. [10.4] */

/** Ends of paths whose requests hold everything they need and leave nothing at the upstream. They pass without the operator's
 * credential. */
const STATELESS = new Set([
  ...['/v1/embeddings', '/v1/completions', '/v1/rerank', '/v1/moderations'],
  ...['/v1/audio/speech', '/v1/audio/transcriptions', '/v1/audio/translations'],
])
/** What a program may ask of a local model server beside turns. All else changes models, for everyone. */
const LOCAL_READS = new Set(['/', '/api/version', '/api/tags', '/api/ps'])
const LOCAL_POSTS = new Set(['/api/show', '/api/embed', '/api/embeddings', '/api/generate', ...STATELESS])
const MODEL_LIST = /^\/(?:v1\/)?models(?:\/[\w.:-]{1,200})?$/

/** Returns the credential for a call that a door makes itself: a turn, a count, a list of models. */
export function credentialFor({ caller, door }: DoorCall): Credential {
  return { isOurs: caller.isOurKey, configured: caller.hasKey ? door.upstream.credential : null }
}

/** Returns the credential for a request that only passes through. Throws forbidden if it may not: the operator's
 * credential is for what the doors understand, not to read, spend, or delete anything else. [P11] */
export function credentialToPass(call: DoorCall): Credential {
  const { caller, door, request, path } = call
  const plain = plainPath(path)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead && MODEL_LIST.test(plain)) return credentialFor(call)
  const withoutOurs = { isOurs: caller.isOurKey, configured: null }
  if (door.upstream.isOllama) {
    const isAllowed = isRead ? LOCAL_READS.has(plain) : request.method === 'POST' && LOCAL_POSTS.has(plain)
    if (isAllowed || caller.principal.role === 'admin') return credentialFor(call)
    throw new DomainError(
      'forbidden',
      `${request.method ?? 'GET'} ${plain}: this may change the models of everyone, so it needs an admin key.`,
    )
  }
  if (hasOwnCredential(request.headers, caller.isOurKey)) return withoutOurs
  if (request.method === 'POST' && STATELESS.has(plain)) return withoutOurs
  throw new DomainError(
    'forbidden',
    `${request.method ?? 'GET'} ${plain} passes only with your own key of the provider: send it as the API key, and the key ` +
      'of this service in X-Palimpsest-Key.',
  )
}

/** Returns the path without its query. Throws forbidden for one that the upstream may read as another: with dot segments,
 * empty segments, backslashes, or control characters, encoded any number of times. */
function plainPath(path: string): string {
  const [plain = ''] = path.split(/[?#]/)
  let decoded = plain
  for (let tries = 0; tries < 5 && decoded.includes('%'); tries++) {
    const next = decodedOnce(decoded)
    if (next === decoded) break
    decoded = next
  }
  const segments = decoded.split('/').slice(1)
  const isOdd = (segment: string, at: number) =>
    // A path parameter (`..;x`) hides the dots from us and not from every server.
    ['.', '..'].includes(segment.split(';', 1)[0]!) || (segment === '' && at < segments.length - 1)
  // oxlint-disable-next-line no-control-regex -- these characters are what is refused
  if (segments.some(isOdd) || /[\\\u0000-\u001f\u007f]/.test(decoded))
    throw new DomainError('forbidden', 'The path has dot segments, empty segments, backslashes, or control characters.')
  return plain
}
