/** What an app may use. */
export const QUOTA_NAMES = [
  'sessions',
  'messages',
  'bytes', // of the stored messages, as they were received
  'subscribers', // open event streams
  'requestsPerMinute',
  'modelSecondsPerHour',
] as const
export type QuotaName = (typeof QUOTA_NAMES)[number]
/** Quotas of what an app stores. Waiting does not help against these. */
export type StoredQuota = Extract<QuotaName, 'sessions' | 'messages' | 'bytes'>
/** Quotas that are full again when their window of the clock begins. */
export type WindowQuota = Extract<QuotaName, 'requestsPerMinute' | 'modelSecondsPerHour'>

/** null: no limit. */
export type Quotas = Record<QuotaName, number | null>
export const NO_QUOTAS: Quotas = {
  sessions: null,
  messages: null,
  bytes: null,
  subscribers: null,
  requestsPerMinute: null,
  modelSecondsPerHour: null,
}
export const WINDOW_SECONDS: Record<WindowQuota, number> = { requestsPerMinute: 60, modelSecondsPerHour: 3_600 }

export type StoredUse = Record<StoredQuota, number>
export const NOTHING_STORED: StoredUse = { sessions: 0, messages: 0, bytes: 0 }
const STORED: readonly StoredQuota[] = ['sessions', 'messages', 'bytes']

/** Returns the total of several uses. What one does not name counts as zero. */
export function sumOfUse(uses: readonly Partial<StoredUse>[]): StoredUse {
  const total = { ...NOTHING_STORED }
  for (const use of uses) for (const quota of STORED) total[quota] += use[quota] ?? 0
  return total
}

/** Returns the first quota that `wanted` on top of `used` would exceed; null: none. What is not wanted is not checked. */
export function exceededQuota(quotas: Quotas, used: StoredUse, wanted: Partial<StoredUse>): StoredQuota | null {
  return STORED.find((quota) => exceeds(quotas[quota], used[quota], wanted[quota] ?? 0)) ?? null
}

function exceeds(limit: number | null, used: number, wanted: number): boolean {
  return limit !== null && wanted > 0 && used + wanted > limit
}

/** Whether a quota limits what is wanted. */
export function isLimited(quotas: Quotas, wanted: Partial<StoredUse>): boolean {
  return STORED.some((quota) => quotas[quota] !== null && (wanted[quota] ?? 0) > 0)
}

/** Share of a quota from which its use is read more often. */
const NEAR = 0.9

/** Whether any quota is used to 90% or more. */
export function isNearQuota(quotas: Quotas, used: StoredUse): boolean {
  return STORED.some((quota) => quotas[quota] !== null && used[quota] >= NEAR * quotas[quota])
}
