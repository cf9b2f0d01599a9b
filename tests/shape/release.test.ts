import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../../src/config.js'
import { SECRET_SETTINGS } from '../../src/secret-files.js'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const hasHelm = spawnSync('helm', ['version']).status === 0

test('[14] every command of the workflows is a script of package.json, and no job runs without a limit or with more rights than it names', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const files = readdirSync(join(ROOT, '.github/workflows'))
  expect(files.toSorted()).toEqual(['check.yml', 'nightly.yml', 'release.yml'])
  for (const file of files) {
    const text = read(`.github/workflows/${file}`)
    const workflow = parse(text)
    expect([file, workflow.permissions]).toEqual([file, { contents: 'read' }])
    const nightly: string[] = workflow.jobs.nightly?.strategy.matrix.command ?? []
    const commands = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name!)
    for (const name of [...commands, ...nightly.map((command) => command.split(' ')[0]!)])
      expect([file, name, name in scripts]).toEqual([file, name, true])
  }
})

test('[14] the chart names only settings that the service has, and secrets come from a Secret alone', () => {
  const values = parse(read('ops/helm/values.yaml'))
  const schema = JSON.parse(read('ops/helm/values.schema.json'))
  expect(Object.keys(values).toSorted()).toEqual([...schema.required, 'imagePullSecrets'].toSorted())
  const forbidden = new RegExp(schema.properties.env.propertyNames.not.pattern)
  expect(Object.keys(values.env).filter((name) => forbidden.test(name))).toEqual([])
  // OLLAMA_HOST is a secret only if it holds a password. PALIMPSEST_KEY is for the command line.
  const secretNames = SECRET_SETTINGS.filter((name) => name !== 'OLLAMA_HOST' && name !== 'PALIMPSEST_KEY')
  for (const name of [...secretNames, 'ROLE', 'HOST', 'PORT', 'DATA_DIR'])
    expect([name, forbidden.test(name)]).toEqual([name, true])
  const source = read('src/config.ts') + read('src/read-oidc.ts') + read('docs/operations.md')
  const pod = read('ops/helm/templates/_pod.tpl')
  const named = [...pod.matchAll(/"([A-Z_]{4,})"|name: ([A-Z_]{4,})\b/g)].map(([, quoted, plain]) => (quoted ?? plain)!)
  for (const name of secretNames) expect(named).toContain(name)
  for (const name of [...named, ...Object.keys(values.env)])
    expect([name, source.includes(`'${name}'`)]).toEqual([name, true])
  const secrets = { DATABASE_URL: 'postgres://db/p', REDIS_URL: 'redis://r', ADMIN_KEY: '0123456789abcdef' }
  for (const ROLE of ['api', 'worker'])
    expect(readConfig({ ...values.env, ...secrets, ROLE, HOST: '0.0.0.0', PORT: '7420', DATA_DIR: '/data' }).role).toBe(
      ROLE,
    )
})

test.skipIf(!hasHelm)('[14] helm renders the chart, hardened, with two Deployments and a Service', () => {
  const set = ['--set', 'ingress.enabled=true,ingress.tlsSecret=cert,ingress.host=*.example.org']
  const args = ['template', 'p', join(ROOT, 'ops/helm'), '--kube-version', '1.30.0', ...set]
  const { stdout, stderr, status } = spawnSync('helm', args, { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  const documents = parseAllDocuments(stdout).map((document) => document.toJS())
  expect(documents.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted()).toEqual(
    ['Deployment p-api', 'Deployment p-worker', 'Ingress p', 'PodDisruptionBudget p-api', 'Service p'].toSorted(),
  )
  for (const { kind, spec } of documents)
    if (kind === 'Deployment') {
      const [container] = spec.template.spec.containers
      expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
      expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels)
    }
  const render = (...more: string[]) => spawnSync('helm', [...args, ...more], { encoding: 'utf8' })
  expect(render('--set', 'image.tag=sha256:0f').stdout).toContain("image: 'palimpsest@sha256:0f'")
  expect(render('--set-string', 'env.METRICS_PORT=9464').stdout).toContain('{ name: metrics, containerPort: 9464 }')
  for (const wrong of ['env.ADMIN_KEY=x', 'env.HOST=x', 'service.type=Other', 'api.replicas=many', 'nameOverride=x'])
    expect([wrong, render('--set', wrong).status]).toEqual([wrong, 1])
})

test('[13] [14] each proxy example passes streams at once, waits an hour, and logs no address of a request', () => {
  const nginx = read('ops/tls/nginx.conf')
  for (const setting of [
    'proxy_buffering off',
    'proxy_request_buffering off',
    'proxy_read_timeout 3600s',
    'access_log off',
    'error_log /var/log/nginx/palimpsest.log crit',
    'underscores_in_headers on',
    'client_max_body_size 0',
  ])
    expect([setting, nginx.includes(setting)]).toEqual([setting, true])
  const caddy = read('ops/tls/Caddyfile')
  for (const setting of [
    'flush_interval -1',
    'response_header_timeout 1h',
    'request>uri delete',
    'request>headers delete',
  ])
    expect([setting, caddy.includes(setting)]).toEqual([setting, true])
  expect(caddy.slice(caddy.indexOf('palimpsest.example.org'))).not.toMatch(/^\s*log\b/m)
  const traefik = parse(read('ops/tls/traefik.yml'))
  expect(traefik.accessLog).toBeUndefined()
  expect(traefik.entryPoints.websecure.transport.respondingTimeouts).toMatchObject({
    readTimeout: '1h',
    writeTimeout: '0s',
  })
  const { http } = parse(read('ops/tls/traefik-palimpsest.yml'))
  expect(http.services.palimpsest.loadBalancer.responseForwarding).toEqual({ flushInterval: '-1ms' })
})
