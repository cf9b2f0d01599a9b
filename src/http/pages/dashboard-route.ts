import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { NextFunction, Request, RequestHandler, Response } from 'express'

/** Serves the built dashboard: its page at `/` for browsers, and its scripts and styles below `/assets/`. */

interface ServedFile {
  bytes: Buffer
  gzipped: Buffer
  contentType: string
}

/** Content-Security-Policy of the dashboard: its own scripts and styles, and calls to this daemon only. */
const DASHBOARD_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}
/** The name of an asset contains a hash of its content, so it never changes. */
const ASSET_CACHING = 'public, max-age=31536000, immutable'
const compress = promisify(gzip)

/** Folder of the built dashboard: for the joined modules in dist/bundle, for sources, and for compiled code in dist/src. */
export function builtDashboard(): string {
  const places = ['../dashboard', '../../../dist/dashboard', '../../../dashboard']
  const folders = places.map((place) => fileURLToPath(new URL(place, import.meta.url)))
  return folders.find((folder) => existsSync(folder)) ?? folders[0]!
}

/** Returns a handler that passes on every request that is not for a file of the dashboard. Without a built dashboard it
 * passes on all requests. Files are found by their exact names, so no path can leave the folder. */
export function dashboardRoute(folder: string): RequestHandler {
  let files: Promise<ReadonlyMap<string, ServedFile>> | null = null
  return async (request: Request, response: Response, next: NextFunction) => {
    const isPage = request.path === '/'
    if (!isPage && !request.path.startsWith('/assets/')) return next()
    if (request.method !== 'GET' && request.method !== 'HEAD') return next()
    if (isPage && !(request.get('accept') ?? '').includes('text/html')) return next()
    files ??= readDashboard(folder)
    const file = (await files).get(isPage ? '/index.html' : request.path)
    if (file === undefined) return next()
    sendFile(file, { request, response, caching: isPage ? 'no-cache' : ASSET_CACHING })
  }
}

function sendFile(
  file: ServedFile,
  { request, response, caching }: { request: Request; response: Response; caching: string },
): void {
  const takesGzip = /\bgzip\b/.test(request.get('accept-encoding') ?? '')
  const body = takesGzip ? file.gzipped : file.bytes
  response.setHeader('Content-Type', file.contentType)
  response.setHeader('Content-Security-Policy', DASHBOARD_POLICY)
  response.setHeader('Cache-Control', caching)
  response.setHeader('Vary', 'Accept, Accept-Encoding')
  if (takesGzip) response.setHeader('Content-Encoding', 'gzip')
  response.setHeader('Content-Length', String(body.length))
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** Reads the page and the assets once. Source maps and everything else are not served. */
async function readDashboard(folder: string): Promise<ReadonlyMap<string, ServedFile>> {
  const served = new Map<string, ServedFile>()
  // The sources also have an index.html. Only a build has assets.
  const assets = await readdir(join(folder, 'assets')).catch(() => [])
  if (assets.length === 0) return served
  for (const name of ['index.html', ...assets.map((asset) => `assets/${asset}`)]) {
    const contentType = CONTENT_TYPES[extname(name)]
    if (contentType === undefined) continue
    const bytes = await readFile(join(folder, name))
    const gzipped = await compress(bytes, { level: constants.Z_BEST_COMPRESSION })
    served.set(`/${name}`, { bytes, gzipped, contentType })
  }
  return served
}
