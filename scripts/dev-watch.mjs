// Watches the sources for `npm run dev`.
import { existsSync, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { FOLDERS, ROOT } from './dev-compile.mjs'

/** Watches each folder, not each file: many editors replace a file when they save it, and a watch of Node on the file ends then. */
export class SourceWatch {
  #watchers = new Map()
  #onChange

  constructor(onChange) {
    this.#onChange = onChange
    this.look()
  }

  /** Watches new folders. */
  look() {
    const below = (folder) =>
      readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => join(entry.parentPath, entry.name))
    for (const [folder, watcher] of this.#watchers)
      if (!existsSync(folder)) {
        watcher.close()
        this.#watchers.delete(folder)
      }
    for (const folder of FOLDERS.map((name) => join(ROOT, name)).flatMap((top) => [top, ...below(top)]))
      if (!this.#watchers.has(folder)) {
        const watcher = watch(folder, this.#onChange)
        // A removed folder.
        watcher.on('error', () => {})
        this.#watchers.set(folder, watcher)
      }
  }

  close() {
    for (const watcher of this.#watchers.values()) watcher.close()
  }
}
