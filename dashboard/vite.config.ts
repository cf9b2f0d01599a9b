import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const inRepository = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

export default defineConfig({
  // Relative addresses work below any path prefix.
  base: './',
  resolve: { alias: { '@palimpsest/client': inRepository('packages/client/src/index.ts') } },
  build: {
    outDir: inRepository('dist/dashboard'),
    emptyOutDir: true,
    target: 'es2022',
    // The policy of the page forbids data in style sheets and inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
