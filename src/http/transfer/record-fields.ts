import { z } from 'zod'

/** Fields that archived records share. */

export const Id = z.string().regex(/^[\w-]{1,80}$/)
export const Count = z.int().min(0).max(2_147_483_647)
export const Seq = z.int().min(1).max(2_147_483_647)
export const When = z.iso.datetime().transform((text) => new Date(text))
export const Range = z
  .strictObject({ from: Seq, to: Seq })
  .refine(({ from, to }) => from <= to, 'a range that starts before its end')
export const Ranges = z.array(Range)
