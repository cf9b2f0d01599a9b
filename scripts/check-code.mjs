// Checks types, lints, and follows the append path (check-append-path.mjs), with one program for all: the linter and the walk ask
// the type checker, which knows the answers already. Files that no change affects since the last passing run are skipped; a change
// affects every file that imports what it changes the type of. Without the cache, as in a clean clone, everything is checked.
// Usage: node scripts/check-code.mjs [--all]
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ESLint } from 'eslint'
import ts from 'typescript'
import { checkAppendPath } from './check-append-path.mjs'

const ROOT = join(import.meta.dirname, '..')
const CACHE = join(ROOT, 'node_modules/.cache/check-code')
/** Folders of tsconfig.json files. Of a file in several, the first one counts. */
const PROJECTS = [
  '.',
  'dashboard',
  'packages/client',
  'packages/openai-agents',
  'packages/claude-agent-sdk',
  'packages/react',
]
/** What decides the result of every file: after a change of one of these, everything is checked. */
const INPUTS = [
  'package-lock.json',
  'tsconfig.json',
  'dashboard/tsconfig.json',
  'eslint.config.js',
  'scripts/check-code.mjs',
]
/** A clean run that lints fewer files would pass over faults. */
const MIN_FILES = 1_000

const isClean = prepareCache()
const projects = PROJECTS.map(open)
const diagnostics = projects.flatMap(typeFaults)
const programs = projects.map(({ builder }) => builder.getProgram())
const lint = new ESLint({
  cwd: ROOT,
  warnIgnored: false,
  errorOnUnmatchedPattern: false,
  overrideConfig: [
    {
      files: ['**/*.{ts,tsx}'],
      languageOptions: { parserOptions: { projectService: false, programs } },
    },
  ],
})
if (isClean && changedFiles().length < MIN_FILES)
  throw new Error('The compiler did not name the files that it checked.')
const results = await lint.lintFiles(['**/*.{js,mjs}', ...changedFiles()])
const strays = await strayFiles()
report()

/** Returns whether there is nothing to remember, so that every file is checked. */
function prepareCache() {
  const hash = createHash('sha256').update(process.version)
  for (const path of INPUTS) hash.update(readFileSync(join(ROOT, path)))
  const digest = hash.digest('hex')
  const known = join(CACHE, 'inputs')
  const isValid = existsSync(known) && readFileSync(known, 'utf8') === digest
  if (isValid && !process.argv.includes('--all')) return false
  rmSync(CACHE, { recursive: true, force: true })
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(known, digest)
  return true
}

/** Returns the program of a project, which remembers the last passing run. */
function open(path) {
  const file = join(ROOT, path, 'tsconfig.json')
  const { options, fileNames, errors } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(file, ts.sys.readFile).config,
    ts.sys,
    join(ROOT, path),
    { noEmit: true, incremental: true, tsBuildInfoFile: join(CACHE, `${path.replaceAll('/', '-')}.tsbuildinfo`) },
    file,
  )
  const host = ts.createIncrementalCompilerHost(options)
  const builder = ts.createIncrementalProgram({
    rootNames: fileNames,
    options,
    host,
    configFileParsingDiagnostics: errors,
  })
  return { builder, affected: new Set() }
}

/** Returns the faults of a project, and records the files that were checked: the others have no new faults. */
function typeFaults({ builder, affected }) {
  // The compiler knows which files a change affects but lists them only for emit, where modules are isolated.
  const program = builder.getProgram()
  const check = program.getBindAndCheckDiagnostics
  program.getBindAndCheckDiagnostics = (file, ...rest) => {
    affected.add(file.fileName)
    return check(file, ...rest)
  }
  return [
    ...builder.getConfigFileParsingDiagnostics(),
    ...builder.getOptionsDiagnostics(),
    ...builder.getSyntacticDiagnostics(),
    ...builder.getGlobalDiagnostics(),
    ...builder.getSemanticDiagnostics(),
  ]
}

function changedFiles() {
  const ours = projects.flatMap(({ affected }) => [...affected]).filter((file) => !file.includes('/node_modules/'))
  return [...new Set(ours)].filter((file) => file.startsWith(`${ROOT}/`) && !file.endsWith('.d.ts'))
}

/** Returns files that no tsconfig includes: neither types nor rules would be checked. */
async function strayFiles() {
  const args = ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx']
  const files = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n')
  const isKnown = (file) => programs.some((program) => program.getSourceFile(join(ROOT, file)))
  const unknown = files.filter((file) => existsSync(join(ROOT, file)) && !isKnown(file))
  const isIgnored = await Promise.all(unknown.map((file) => lint.isPathIgnored(join(ROOT, file))))
  return unknown.filter((_, at) => !isIgnored[at])
}

function report() {
  const format = { getCanonicalFileName: (name) => name, getCurrentDirectory: () => ROOT, getNewLine: () => '\n' }
  if (diagnostics.length > 0) console.log(ts.formatDiagnostics(diagnostics, format))
  const faults = results.flatMap(({ filePath, messages }) =>
    messages.map(
      ({ line, column, message, ruleId }) => `${filePath}:${line}:${column} ${message} (${ruleId ?? 'syntax'})`,
    ),
  )
  for (const fault of faults) console.log(fault)
  for (const file of strays) console.log(`${file}: in no tsconfig.json`)
  const isPassed = diagnostics.length + faults.length + strays.length === 0
  // The walk reads names that must be known.
  if (isPassed && checkAppendPath(programs[0])) for (const { builder } of projects) builder.emit()
  else process.exitCode = 1
}
