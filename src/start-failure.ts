/** Explains a failed start in one sentence. [14] */
import { StartError } from './ports/start-error.js'
import { ConfigError, type Config } from './config.js'
import { DomainError } from './domain/errors.js'

/** Returns what stopped the start and what to do, in one sentence; null for an unexpected error, which needs its stack.
 * @param config null if the configuration could not be read */
export function startFailure(error: unknown, config: Config | null): string | null {
  if (error instanceof ConfigError || error instanceof StartError) return error.message
  if (config === null || !(error instanceof Error)) return null
  if (error instanceof DomainError) return error.code === 'store_unavailable' ? databaseFailure(error, config) : null
  const { code, syscall, path } = systemError(error)
  if (code === undefined) return null
  if (syscall === 'listen' || syscall === 'bind' || syscall === 'getaddrinfo') return listenFailure(code, config)
  return path?.startsWith(config.dataDir) || config.dataDir.startsWith(path ?? '\0')
    ? folderFailure(code, config)
    : null
}

function listenFailure(code: string, { listen: { host, port } }: Config): string {
  const address = `${host}:${port}`
  if (code === 'EADDRINUSE')
    return `${address} is in use by another program, perhaps another daemon: stop it, or set PORT to another port.`
  if (code === 'EACCES')
    return `No permission to listen on ${address}: set PORT to a port above 1023, or start with more rights.`
  return `Cannot listen on ${address} (${code}): set HOST to an address of this machine.`
}

/** Why a file or folder cannot be used, by the code of the system. */
const FOLDER_FAULTS: Readonly<Record<string, string>> = {
  ENOTDIR: 'a part of its path is a file, not a folder',
  EEXIST: 'a part of its path is a file, not a folder',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'its file system is read-only',
  ENOENT: 'it cannot be created there',
  ENOSPC: 'its disk is full',
}

function folderFailure(code: string, { dataDir }: Config): string {
  const why = FOLDER_FAULTS[code] ?? 'it cannot be used'
  return `DATA_DIR=${dataDir} is no usable data folder, because ${why} (${code}): set DATA_DIR to a folder that you can write.`
}

function databaseFailure(error: DomainError, { store }: Config): string {
  const cause = innermost(error)
  if (store.kind !== 'postgres') return `The embedded database is unavailable (${cause}): see palimpsest doctor.`
  const { host, pathname } = new URL(store.url)
  return `No database answers at DATABASE_URL (${host}${pathname}: ${cause}): start it, or correct the address or the password.`
}

/** Returns the code of the innermost cause, else its message. Drivers quote no password in either. */
function innermost(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0])
  if (!(error instanceof Error)) return 'unknown cause'
  if (error.cause !== undefined) return innermost(error.cause)
  const { code, syscall } = systemError(error)
  return code !== undefined && syscall !== undefined ? `${code} at ${syscall}` : error.message
}

function systemError(error: Error): { code?: string; syscall?: string; path?: string } {
  const { code, syscall, path } = error as NodeJS.ErrnoException
  return {
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof syscall === 'string' ? { syscall } : {}),
    ...(typeof path === 'string' ? { path } : {}),
  }
}
