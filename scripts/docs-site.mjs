// Builds the documentation as a site with search, into docs-site/dist. Its packages are its own: nothing of the product needs them.
// Usage: npm run docs:site; with --serve it also serves the site on this machine. DOCS_BASE is the path below which it will be published.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const SITE = join(ROOT, 'docs-site')
const PAGES = join(SITE, 'pages')
const CLIENTS = {
  typescript: 'packages/client',
  react: 'packages/react',
  python: 'clients/python',
  'openai-agents': 'packages/openai-agents',
}
const BUILD_MS = 300_000

rmSync(PAGES, { recursive: true, force: true })
mkdirSync(join(PAGES, 'clients'), { recursive: true })
cpSync(join(ROOT, 'docs'), join(PAGES, 'docs'), { recursive: true })
for (const name of readdirSync(join(ROOT, 'docs')).filter((file) => file.endsWith('.md')))
  copyPage(`docs/${name}`, `docs/${name}`)
for (const name of ['CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']) copyPage(name, name)
copyPage('README.md', 'index.md')
for (const [name, folder] of Object.entries(CLIENTS)) copyPage(join(folder, 'README.md'), `clients/${name}.md`)

if (!existsSync(join(SITE, 'node_modules'))) run('npm', ['ci', '--no-audit', '--no-fund', '--prefix', SITE])
run(process.execPath, [
  join(SITE, 'node_modules/vitepress/bin/vitepress.js'),
  'build',
  SITE,
  '--base',
  process.env.DOCS_BASE ?? '/',
])
if (process.argv.includes('--serve'))
  run(process.execPath, [join(SITE, 'node_modules/vitepress/bin/vitepress.js'), 'preview', SITE], undefined)

/** Copies a page. Links between pages that lie elsewhere in the repository follow them. */
function copyPage(from, to) {
  const text = readFileSync(join(ROOT, from), 'utf8')
  const places = Object.entries(CLIENTS).map(([name, folder]) => [folder, `clients/${name}.md`])
  const linked = places.reduce((page, [folder, place]) => page.replaceAll(`](${folder})`, `](/${place})`), text)
  writeFileSync(
    join(PAGES, to),
    linked.replace(/\]\((?:\.\.\/)+README\.md/g, '](/').replaceAll('](../../docs/', '](/docs/'),
  )
}

function run(program, args, timeout = BUILD_MS) {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit', timeout })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}`, { cause: error })
}
