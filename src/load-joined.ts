import { existsSync } from 'node:fs'

/**
 * Loads a module with all that it imports: from the files into which the build joined them (scripts/bundle.mjs), if they
 * are there. To find and link 1,300 modules takes a third of the processor time of a start of the daemon.
 * `separate` imports the module itself.
 */
export async function joined<Module>(name: string, separate: () => Promise<Module>): Promise<Module> {
  const bundle = new URL(`../bundle/${name}.js`, import.meta.url)
  if (!existsSync(bundle)) return separate()
  return import(bundle.href)
}
