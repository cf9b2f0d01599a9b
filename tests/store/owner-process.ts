import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

const ROOT = join(import.meta.dirname, '../..')
/** Below node_modules, so that packages are found from it. */
const FOLDER = join(ROOT, `node_modules/.cache/owner-process-${process.pid}`)

const SCRIPT = `
import { startEmbedded } from './store/embedded/index.js'
const say = () => {}
const log = { debug: say, info: (_, message) => console.log('log', message), warn: say, error: say }
try {
  const server = await startEmbedded({ dataDir: process.argv[2], log })
  console.log('url', server.url)
  process.stdin.resume().once('end', async () => { await server.stop(); process.exit(0) })
} catch (error) {
  console.log('refused', error.message)
  process.exit(1)
}
`

/** Compiles what starts the embedded database, so that a plain Node process can run it. */
export function buildOwner(): () => void {
  const embedded = readdirSync(join(ROOT, 'src/store/embedded')).map((name) => `store/embedded/${name}`)
  const sources = [...embedded, 'ports/start-error.ts']
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true }
  for (const source of sources) {
    const target = join(FOLDER, source.replace(/\.ts$/, '.js'))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(
      target,
      ts.transpileModule(readFileSync(join(ROOT, 'src', source), 'utf8'), { compilerOptions: options }).outputText,
    )
  }
  writeFileSync(join(FOLDER, 'package.json'), '{"type":"module"}')
  writeFileSync(join(FOLDER, 'owner.js'), SCRIPT)
  return () => rmSync(FOLDER, { recursive: true, force: true })
}

export interface Owner {
  child: ChildProcess
  /** The address, or why it was refused. */
  outcome: string
  logged: string[]
  /** As a power cut would, but for the server. */
  kill(): Promise<void>
  stop(): Promise<void>
}

export async function startOwner(dataDir: string): Promise<Owner> {
  const child = spawn(process.execPath, [join(FOLDER, 'owner.js'), dataDir], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const lines: string[] = []
  const outcome = await new Promise<string>((resolve, reject) => {
    let rest = ''
    child.once('error', reject).once('exit', () => reject(new Error('the owner ended without a word')))
    child.stdout.on('data', (chunk: Buffer) => {
      const parts = (rest + chunk.toString()).split('\n')
      rest = parts.pop() ?? ''
      lines.push(...parts)
      const reported = parts.find((line) => /^(url|refused) /.test(line))
      if (reported) resolve(reported.slice(reported.indexOf(' ') + 1))
    })
  })
  return {
    child,
    outcome,
    logged: lines.filter((line) => line.startsWith('log ')),
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
    stop: async () => {
      child.stdin.end()
      await exited
    },
  }
}
