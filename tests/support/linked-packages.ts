import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

interface Lock {
  packages: Record<string, { optional?: boolean }>
}

/** Does what `npm ci` does in `target`, with links to the packages that npm installed in `context` from the same lock: to
 * unpack them again takes 20 s of processor time. Returns false, and does nothing, if `context` has other packages. */
export function linkPackages(context: string, target: string): boolean {
  const installed = join(context, 'node_modules')
  const written = join(installed, '.package-lock.json')
  if (!existsSync(written) || !isOf(lockOf(join(target, 'package-lock.json')), lockOf(written))) return false
  linkEach(installed, join(target, 'node_modules'))
  return true
}

const lockOf = (path: string): Lock => JSON.parse(readFileSync(path, 'utf8')) as Lock

/** Whether what is installed is the lock's, without packages for other machines. */
function isOf(lock: Lock, { packages: installed }: Lock): boolean {
  const wanted = Object.entries(lock.packages).filter(([path]) => path !== '')
  return (
    wanted.every(([path, entry]) => (path in installed ? isSame(installed[path], entry) : entry.optional === true)) &&
    Object.keys(installed).every((path) => path in lock.packages)
  )
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Links packages one by one. What is a link already names a package of the workspace, which is the target's own. */
function linkEach(from: string, to: string): void {
  mkdirSync(to)
  for (const name of readdirSync(from).filter((each) => !each.startsWith('.') || each === '.bin')) {
    const path = join(from, name)
    if (name.startsWith('@')) linkEach(path, join(to, name))
    else symlinkSync(lstatSync(path).isSymbolicLink() ? readlinkSync(path) : path, join(to, name))
  }
}
