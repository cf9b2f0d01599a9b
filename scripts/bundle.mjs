// Joins the compiled modules of the daemon, and those of the commands, into dist/bundle, with the packages that have the most
// files: to load 1,300 files takes longer than to run them. Packages that instrumentation may patch (pg, express, ioredis, pino,
// ws) stay outside. A joined package is a dev dependency, unless the daemon also loads files of it: users do not install it.
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createRequire } from 'node:module'
import { build } from 'vite'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const { dependencies, joinedPackages, optionalDependencies = {} } = createRequire(import.meta.url)('../package.json')
const inside = new Set(joinedPackages)
const outside = Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !inside.has(name))

/** The ranks of 200,000 tokens, as text: to parse JSON takes V8 less time than to compile a list. */
const ranksAsJson = {
  name: 'ranks-as-json',
  async load(id) {
    if (!/gpt-tokenizer\/esm\/bpeRanks\/\w+\.js$/.test(id)) return null
    const { default: ranks } = await import(pathToFileURL(id).href)
    return `export default JSON.parse(${JSON.stringify(JSON.stringify(ranks))})`
  },
}

rmSync(join(root, 'dist/bundle'), { recursive: true, force: true })
await build({
  configFile: false,
  root,
  logLevel: 'warn',
  publicDir: false,
  plugins: [ranksAsJson],
  ssr: { noExternal: true, external: [...outside, 'pg-native'] },
  build: {
    ssr: true,
    outDir: join(root, 'dist/bundle'),
    target: 'node20',
    minify: false,
    rollupOptions: {
      input: {
        daemon: join(root, 'dist/src/daemon.js'),
        commands: join(root, 'dist/src/cli/program.js'),
        thread: join(root, 'dist/src/threads/thread.js'),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
