interface Named {
  externalId?: string | null | undefined
  metadata?: object | null | undefined
  title?: string | null | undefined
  opening?: string | null | undefined
}

/** Returns the title of a session: that in its metadata, else that of a model; null: it has none. */
export function sessionTitle({ metadata, title }: Named): string | null {
  const given = metadata && 'title' in metadata && typeof metadata.title === 'string' ? metadata.title.trim() : ''
  return given === '' ? (title ?? null) : given
}

/** Returns what people call a session: its title, its external id, or its first words; null: it has none. An external id that a door found
 * in what every request of a program has says nothing to a person: then the first words go before it. */
export function sessionName(session: Named): string | null {
  const { externalId, opening } = session
  const { door, matchedBy } = (session.metadata ?? {}) as { door?: unknown; matchedBy?: unknown }
  const isOfProgram = door !== undefined && matchedBy !== 'x-palimpsest-session'
  return sessionTitle(session) ?? (isOfProgram ? opening : null) ?? externalId ?? opening ?? null
}
