/** The import rules of docs/architecture.md. A test asserts that this checker finds the modules at all. */

const forbidden = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })
const below = (...folders) => folders.map((folder) => `^src/${folder}/`)

/** Each folder of src/app and the other app folders it may import. All may import `ports` and the domain. */
const APP = {
  ports: [],
  shared: [],
  ingest: [],
  models: [],
  cut: ['shared'],
  access: ['shared'],
  events: ['shared'],
  search: ['shared'],
  drift: ['shared'],
  reductions: ['shared', 'ingest', 'cut'],
  compression: ['shared', 'models', 'cut', 'drift', 'reductions'],
  goals: ['shared', 'ingest', 'cut', 'compression'],
  sessions: ['shared', 'ingest', 'cut', 'compression', 'goals'],
  history: ['shared', 'ingest', 'models', 'cut', 'reductions', 'compression', 'goals', 'sessions', 'search'],
  time: ['shared', 'cut', 'compression'],
  context: ['shared', 'ingest', 'models', 'cut', 'drift', 'reductions', 'compression', 'goals', 'time'],
  transfer: ['shared', 'ingest', 'sessions', 'history', 'compression', 'context'],
}
const APP_RULES = Object.entries(APP).map(([folder, others]) =>
  forbidden(
    `app-${folder}`,
    `src/app/${folder} may import the domain, app/ports${others.map((other) => `, app/${other}`).join('')}.`,
    { path: `^src/app/${folder}/` },
    { path: '^src/', pathNot: below('domain', 'app/ports', `app/${folder}`, ...others.map((other) => `app/${other}`)) },
  ),
)

/** Folders next to src/app and the other folders of src they may import, as patterns. */
const FOLDERS = {
  domain: [],
  present: ['domain'],
  importers: ['domain'],
  store: ['domain', 'app/ports'],
  queue: ['domain', 'app/ports'],
  model: ['domain', 'app/ports'],
  http: ['domain', 'app', 'present', 'importers', 'ws'],
  ws: ['domain', 'app', 'present', 'importers'],
}
const FOLDER_RULES = Object.entries(FOLDERS).map(([folder, others]) =>
  forbidden(
    `${folder}-imports`,
    `src/${folder} may import ${['itself', ...others].join(', ')}.`,
    { path: `^src/${folder}/` },
    { path: '^src/', pathNot: below(folder, ...others) },
  ),
)

/** Files at the top of src that compose the process. */
const COMPOSITION = '^src/(main|daemon|wiring|work)\\.ts$'

module.exports = {
  forbidden: [
    forbidden('no-cycles', 'Files must not import each other in a cycle.', {}, { circular: true }),
    forbidden('no-unresolved', 'Every import must be found.', {}, { couldNotResolve: true }),
    ...APP_RULES,
    // Without a row above, no rule would apply to a folder.
    forbidden(
      'app-folders-are-listed',
      'Every folder of src/app has a row.',
      { path: '^src/app/', pathNot: below(...Object.keys(APP).map((folder) => `app/${folder}`)) },
      { path: '.' },
    ),
    ...FOLDER_RULES,
    forbidden(
      'src-never-imports-workers',
      'workers/ contains an entry point; nothing imports it.',
      { path: '^src/' },
      { path: '^workers/' },
    ),
    forbidden(
      'workers-import-composition',
      'A worker process starts through the daemon.',
      { path: '^workers/' },
      { path: '^src/', pathNot: COMPOSITION },
    ),
    forbidden(
      'only-composition-imports-wiring',
      'Only the composition imports the real store, queue and model.',
      { path: '^src/', pathNot: COMPOSITION },
      { path: '^src/(wiring|work)\\.ts$' },
    ),
    forbidden(
      'cli-is-a-client',
      'Commands use HTTP. start and worker load the daemon; doctor checks the services the daemon would use; compact needs no daemon.',
      { path: '^src/cli/', pathNot: '^src/cli/(start|worker|doctor|compact)' },
      {
        path: '^src/',
        pathNot: [...below('cli', 'domain', 'present', 'importers'), '^src/(config|admin-key|version)\\.ts$'],
      },
    ),
    forbidden(
      'product-ignores-tests',
      'Production code never imports test helpers.',
      { path: '^(src|workers)/' },
      { path: '^(tests|testing|bench|eval)/' },
    ),
    forbidden(
      'no-dev-packages',
      'Production code imports no dev dependency.',
      { path: '^(src|workers)/' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      extensions: ['.ts', '.js', '.mjs', '.cjs'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
