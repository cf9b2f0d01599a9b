import type { WriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { CommandError } from '../connection.js'

/** Opens a file for writing. Throws CommandError if that is not possible.
 * @param name the file as the user named it */
export async function openOutput(
  file: string,
  { flags = 'w', mode, name = file }: { flags?: string; mode?: number; name?: string } = {},
): Promise<WriteStream> {
  const handle = await open(file, flags, mode).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new CommandError(`Cannot write ${name}${code}: name a file in a folder that exists and that you can write.`)
  })
  return handle.createWriteStream()
}
