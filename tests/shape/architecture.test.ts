import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const PAGE = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
  forbidden: { name: string; comment: string }[]
}

const foldersOf = (path: string) =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

test('the table of src/app in docs/architecture.md has the folders of the tree and the imports that the checker allows', () => {
  const rows = [...PAGE.matchAll(/^\| `([\w-]+)` \| [^|]+ \| ([\w, -]*) ?\|$/gm)].map(([, name, imports]) => [
    name,
    imports!.split(', ').flatMap((one) => one.trim() || []),
  ])
  const allowed = forbidden
    .filter(({ name, comment }) => comment.startsWith(`src/${name.replace('-', '/')} may import`))
    .filter(({ name }) => name.startsWith('app-'))
    .map(({ name, comment }) => [
      name.replace('app-', ''),
      [...comment.matchAll(/app\/([\w-]+)/g)].map(([, one]) => one).slice(1),
    ])
  expect(allowed.length).toBeGreaterThan(20)
  expect(rows).toEqual(allowed)
  expect(rows.map(([name]) => name).toSorted()).toEqual(foldersOf('src/app').toSorted())
})

test('the table of src/domain in docs/architecture.md has the layers of the checker, in their order, and every folder', () => {
  const [, table] = PAGE.split('| row of `src/domain` | input → output |')
  const rows = [...table!.split('\n\n')[0]!.matchAll(/^\| `([\w/.-]+)` \| \S[^|]+ \|$/gm)].map(([, name]) => name!)
  const layers = forbidden.flatMap(({ comment }) => /^src\/domain\/(\S+) imports only/.exec(comment)?.[1] ?? [])
  expect(layers.length).toBeGreaterThan(30)
  expect(rows).toEqual(layers)
  const folders = foldersOf('src/domain').flatMap((name) => [
    name,
    ...foldersOf(`src/domain/${name}`).map((inner) => `${name}/${inner}`),
  ])
  expect(rows.filter((row) => !row.endsWith('.ts')).toSorted()).toEqual(folders.toSorted())
})

test('docs/architecture.md names every folder of src and no file that is missing', () => {
  for (const folder of foldersOf('src')) expect([folder, PAGE.includes(`src/${folder}/`)]).toEqual([folder, true])
  const named = [...PAGE.matchAll(/`([\w./-]+)`/g)]
    .map(([, path]) => path!)
    .filter((path) => path.includes('/') && !/NAME|^\/|^(?:packages|dist)/.test(path))
  expect(named.length).toBeGreaterThan(60)
  const places = [ROOT, join(ROOT, 'src'), join(ROOT, 'src/domain')]
  expect(named.filter((path) => !places.some((place) => existsSync(join(place, path))))).toEqual([])
})
