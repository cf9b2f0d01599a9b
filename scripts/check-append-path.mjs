// Follows an appended message call by call, from the HTTP router to its events, and counts the calls that climb: calls
// into a folder that the caller's own folder was called from, directly or through others.
// Usage: node scripts/check-append-path.mjs. Prints one line per climb, then the totals. Fails above MAX_CLIMBS.
//
// A reference to a function counts as a call of it, so callbacks belong to the code that passes them. A call of a port
// in src/ports counts as a call of every function of that name in src/store, src/queue and src/model.
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'

const ROOT = join(import.meta.dirname, '..')
const SRC = join(ROOT, 'src')
const ADAPTERS = /^(store|queue|model)\//
/** Functions where a path starts: the request, then the two ways in which its events are sent. */
const STARTS = [
  ['http/router.ts', 'serve'],
  ['http/sse.ts', 'streamEvents'],
  ['ws/subscriber.ts', 'follow'],
]
/** The router finds the operation in a table, which the types do not show. The append is the first row of its file. */
const JUMPS = [[STARTS[0], ['http/operations/messages.ts', 'handle']]]
/** Where the path ends: the read of the context that a client may ask for with its append is a path of its own, as in `GET …/context`. */
const ENDS = [['http/with-context.ts', 'withContext']]

const MAX_CLIMBS = 9
/** A walk that ends early would find no climbs at all. */
const [MIN_FUNCTIONS, MIN_FOLDERS] = [400, 20]

let checker, files, adapters, jumps, ends
const nodes = new Map()
/** Returns a function that computes each value once. A walk asks for the same files and names again and again. */
const remembered = (compute, known = new Map()) => {
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key))
    return known.get(key)
  }
}
const pathOf = remembered((file) => relative(SRC, file.fileName))
const parentOf = remembered((file) => dirname(pathOf(file)))
const fileOf = (node) => pathOf(node.getSourceFile())
const folderOf = (node) => parentOf(node.getSourceFile())
const labelOf = (node) => `${fileOf(node)}#${node.name?.getText() ?? 'constructor'}`

process.exitCode = checkAppendPath(openProgram()) ? 0 : 1

/** Returns the program of src, without the types of packages: a path does not lead through them. */
function openProgram() {
  const config = ts.readConfigFile(join(ROOT, 'tsconfig.build.json'), ts.sys.readFile).config
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT)
  const host = ts.createCompilerHost(options)
  const cache = ts.createModuleResolutionCache(ROOT, (name) => name, options)
  const resolved = (name, from) => (name.startsWith('.') ? ts.resolveModuleName(name, from, options, host, cache) : {})
  host.resolveModuleNameLiterals = (names, from) => names.map(({ text }) => resolved(text, from))
  return ts.createProgram(fileNames, { ...options, types: [] }, host)
}

/** Prints the climbs of a program that contains src. Returns whether there are few enough. */
function checkAppendPath(program) {
  checker = program.getTypeChecker()
  files = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(`${SRC}/`))
  adapters = adapterFunctions()
  jumps = new Map(JUMPS.map(([from, to]) => [named(from), named(to)]))
  ends = new Set(ENDS.map(named))
  for (const start of STARTS) spread(named(start), new Set())
  const climbs = [...nodes.keys()].flatMap((caller) =>
    calleesOf(caller)
      .filter((callee) => folderOf(callee) !== folderOf(caller) && nodes.get(caller).has(folderOf(callee)))
      .map((callee) => `${labelOf(caller)} -> ${labelOf(callee)}`),
  )
  const folders = new Set([...nodes.keys()].map(folderOf))
  const isFollowed = nodes.size >= MIN_FUNCTIONS && folders.size >= MIN_FOLDERS
  for (const climb of climbs.sort()) console.log(climb)
  console.log(`${climbs.length} climbs among ${nodes.size} functions in ${folders.size} folders; at most ${MAX_CLIMBS}`)
  if (!isFollowed) console.error('The walk ended early: it found too few functions.')
  return isFollowed && climbs.length <= MAX_CLIMBS
}

/** Records the folders on the paths to a function, and passes them on to everything it calls. */
function spread(start, above) {
  const pending = [[start, above]]
  while (pending.length > 0) {
    const [node, before] = pending.pop()
    const known = nodes.get(node)
    const all = new Set([...(known ?? []), ...before, folderOf(node)])
    if (known?.size === all.size) continue
    nodes.set(node, all)
    for (const callee of calleesOf(node)) pending.push([callee, all])
  }
}

function calleesOf(node) {
  node.callees ??= findCallees(node)
  return node.callees
}

function findCallees(node) {
  const found = new Set(jumps.has(node) ? [jumps.get(node)] : [])
  const visit = (inner) => {
    if (ts.isTypeNode(inner)) return
    if (ts.isIdentifier(inner)) for (const declaration of declarationsOf(inner)) found.add(declaration)
    ts.forEachChild(inner, visit)
  }
  ts.forEachChild(node, visit)
  found.delete(node)
  return [...found].filter((callee) => !ends.has(callee))
}

/** Returns the functions of this project that a name refers to. */
function declarationsOf(name) {
  let symbol = checker.getSymbolAtLocation(name)
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol)
  return (symbol?.declarations ?? []).flatMap((declaration) => {
    if (!declaration.getSourceFile().fileName.startsWith(`${SRC}/`)) return []
    const isPort = ts.isMethodSignature(declaration) || ts.isPropertySignature(declaration)
    if (isPort) return folderOf(declaration) === 'ports' ? (adapters.get(name.text) ?? []) : []
    if (ts.isClassDeclaration(declaration)) return declaration.members.filter(ts.isConstructorDeclaration)
    return isFunction(declaration) ? [declaration] : []
  })
}

/** Whether the node is a function with a body that other files can name. */
function isFunction(node) {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return node.body !== undefined
  if (ts.isPropertyAssignment(node)) return ts.isArrowFunction(node.initializer)
  return ts.isVariableDeclaration(node) && node.initializer !== undefined && ts.isArrowFunction(node.initializer)
}

function functionsIn(file) {
  const found = []
  const visit = (node) => {
    if (isFunction(node)) found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function adapterFunctions() {
  const byName = new Map()
  for (const node of files.filter((file) => ADAPTERS.test(fileOf(file))).flatMap(functionsIn)) {
    const name = node.name.getText()
    byName.set(name, [...(byName.get(name) ?? []), node])
  }
  return byName
}

/** Returns the first function of that name in a file. Fails if it was moved or renamed. */
function named([path, name]) {
  const file = files.find((one) => fileOf(one) === path)
  const found = file && functionsIn(file).find((node) => node.name.getText() === name)
  if (!found) throw new Error(`No function ${name} in src/${path}. Update STARTS or JUMPS.`)
  return found
}
