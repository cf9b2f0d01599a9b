import { z } from 'zod'

/** Fields of a listed session that name it. */
export const Named = z.object({
  externalId: z.string().nullish(),
  metadata: z
    .looseObject({
      title: z.string().nullish().catch(null),
      matchedBy: z.unknown().optional(),
      door: z.unknown().optional(),
    })
    .nullish(),
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
  const { externalId, opening, metadata } = session
  const names = isOfProgram(metadata ?? {}) ? [opening, externalId] : [externalId, opening]
  return titleOf(session) ?? names[0] ?? names[1] ?? ''
}

/** Whether a program made the external id, which says nothing to a person: a door found it in what every request of the program has. */
function isOfProgram({ door, matchedBy }: { door?: unknown; matchedBy?: unknown }): boolean {
  return door !== undefined && matchedBy !== 'x-palimpsest-session'
}
