/** The import rules of docs/architecture.md. scripts/check-imports.mjs asserts that every file was read. */

const { joinedPackages } = require('./package.json')
const JOINED = joinedPackages.map((name) => `node_modules/${name}/`)

const forbidden = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })
const below = (...folders) => folders.map((folder) => `^src/${folder}/`)

/** Each folder of src/app and the other app folders it may import. All may import ports, threads and the domain. */
const APP = {
  shared: [],
  ingest: [],
  models: [],
  cut: ['shared'],
  access: ['shared'],
  quotas: ['shared'],
  apps: ['shared'],
  events: ['shared'],
  search: ['shared'],
  recall: ['shared', 'search', 'cut'],
  standing: ['shared', 'ingest', 'cut'],
  deletions: ['shared', 'standing'],
  drift: ['shared', 'cut', 'search'],
  reductions: ['shared', 'ingest', 'cut'],
  'warm-up': ['shared', 'models'],
  titles: ['shared', 'models'],
  compression: ['shared', 'models', 'cut', 'drift', 'reductions', 'titles', 'warm-up'],
  goals: ['shared', 'ingest', 'cut', 'compression', 'standing'],
  sessions: ['shared', 'ingest', 'cut', 'compression', 'goals'],
  history: [
    'shared',
    'ingest',
    'models',
    'cut',
    'reductions',
    'compression',
    'goals',
    'sessions',
    'search',
    'quotas',
    'standing',
    'warm-up',
  ],
  realign: ['shared', 'ingest', 'models', 'compression', 'drift', 'history', 'quotas'],
  time: ['shared', 'cut', 'compression'],
  context: [
    'shared',
    'ingest',
    'models',
    'cut',
    'drift',
    'reductions',
    'compression',
    'goals',
    'time',
    'recall',
    'savings',
    'warm-up',
  ],
  alerts: [],
  savings: ['shared'],
  transfer: ['shared', 'ingest', 'sessions', 'history', 'compression', 'context', 'cut'],
  doors: ['shared', 'ingest', 'cut', 'compression', 'sessions', 'history', 'time', 'context', 'recall', 'warm-up'],
}
const APP_RULES = Object.entries(APP).map(([folder, others]) =>
  forbidden(
    `app-${folder}`,
    `src/app/${folder} may import the domain, threads, ports${others.map((other) => `, app/${other}`).join('')}.`,
    { path: `^src/app/${folder}/` },
    {
      path: '^src/',
      pathNot: below('domain', 'threads', 'ports', `app/${folder}`, ...others.map((other) => `app/${other}`)),
    },
  ),
)

/** The layers of src/domain, lowest first. A row may import itself and the rows before it. All may import the other files at the top
 * of src/domain, which import only each other. */
const DOMAIN = [
  'json',
  'formats/faults',
  'formats',
  'tokens.ts',
  'originals',
  'attribution',
  'search',
  'shell',
  'outcomes',
  'source',
  'anchors',
  'checkpoint',
  'reductions/condense',
  'model',
  'session',
  'context',
  'standing',
  'recall',
  'goal',
  'ledger',
  'reductions',
  'digest',
  'summary',
  'compression',
  'eviction',
  'time',
  'drift',
  'titles',
  'warm-up',
  'doors',
  'event-data.ts',
  'event.ts',
  'reports',
  'archive',
]
/** Imports of types from a higher row: a session keeps blocks, and an entry of a scope returns its events. */
const CLIMBS = {
  session: ['^src/domain/(recall|standing)/block\\.ts$'],
  standing: ['^src/domain/event\\.ts$'],
}
const layer = (row) => `^src/domain/${row.replace('.', '\\.')}${row.endsWith('.ts') ? '$' : '/'}`
const DOMAIN_ROWS_AT_TOP = DOMAIN.filter((row) => row.endsWith('.ts')).map((row) => row.replace('.ts', ''))
const DOMAIN_TOP = `^src/domain/(?!(${DOMAIN_ROWS_AT_TOP.join('|')})\\.ts$)[^/]+\\.ts$`
const DOMAIN_RULES = [
  forbidden(
    'domain-top',
    'Files at the top of src/domain that have no row import only each other.',
    { path: DOMAIN_TOP },
    { path: '^src/domain/', pathNot: DOMAIN_TOP },
  ),
  ...DOMAIN.map((row, at) =>
    forbidden(
      `domain-${row.replace('/', '-')}`,
      `src/domain/${row} imports only files at the top of src/domain and what is before it: ${DOMAIN.slice(0, at).join(', ')}.`,
      { path: layer(row) },
      { path: '^src/domain/', pathNot: [DOMAIN_TOP, ...(CLIMBS[row] ?? []), ...DOMAIN.slice(0, at + 1).map(layer)] },
    ),
  ),
  forbidden(
    'domain-folders-are-listed',
    'Every folder of src/domain has a row.',
    { path: '^src/domain/[^/]+/', pathNot: DOMAIN.map(layer) },
    { path: '.' },
  ),
]

/** Folders next to src/app and the other folders of src they may import, as patterns. */
const FOLDERS = {
  knowledge: [],
  domain: ['knowledge'],
  present: ['domain'],
  importers: ['domain'],
  ports: ['domain'],
  threads: ['domain', 'importers', 'ports', 'model'],
  store: ['domain', 'ports', 'threads'],
  queue: ['domain', 'ports'],
  model: ['domain', 'ports'],
  telemetry: ['domain', 'ports'],
  dates: ['domain', 'knowledge', 'ports'],
  alerts: ['domain', 'ports'],
  oidc: ['domain', 'ports'],
  http: ['domain', 'ports', 'app', 'threads', 'present', 'importers', 'ws'],
  ws: ['domain', 'ports', 'app', 'present', 'importers'],
  mcp: ['domain', 'ports', 'app', 'present', 'importers', 'http'],
}
/** Each folder of src/doors and the others it may import. All may import the contract, the domain, ports, threads and http. */
const DOORS = {
  answers: [],
  transport: [],
  upstream: [],
  request: ['app'],
  protocols: ['doors/answers', 'doors/request'],
  translate: ['doors/answers', 'doors/request', 'doors/protocols'],
  turn: ['app', 'doors/request', 'doors/transport', 'doors/upstream', 'doors/translate'],
}
const DOOR_RULES = Object.entries(DOORS).map(([folder, others]) =>
  forbidden(
    `doors-${folder}`,
    `src/doors/${folder} may import the contract, the domain, ports, threads, http${others.map((other) => `, ${other}`).join('')}.`,
    { path: `^src/doors/${folder}/` },
    {
      path: '^src/',
      pathNot: [
        '^src/doors/(protocol|door)\\.ts$',
        ...below('domain', 'ports', 'threads', 'http', `doors/${folder}`, ...others),
      ],
    },
  ),
)
const FOLDER_RULES = Object.entries(FOLDERS).map(([folder, others]) =>
  forbidden(
    `${folder}-imports`,
    `src/${folder} may import ${['itself', ...others].join(', ')}.`,
    { path: `^src/${folder}/` },
    { path: '^src/', pathNot: below(folder, ...others) },
  ),
)

/** Files at the top of src that compose the process. */
const COMPOSITION = '^src/(main|load-daemon|load-joined|daemon|wiring|work)\\.ts$'

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
    ...DOMAIN_RULES,
    ...FOLDER_RULES,
    forbidden(
      'doors-imports',
      'src/doors may import itself, domain, ports, app, threads, http, and the types of the configuration.',
      { path: '^src/doors/' },
      { path: '^src/', pathNot: ['^src/config\\.ts$', ...below('doors', 'domain', 'ports', 'app', 'threads', 'http')] },
    ),
    ...DOOR_RULES,
    forbidden(
      'door-folders-are-listed',
      'Every folder of src/doors has a row.',
      { path: '^src/doors/[^/]+/', pathNot: below(...Object.keys(DOORS).map((folder) => `doors/${folder}`)) },
      { path: '.' },
    ),
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
      'Commands use HTTP. start and worker load the daemon; doctor checks the services the daemon would use; backup and restore read and fill its database; compact and verify need no daemon; demo chooses a model of the server that its daemon will use.',
      { path: '^src/cli/', pathNot: '^src/cli/(start|worker|doctor|compact|verify|backup|demo\\.ts)' },
      {
        path: '^src/',
        pathNot: [
          ...below('cli', 'domain', 'present', 'importers'),
          '^src/(config|admin-key|version|load-joined)\\.ts$',
        ],
      },
    ),
    forbidden(
      'client-imports-nothing-of-ours',
      'packages/client is published alone and runs in browsers: only itself and openapi-fetch.',
      { path: '^packages/client/' },
      { pathNot: ['^packages/client/', '^node_modules/openapi-fetch/'] },
    ),
    forbidden(
      'packages-use-the-client',
      'Packages use the REST API through packages/client.',
      { path: '^packages/', pathNot: '^packages/client/' },
      { path: '^(src|workers)/' },
    ),
    forbidden(
      'dashboard-is-a-client',
      'The dashboard uses the REST API through packages/client.',
      { path: '^dashboard/' },
      { path: '^(src|workers|packages)/', pathNot: '^packages/client/src/index\\.ts$' },
    ),
    forbidden(
      'nothing-imports-the-dashboard',
      'The dashboard is built alone and served as files.',
      { path: '^(src|workers|packages)/' },
      { path: '^dashboard/' },
    ),
    forbidden(
      'only-commands-use-the-client',
      'The daemon does not call itself.',
      { path: '^(src|workers)/', pathNot: '^src/cli/' },
      { path: '^packages/' },
    ),
    forbidden(
      'product-ignores-tests',
      'Production code never imports test helpers.',
      { path: '^(src|workers|packages|dashboard)/' },
      { path: '^(tests|testing|bench|eval)/' },
    ),
    forbidden(
      'no-dev-packages',
      'Production code imports no dev dependency, except those that the build joins (scripts/bundle.mjs).',
      { path: '^(src|workers)/' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: JOINED },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
