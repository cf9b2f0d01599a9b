// Ends an example with one sentence where a package, the daemon or the model server is missing.

/** How each package is installed, if not with all others. */
const INSTALL = {
  '@palimpsest/client': 'npm ci && npm run build:packages',
  '@mastra/core': 'npm install --no-save --prefix examples @mastra/core @ai-sdk/openai-compatible',
}

/** Imports a package that a clone does not have yet. Ends the program with what to do if it is not installed. */
export async function use(name) {
  try {
    return await import(name)
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    const owner = Object.keys(INSTALL).find((one) => name === one || name.startsWith(`${one}/`))
    end(`This example needs the package ${owner ?? name}. Run: ${INSTALL[owner] ?? 'npm ci --prefix examples'}`)
  }
}

/** Ends the program. @param sentence what is missing, and what to do */
export function end(sentence) {
  console.error(sentence)
  process.exit(1)
}

// What the daemon or the model server refuses is a sentence already. The stack would hide it.
process.on('uncaughtException', (error) => end(error.message))
