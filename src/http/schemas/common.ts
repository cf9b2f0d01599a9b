import { z } from 'zod'
import type { IdPrefix } from '../../ports/ports.js'
import { FORMATS } from '../../domain/message.js'

/** Schemas shared by many operations. Path and query values arrive as text and are parsed strictly. */

export const Id = z.string().describe('Opaque prefixed id.')
export const Tokens = z.int().min(0)
export const Timestamp = z.string().meta({ format: 'date-time' })
export const FormatName = z.enum(FORMATS)
export const SeqRange = z
  .strictObject({ from: z.int(), to: z.int() })
  .meta({ id: 'SeqRange', description: 'Inclusive on both ends.' })

export const Nothing = z.strictObject({})
export const SessionPath = z.strictObject({ sessionId: z.string().describe('Id of the session.') })

/** A larger bound is only the range of the type: to name it says nothing to a caller. */
const NAMED_MAX = 1_000_000_000

/** Integer in a query. */
export function queryInt(min: number, max: number) {
  const range = max > NAMED_MAX ? `of at least ${min}` : `from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,15}$/, `a whole number ${range}`)
    .transform(Number)
    .pipe(z.int().min(min).max(max))
}

export const queryFlag = z
  .enum(['true', 'false', '1', '0'])
  .transform((text) => text === 'true' || text === '1')
  .pipe(z.boolean())

/** List in a query, as `a,b,c`. */
export function queryList<T extends z.ZodType<unknown, string>>(item: T, max: number) {
  return z
    .string()
    .transform((text) => text.split(',').filter((piece) => piece !== ''))
    .pipe(z.array(item).min(1).max(max))
}

/** Maximum and default number of items per page. */
export const PAGE_MAX = 200
export const PAGE_DEFAULT = 50

/** Cursor of a list whose ids have this form. Any other text is refused, because it would select a wrong page. */
function cursorOf(form: RegExp) {
  return z.string().regex(form, 'an id from this list').describe('Id of the last item of the previous page.')
}
/** Cursor of a list of ids that the service made, by their prefix. */
export const listCursor = (prefix: IdPrefix) => cursorOf(new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`))
export const LedgerCursor = cursorOf(/^led_\d{1,9}_\d{1,9}$/)
export const pageLimit = (max: number) =>
  queryInt(1, max).optional().describe(`Maximum items on the page. Default: ${PAGE_DEFAULT}.`)
export const PageLimit = pageLimit(PAGE_MAX)
/** Query of a list with ids of this prefix. */
export const pageQuery = (prefix: IdPrefix) =>
  z.strictObject({ limit: PageLimit, after: listCursor(prefix).optional() })

export function pageOf({ limit, after }: { limit?: number; after?: string }): { limit: number; after?: string } {
  return { limit: limit ?? PAGE_DEFAULT, after }
}

export const NextAfter = z.string().nullable().describe('Value of `after` for the next page. Null on the last page.')

export function nextAfter(items: readonly { id: string }[], limit: number): string | null {
  return items.length < limit ? null : (items[items.length - 1]?.id ?? null)
}
