/** What a wrapped program needs of the daemon, and what it is given. */

export interface Wrapping {
  /** Address of the daemon, without a slash at the end. */
  url: string
  /** Key of an app; null: the daemon runs with AUTH=off. */
  key: string | null
  /** Session that the user named; null: a new one, or the one that the program names. */
  session: string | null
  /** Scope whose sessions share what people said; null: none. */
  scope: string | null
  /** Model of our own model server; null: the program's models at its own provider. */
  model: string | null
  /** Window to use, in tokens; null: 32K for a model of ours, else the door decides. */
  windowTokens: number | null
  /** Adds the tools of `/mcp`. */
  withTools: boolean
  /** Returns a new UUID. */
  newId(): string
}

export interface Settings {
  /** Variables to set; null: remove it. */
  env: Record<string, string | null>
  /** Go before the arguments of the user. */
  args: string[]
  /** Name or alias of the session of the program's requests; null: the door finds it. */
  session: string | null
  /** For the user, if the program cannot be set up from outside. */
  hint: string | null
}

/** Returns the address below which the doors are. The scope is in the path, because few programs send a header of ours. */
export function doorsOf({ url, scope }: Pick<Wrapping, 'url' | 'scope'>): string {
  return scope === null ? url : `${url}${scopePath(scope)}`
}

/** Returns the part of a path that names a scope. */
export function scopePath(scope: string): string {
  return `/in-scope/${encodeURIComponent(scope).replaceAll('%3A', ':')}`
}

export type Environment = Readonly<Record<string, string | undefined>>
export type Client = (wrapping: Wrapping, args: readonly string[], env: Environment) => Settings

/** The smallest window that Claude Code can work with. */
export const LOCAL_WINDOW = 32_000

/** Returns the window to ask for, in tokens; null: the door decides. */
export function windowOf({ model, windowTokens }: Wrapping): number | null {
  return windowTokens ?? (model === null ? null : LOCAL_WINDOW)
}
