import { z } from 'zod'

/** Fields of a listed session that name it. */
export const Named = z.object({
  externalId: z.string().nullish(),
  metadata: z.looseObject({ title: z.string().nullish().catch(null) }).nullish(),
  title: z.string().nullish(),
  opening: z.string().nullish(),
})

/** Returns the title of a session: that in its metadata, else that of a model; null: it has none. */
export function titleOf({ metadata, title }: z.infer<typeof Named>): string | null {
  const given = metadata?.title?.trim()
  return given !== undefined && given !== '' ? given : (title ?? null)
}

/** Returns what people call a session, as the dashboard does: its title, its external id, or its first words. Empty: nothing. */
export function nameOf(session: z.infer<typeof Named>): string {
  return titleOf(session) ?? session.externalId ?? session.opening ?? ''
}
