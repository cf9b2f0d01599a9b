// The documentation as a site: the files of docs/, the README as its first page, a search that runs in the browser.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { titleCells } from './tables.mjs'

const DOCS = join(import.meta.dirname, '../pages/docs')

const titleOf = (file) => /^# (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? file
const pagesIn = (folder, base) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ text: titleOf(join(folder, name)), link: `${base}${name.replace(/\.md$/, '')}` }))

const GUIDES = [
  'using',
  'cli',
  'dashboard',
  'doors',
  'doors-agents',
  'mcp',
  'models',
  'recall',
  'checkpoints',
  'standing',
]
const all = pagesIn(DOCS, '/docs/')
const isGuide = ({ link }) => GUIDES.includes(link.replace('/docs/', ''))
const byGuide = (a, b) => GUIDES.indexOf(a.link.replace('/docs/', '')) - GUIDES.indexOf(b.link.replace('/docs/', ''))

export default {
  title: 'Palimpsest',
  description: 'A context service for LLM apps: it stores every message and returns a context that always fits.',
  srcDir: 'pages',
  outDir: 'dist',
  cleanUrls: true,
  // Links to sources lead out of the site.
  ignoreDeadLinks: [
    /^(?:\.\/)?(?:\.\.\/)*(?:src|packages|clients|examples|ops|eval|bench|tests|scripts|testing|workers|dashboard)\b/,
    /openapi|LICENSE|decisions\/?(?:index)?$/,
  ],
  markdown: { config: titleCells },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [{ text: 'Changelog', link: '/CHANGELOG' }],
    sidebar: [
      { text: 'Start', items: [{ text: 'Palimpsest', link: '/' }] },
      { text: 'Guides', items: all.filter(isGuide).sort(byGuide) },
      { text: 'Reference', items: all.filter((page) => !isGuide(page)) },
      { text: 'Clients', items: pagesIn(join(DOCS, '../clients'), '/clients/') },
      { text: 'Decisions', collapsed: true, items: pagesIn(join(DOCS, 'decisions'), '/docs/decisions/') },
    ],
  },
}
