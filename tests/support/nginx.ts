import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './port.js'
import { until } from './until.js'

const PROGRAM = ['/usr/sbin/nginx', '/usr/local/sbin/nginx'].find((path) => existsSync(path)) ?? 'nginx'
/** Whether this machine has nginx. Without it, the tests that need it are reported as skipped. */
export const hasNginx = spawnSync(PROGRAM, ['-v']).status === 0

export interface TestProxy {
  url: string
  /** Everything it logged. */
  output(): string
  stop(): Promise<void>
}

/** Starts nginx with ops/nginx.conf. Only ports, folders and the resolver are of the test. */
export async function testProxy({ apiPort, dnsPort }: { apiPort: number; dnsPort: number }): Promise<TestProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-nginx-'))
  // As root, nginx runs its workers as another user.
  await chmod(folder, 0o777)
  const port = await freePort()
  const given = await readFile(join(import.meta.dirname, '../../ops/nginx.conf'), 'utf8')
  const conf = [
    ['listen 8080', `listen 127.0.0.1:${port}`],
    ['http://api:7420', `http://api:${apiPort}`],
    ['resolver 127.0.0.11', `resolver 127.0.0.1:${dnsPort}`],
    ['worker_processes auto', 'worker_processes 1'],
    ['/dev/stdout', join(folder, 'access.log')],
  ].reduce(
    (text, [from, to]) => {
      if (!text.includes(from!)) throw new Error(`ops/nginx.conf has no "${from}"`)
      return text.replace(from!, to!)
    },
    given.replaceAll('/tmp/', `${folder}/`),
  )
  await writeFile(join(folder, 'nginx.conf'), conf)
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;']
  const child = spawn(PROGRAM, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const url = `http://127.0.0.1:${port}`
  await until('nginx answers', async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}: ${output}`)
    return fetch(`${url}/proxy-healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  })
  return {
    url,
    output: () => output + readFileSync(join(folder, 'access.log'), 'utf8'),
    stop: async () => {
      if (child.exitCode === null) {
        const exited = once(child, 'exit')
        child.kill('SIGTERM')
        await exited
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}
