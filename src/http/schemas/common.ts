import { z } from 'zod'
import { FORMATS } from '../../domain/message.js'

/** Shapes that many operations share. Path and query values come as text and are read here, strictly. */

export const Id = z.string().meta({ description: 'Opaque id with a prefix.' })
export const Tokens = z.int().min(0)
export const Timestamp = z.string().meta({ format: 'date-time' })
export const FormatName = z.enum(FORMATS)
export const SeqRange = z
  .strictObject({ from: z.int(), to: z.int() })
  .meta({ id: 'SeqRange', description: 'Inclusive on both ends.' })

export const Nothing = z.strictObject({})
export const SessionPath = z.strictObject({ sessionId: z.string() })

/** A whole number in a query. */
export function queryInt(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,15}$/, 'a whole number')
    .transform(Number)
    .pipe(z.int().min(min).max(max))
}

export const queryFlag = z
  .enum(['true', 'false', '1', '0'])
  .transform((text) => text === 'true' || text === '1')
  .pipe(z.boolean())

/** `a,b,c` in a query. */
export function queryList<T extends z.ZodType<unknown, string>>(item: T, max: number) {
  return z
    .string()
    .transform((text) => text.split(',').filter((piece) => piece !== ''))
    .pipe(z.array(item).min(1).max(max))
}

/** Most items a page of a list may hold, and how many it holds unasked. */
export const PAGE_MAX = 200
export const PAGE_DEFAULT = 50

export const ListCursor = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'an id from this list')
  .meta({ description: 'Id of the last item already seen.' })
export const PageQuery = z.strictObject({ limit: queryInt(1, PAGE_MAX).optional(), after: ListCursor.optional() })

export function pageOf({ limit, after }: { limit?: number; after?: string }): { limit: number; after?: string } {
  return { limit: limit ?? PAGE_DEFAULT, after }
}

/** Id to pass as `after` for the next page; null: this was the last. */
export const NextAfter = z
  .string()
  .nullable()
  .meta({ description: 'Pass it as `after` for the next page; null: this was the last.' })

export function nextAfter(items: readonly { id: string }[], limit: number): string | null {
  return items.length < limit ? null : (items[items.length - 1]?.id ?? null)
}
