// Joins the compiled modules of the daemon into dist/bundle, with the packages that have the most files: to load 1,300 files takes
// longer than to run them. Packages that instrumentation may patch (pg, express, ioredis, pino, ws) stay outside.
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createRequire } from 'node:module'
import { build } from 'vite'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const { dependencies, optionalDependencies = {} } = createRequire(import.meta.url)('../package.json')
const inside = new Set(['@modelcontextprotocol/server', 'bullmq', 'gpt-tokenizer', 'yaml', 'zod'])
const outside = Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !inside.has(name))

rmSync(join(root, 'dist/bundle'), { recursive: true, force: true })
await build({
  configFile: false,
  root,
  logLevel: 'warn',
  publicDir: false,
  ssr: { noExternal: true, external: [...outside, 'pg-native'] },
  build: {
    ssr: true,
    outDir: join(root, 'dist/bundle'),
    target: 'node20',
    minify: false,
    rollupOptions: {
      input: { daemon: join(root, 'dist/src/daemon.js') },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
