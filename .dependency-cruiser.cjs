/** The import rules of docs/architecture.md. A test asserts that this checker saw the modules at all. */
const ROOMS = {
  domain: '^src/domain/',
  app: '^src/app/',
  store: '^src/store/',
  queue: '^src/queue/',
  model: '^src/model/',
  http: '^src/http/',
  ws: '^src/ws/',
}
/** Files at the top of src that compose the process. */
const COMPOSITION = '^src/(main|daemon|wiring|work)\\.ts$'

const forbidden = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    forbidden('no-cycles', 'A cycle is one room with two doors.', {}, { circular: true }),
    forbidden('no-unresolved', 'Every import must be found.', {}, { couldNotResolve: true }),
    forbidden('domain-is-pure', 'The domain imports the domain.', { path: ROOMS.domain }, { pathNot: ROOMS.domain }),
    forbidden(
      'app-sees-domain',
      'Verbs see the domain and their ports.',
      { path: ROOMS.app },
      { path: '^src/', pathNot: [ROOMS.domain, ROOMS.app] },
    ),
    forbidden(
      'store-is-a-stranger',
      'The store implements a port and knows no other room.',
      { path: ROOMS.store },
      { path: '^src/', pathNot: [ROOMS.domain, ROOMS.app, ROOMS.store] },
    ),
    forbidden(
      'queue-is-a-stranger',
      'The queue implements a port and knows no other room.',
      { path: ROOMS.queue },
      { path: '^src/', pathNot: [ROOMS.domain, ROOMS.app, ROOMS.queue] },
    ),
    forbidden(
      'model-is-a-stranger',
      'The model implements a port and knows no other room.',
      { path: ROOMS.model },
      { path: '^src/', pathNot: [ROOMS.domain, ROOMS.app, ROOMS.model] },
    ),
    forbidden(
      'edges-see-app',
      'The edges call verbs; what is real is handed to them.',
      { path: [ROOMS.http, ROOMS.ws] },
      { path: '^src/', pathNot: [ROOMS.domain, ROOMS.app, ROOMS.http, ROOMS.ws] },
    ),
    forbidden('src-never-imports-workers', 'Workers are an entry.', { path: '^src/' }, { path: '^workers/' }),
    forbidden(
      'workers-see-composition',
      'A worker process is put together by the daemon.',
      { path: '^workers/' },
      { path: '^src/', pathNot: COMPOSITION },
    ),
    forbidden(
      'only-composition-sees-wiring',
      'Only the composition knows what is real.',
      { path: '^src/', pathNot: COMPOSITION },
      { path: '^src/(wiring|work)\\.ts$' },
    ),
    forbidden(
      'cli-is-a-client',
      'Commands speak HTTP; start and worker load the daemon, doctor asks the places the daemon would ask; demo and replay read log files.',
      { path: '^src/cli/', pathNot: '^src/cli/(start|worker|doctor|demo|replay)' },
      { path: '^src/', pathNot: ['^src/cli/', '^src/client/', ROOMS.domain, '^src/(config|admin-key|version)\\.ts$'] },
    ),
    forbidden(
      'no-dev-packages',
      'What runs in production is installed in production.',
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
