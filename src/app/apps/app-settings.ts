import { DomainError } from '../../domain/errors.js'
import type { QuotaName, Quotas } from '../../domain/quota.js'
import { requireSensiblePolicy } from '../../domain/session/policy-bounds.js'
import { policyOf } from '../../domain/session/policy-overrides.js'
import type { AppSettings, AppUsage } from '../../ports/app-port.js'
import type { App, Ports } from '../../ports/ports.js'
import { auditEntry } from '../shared/audit-entry.js'
import { required } from '../shared/read-session.js'

/** Limit for which the defaults of an app are checked. Each session is checked with its own again. */
const USUAL_LIMIT = 13_600

export interface AppDetails {
  app: App
  settings: AppSettings
  usage: AppUsage
  /** What is used of each quota. */
  used: Record<QuotaName, number>
}

type Needs = Pick<Ports, 'store' | 'quotas'>
type Changing = Needs & Pick<Ports, 'ids' | 'clock' | 'actor'>
type AppChanges = Partial<Omit<AppSettings, 'quotas'>> & { quotas?: Partial<Quotas> }

interface OfApp {
  appId: string
  /** The only app that the caller may name; null: every app. */
  scope: string | null
}

/** Returns an app with its settings and what it stores. Throws not_found. */
export async function readApp({ store, quotas }: Needs, { appId, scope }: OfApp): Promise<AppDetails> {
  const app = required(scope === null || scope === appId ? await store.app(appId) : null, 'app', appId)
  const settings = required(await store.appSettings(appId), 'app', appId)
  const [usage, used] = await Promise.all([store.appUsage(appId), quotas.use(appId)])
  return { app, settings, usage, used }
}

/** Changes the settings of an app. Sessions that are open stay as they are, except for the retention and the quotas.
 * Quotas that are not given stay. Throws not_found, invalid_request, and forbidden if anyone but an admin changes quotas. */
export async function updateApp(
  ports: Changing,
  { appId, scope, isAdmin, quotas: changedQuotas, ...changes }: OfApp & AppChanges & { isAdmin: boolean },
): Promise<AppDetails> {
  const { store, quotas } = ports
  const { settings } = await readApp({ store, quotas }, { appId, scope })
  if (changedQuotas && !isAdmin) throw new DomainError('forbidden', 'Only an admin key may change quotas.')
  const after = { ...settings, ...changes }
  requireSensiblePolicy(policyOf(after.preset ?? 'checkpointed', after.policy ?? {}), USUAL_LIMIT)
  const merged = changedQuotas && { quotas: { ...settings.quotas, ...changedQuotas } }
  const audit = auditEntry(ports, {
    action: 'app-updated',
    appId,
    target: appId,
    details: detailsOf(changes, changedQuotas),
  })
  await store.changeAppSettings(appId, { ...changes, ...merged }, audit)
  quotas.forget(appId)
  return readApp({ store, quotas }, { appId, scope })
}

/** Returns what changed: values, but of a policy only the names. */
function detailsOf(
  { policy, ...values }: Omit<AppChanges, 'quotas'>,
  quotas: Partial<Quotas> | undefined,
): Record<string, unknown> {
  return { ...values, ...(policy !== undefined && { policy: Object.keys(policy ?? {}) }), ...(quotas && { quotas }) }
}
