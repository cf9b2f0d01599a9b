/** Numbers and times as people read them. */

const integers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const shares = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 })

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

export const formatInteger = (value: number): string => integers.format(value)

/** `27.9M`. */
export const formatCompact = (value: number): string => compact.format(value)

/** `1 message`, `1,204 messages`. @param many default: `one` with an s */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${formatInteger(count)} ${count === 1 ? one : many}`
export const formatShare = (value: number): string => shares.format(value)

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** Returns a size in the unit that leaves at most three digits before the point. */
export function formatBytes(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const value = bytes / 1_000 ** unit
  return `${unit === 0 || value >= 100 ? value.toFixed(0) : value.toFixed(1)} ${UNITS[unit]}`
}

const SECOND = 1_000
const STEPS: readonly [ms: number, unit: string][] = [
  [86_400 * SECOND, 'd'],
  [3_600 * SECOND, 'h'],
  [60 * SECOND, 'min'],
]

/** Returns how long ago a time was: `now`, `5 min`, `3 h`, `12 d`. @param at ISO 8601 @param now ms since 1970 */
export function formatAge(at: string, now: number): string {
  const ms = now - Date.parse(at)
  const step = STEPS.find(([size]) => ms >= size)
  return step ? `${Math.floor(ms / step[0])} ${step[1]}` : 'now'
}

const times = new Intl.DateTimeFormat('sv-SE', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
})

const clocks = new Intl.DateTimeFormat('sv-SE', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  timeZoneName: 'short',
})

/** Returns the time of a day in the time zone of the reader, with its name: `05:11:41.016 CET`. @param at ISO 8601 */
export const formatClock = (at: string): string => clocks.format(new Date(at)).replace(',', '.')

/** Returns a time in the time zone of the reader, with its name: `2026-11-23 05:11:41 CET`. @param at ISO 8601 */
export const formatTime = (at: string): string => times.format(new Date(at))
