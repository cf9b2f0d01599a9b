import { computed, signal } from '@preact/signals'
import { createClient, PalimpsestError, take, UnavailableError, type PalimpsestClient } from '@palimpsest/client'

/** Who uses the page: the key, its role, and the client that sends it. The key is kept for this browser tab only. */

export type Role = 'viewer' | 'app' | 'admin'
export type Access =
  | { status: 'checking' }
  /** `isChecking`: the key in the form is being checked. */
  | { status: 'signed-out'; fault: string | null; isChecking?: boolean }
  /** `key` is null for a daemon without authentication, and for a session at the issuer, which a cookie holds. */
  | { status: 'signed-in'; client: PalimpsestClient; key: string | null; role: Role }

export const access = signal<Access>({ status: 'checking' })
/** Whether the key may change anything. Controls that write are absent otherwise. */
export const mayWrite = computed(() => access.value.status === 'signed-in' && access.value.role !== 'viewer')

/** Address at which a sign-in at the issuer of the operator starts; null: the daemon has none. */
export const issuerPage = signal<string | null>(null)

const STORED_KEY = 'palimpsest-key'
/** The view to return to after a sign-in at the issuer, whose answer leads to the first page. */
const STORED_VIEW = 'palimpsest-view'
/** Sent with a request of the session page; shorter than the default, because a person waits. */
const TIMEOUT_MS = 15_000
/** For large files. A person sees the progress and can cancel. */
const PATIENT_TIMEOUT_MS = 30 * 60_000

/** The address of the daemon: the folder of this page. */
const BASE_URL = new URL('.', location.href).href

/** Moves a key from the fragment `#key=…` to the storage of the tab, and signs in with it or with the stored one. */
export function openFromAddress(): void {
  const key = new URLSearchParams(location.hash.slice(1)).get('key')
  if (key !== null) {
    sessionStorage.setItem(STORED_KEY, key.trim())
    history.replaceState(null, '', location.pathname + location.search)
  }
  // A link with another key, opened in the same tab, changes only the fragment.
  addEventListener('hashchange', () => {
    if (location.hash.startsWith('#key=')) location.reload()
  })
  const view = sessionStorage.getItem(STORED_VIEW)
  sessionStorage.removeItem(STORED_VIEW)
  if (view !== null && location.hash === '') history.replaceState(null, '', view)
  const known = key ?? sessionStorage.getItem(STORED_KEY)
  const issuer = findIssuer()
  // Without a key, the form must know where people sign in.
  void (known === null ? issuer : Promise.resolve()).then(() => signIn(known))
}

/** Asks the daemon whether people sign in at an issuer. Without an answer, the form for a key says what is wrong. */
async function findIssuer(): Promise<void> {
  const init = { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(TIMEOUT_MS) }
  const home: unknown = await fetch(BASE_URL, init)
    .then((response) => response.json())
    .catch(() => null)
  const { signIn: path } = (home ?? {}) as { signIn?: unknown }
  if (typeof path === 'string') issuerPage.value = new URL(path, BASE_URL).href
}

/** Remembers the view, to which the person returns from the issuer. */
export function rememberView(): void {
  if (/^#\//.test(location.hash)) sessionStorage.setItem(STORED_VIEW, location.hash)
}

/** Checks a key and opens the dashboard with it. @param key null: try without one */
export async function signIn(key: string | null): Promise<void> {
  const secret = key?.trim() ?? null
  if (secret !== null && !/^[!-~]+$/.test(secret)) return refuse('A key contains only letters, digits and signs.')
  // The form stays while its key is checked, with what was typed.
  access.value =
    access.value.status === 'signed-out'
      ? { status: 'signed-out', fault: null, isChecking: true }
      : { status: 'checking' }
  const client = createClient({ baseUrl: BASE_URL, apiKey: secret ?? undefined, timeoutMs: TIMEOUT_MS, retries: 1 })
  try {
    const role = await roleOf(client)
    if (secret !== null) sessionStorage.setItem(STORED_KEY, secret)
    access.value = { status: 'signed-in', client, key: secret, role }
  } catch (error) {
    const isUnknown = error instanceof PalimpsestError && error.status === 401
    if (isUnknown && secret === null) return refuse(null)
    refuse(isUnknown ? 'The daemon does not know this key.' : faultOf(error))
  }
}

/** Returns a client for requests that may take minutes. Throws without a key. */
export function patientClient(): PalimpsestClient {
  const now = access.value
  if (now.status !== 'signed-in') throw new Error('Sign in first.')
  return createClient({
    baseUrl: BASE_URL,
    apiKey: now.key ?? undefined,
    timeoutMs: PATIENT_TIMEOUT_MS,
    retries: 1,
  })
}

export function signOut(fault: string | null = null): void {
  sessionStorage.removeItem(STORED_KEY)
  // The cookie of a session is out of reach of scripts: only the daemon removes it.
  if (issuerPage.value !== null) void fetch(new URL('oidc/logout', BASE_URL), { method: 'POST' }).catch(() => {})
  refuse(fault)
}

function refuse(fault: string | null): void {
  access.value = { status: 'signed-out', fault }
}

/** Reads the role from an operation that only admins may call: the refusal names the role of the key. */
async function roleOf({ api }: PalimpsestClient): Promise<Role> {
  try {
    await take(api.GET('/v1/queue'))
    return 'admin'
  } catch (error) {
    if (!(error instanceof PalimpsestError) || error.code !== 'forbidden') throw error
    return (error.problem as { role?: unknown }).role === 'app' ? 'app' : 'viewer'
  }
}

/** Returns the sentence that a person reads about a failure. */
export function faultOf(error: unknown): string {
  if (error instanceof UnavailableError) return 'The daemon does not answer. Check that it is running.'
  return error instanceof Error ? error.message : String(error)
}
