import { CommandError } from '../connection.js'

/** What the operating system says most often, in words. Others keep its own. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is a file',
  EACCES: 'this user has no right to read it',
  Z_DATA_ERROR: 'it is not gzip, or damaged',
  Z_BUF_ERROR: 'it ends too early',
}

/** Returns the error of a command for a file that could not be read. */
export function unreadable(path: string, error: unknown): CommandError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = REASONS[code] ?? (error instanceof Error ? error.message : String(error))
  return new CommandError(`Cannot read ${path}: ${reason}`)
}
