import { DomainError } from '../../domain/errors.js'

/** A file that cannot be imported. `line`: line of the file, or element of a document, counted from 1. */
export function importRefused(detail: string, line?: number): DomainError {
  const where = line === undefined ? '' : `Line ${line}: `
  return new DomainError(
    'import_refused',
    `${where}${detail} Nothing was imported.`,
    line === undefined ? {} : { line },
  )
}
