import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { linkPackages } from './linked-packages.js'

/**
 * Replays a Dockerfile in plain folders: each stage gets a folder that acts as its root directory.
 * Supports the instructions our file uses and throws on any other, so that no new instruction is ignored.
 */

export interface ReplayedImage {
  /** Root folder of the last stage. */
  root: string
  /** `WORKDIR` of the last stage, below `root`. */
  workdir: string
  env: Record<string, string>
  /** The words of `CMD`. */
  command: string[]
}
interface Stage {
  root: string
  workdir: string
  env: Record<string, string>
  command: string[]
}

const execute = promisify(execFile)
/** `npm ci` on a busy machine takes tens of seconds. */
const RUN_TIMEOUT_MS = 300_000

/** Builds `context`/Dockerfile below `folder`. Throws when a copied file is missing from the context or a RUN step fails. */
export async function replayDockerfile(context: string, folder: string): Promise<ReplayedImage> {
  const ignored = ignoreRules(join(context, '.dockerignore'))
  const stages = new Map<string, Stage>()
  let stage: Stage | undefined
  for (const [name, rest] of instructions(readFileSync(join(context, 'Dockerfile'), 'utf8'))) {
    if (name === 'FROM') {
      const label = /\sAS\s+(\w+)$/i.exec(rest)?.[1] ?? 'final'
      stage = { root: join(folder, label), workdir: '/', env: {}, command: [] }
      stages.set(label, stage)
      mkdirSync(stage.root, { recursive: true })
      continue
    }
    if (!stage) throw new Error(`${name} before FROM`)
    const step = STEPS[name]
    if (!step) throw new Error(`the replay does not know the instruction ${name}`)
    await step({ stage, stages, rest, context, ignored })
  }
  if (!stage) throw new Error('the Dockerfile has no stage')
  return { ...stage, workdir: join(stage.root, stage.workdir) }
}

interface Step {
  stage: Stage
  stages: Map<string, Stage>
  rest: string
  context: string
  ignored: (path: string) => boolean
}

const STEPS: Record<string, ((step: Step) => void | Promise<void>) | undefined> = {
  WORKDIR: ({ stage, rest }) => {
    stage.workdir = rest
    mkdirSync(join(stage.root, rest), { recursive: true })
  },
  ENV: ({ stage, rest }) => {
    for (const [, key, value] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[key!] = value!
  },
  COPY: (step) => copy(step),
  RUN: (step) => run(step),
  CMD: ({ stage, rest }) => {
    stage.command = JSON.parse(rest) as string[]
  },
  // These change how a container runs, not the contents of the image.
  USER: () => {},
  VOLUME: () => {},
  EXPOSE: () => {},
  HEALTHCHECK: () => {},
}

function copy({ stage, stages, rest, context, ignored }: Step): void {
  const words = rest.split(/\s+/)
  const from = words[0]?.startsWith('--from=') ? words.shift()!.slice('--from='.length) : null
  const target = words.pop()!
  const source = from === null ? context : stages.get(from)?.root
  if (source === undefined) throw new Error(`COPY --from=${from}: no such stage`)
  for (const word of words) {
    const path = join(source, word)
    if (!existsSync(path) || (from === null && ignored(word))) throw new Error(`COPY ${word}: not in the build context`)
    const into = join(stage.root, target.startsWith('/') ? '' : stage.workdir, target)
    const isFolder = statSync(path).isDirectory()
    cpSync(path, isFolder ? into : target.endsWith('/') ? join(into, basename(word)) : into, {
      recursive: true,
      filter: (file) => from !== null || !ignored(relative(context, file)),
    })
  }
}

async function run({ stage, rest, context }: Step): Promise<void> {
  // Other steps install from the lock with npm itself. The packages of a build are those of the checkout.
  if (rest === 'npm ci' && linkPackages(context, join(stage.root, stage.workdir))) return
  // Absolute paths of the image are below the stage's folder here, and the user of the test replaces the user `node`.
  const command = rest
    .replace(/(?<=\s)\/(?=\w)/g, `${stage.root}/`)
    .replaceAll('node:node', `${process.getuid?.()}:${process.getgid?.()}`)
  await execute('sh', ['-ec', command], {
    cwd: join(stage.root, stage.workdir),
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      npm_config_prefer_offline: 'true',
      // Both only report.
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_registry: process.env.npm_config_registry,
      ...stage.env,
    },
    timeout: RUN_TIMEOUT_MS,
    maxBuffer: 16 * 2 ** 20,
  })
}

/** Returns the instructions in order. Joins continued lines and drops comments. */
function instructions(text: string): [name: string, rest: string][] {
  const lines = text
    .replaceAll(/^\s*#.*$/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .map((line) => [line.split(/\s+/, 1)[0]!.toUpperCase(), line.replace(/^\S+\s+/, '')])
}

/** Rules of our .dockerignore: names of files and folders at the top, and `*.ext` there. */
function ignoreRules(path: string): (path: string) => boolean {
  const rules = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  return (file) => {
    const top = file.split('/')[0]!
    return rules.some((rule) =>
      rule.startsWith('*.') ? !file.includes('/') && file.endsWith(rule.slice(1)) : rule === top,
    )
  }
}
