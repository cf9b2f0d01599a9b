import { z } from 'zod'
import { FORMATS } from '../../domain/message.js'

/** Schemas shared by many operations. Path and query values arrive as text and are parsed strictly. */

export const Id = z.string().meta({ description: 'Opaque prefixed id.' })
export const Tokens = z.int().min(0)
export const Timestamp = z.string().meta({ format: 'date-time' })
export const FormatName = z.enum(FORMATS)
export const SeqRange = z
  .strictObject({ from: z.int(), to: z.int() })
  .meta({ id: 'SeqRange', description: 'Inclusive on both ends.' })

export const Nothing = z.strictObject({})
export const SessionPath = z.strictObject({ sessionId: z.string().meta({ description: 'Id of the session.' }) })

/** Integer in a query. */
export function queryInt(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,15}$/, 'an integer')
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

export const ListCursor = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'an id from this list')
  .meta({ description: 'Id of the last item of the previous page.' })
export const PageLimit = queryInt(1, PAGE_MAX)
  .optional()
  .meta({ description: `Maximum items on the page. Default: ${PAGE_DEFAULT}.` })
export const PageQuery = z.strictObject({ limit: PageLimit, after: ListCursor.optional() })

export function pageOf({ limit, after }: { limit?: number; after?: string }): { limit: number; after?: string } {
  return { limit: limit ?? PAGE_DEFAULT, after }
}

export const NextAfter = z
  .string()
  .nullable()
  .meta({ description: 'Value of `after` for the next page. Null on the last page.' })

export function nextAfter(items: readonly { id: string }[], limit: number): string | null {
  return items.length < limit ? null : (items[items.length - 1]?.id ?? null)
}
