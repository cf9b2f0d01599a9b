// Checks what a release needs, and writes its changelog section.
// Usage: npm run release -- --dry-run   (changes nothing; it needs the registry)
//        npm run release                (writes the section; then commit, tag v<version>, and push the tag, which publishes)
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
/** Bytes of the packed archive of the daemon. */
const MAX_PACKED = 3_800_000
const LICENSES = new Set(
  [
    'MIT',
    'ISC',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    '0BSD',
    'BlueOak-1.0.0',
    'Unlicense',
    'PostgreSQL',
  ].concat(['(MIT OR Apache-2.0)', 'MIT OR Apache-2.0']),
)
const isDryRun = process.argv.includes('--dry-run')
const read = (path) => readFileSync(join(ROOT, path), 'utf8')
const faults = []

const { version } = JSON.parse(read('package.json'))
checkVersions()
checkLicenses()
const section = changelogSection()
checkSize()
// Builds, packs, runs publint and attw, installs the archives in an empty folder, and starts the daemon from them.
const packages = spawnSync(process.execPath, [join(ROOT, 'scripts/check-packages.mjs')], {
  cwd: ROOT,
  stdio: 'inherit',
})
if (packages.status !== 0) faults.push('The packages have faults, named above.')
if (faults.length > 0) {
  for (const fault of faults) console.log(`fault: ${fault}`)
  process.exit(1)
}
if (isDryRun) console.log(`\n${section.text}\n\nDry run: version ${version} is ready, nothing was written.`)
else {
  writeFileSync(join(ROOT, 'CHANGELOG.md'), section.changelog)
  console.log(`CHANGELOG.md has the section of ${version}. Commit it, tag it v${version}, and push the tag.`)
}

/** All packages of the repository have one version. */
function checkVersions() {
  for (const path of ['client', 'react', 'openai-agents', 'claude-agent-sdk'].map(
    (name) => `packages/${name}/package.json`,
  )) {
    const other = JSON.parse(read(path)).version
    if (other !== version) faults.push(`${path} has version ${other}, package.json ${version}.`)
  }
  const python = /^version = "(.*)"$/m.exec(read('clients/python/pyproject.toml'))?.[1]
  if (python !== undefined && python !== version)
    faults.push(`pyproject.toml has version ${python}, package.json ${version}.`)
  const chart = /^appVersion: '(.*)'$/m.exec(read('ops/helm/Chart.yaml'))?.[1]
  if (chart !== version) faults.push(`ops/helm/Chart.yaml has appVersion ${chart}, package.json ${version}.`)
}

/** Every package that is installed with the daemon has a permissive license. */
function checkLicenses() {
  const installed = Object.entries(JSON.parse(read('package-lock.json')).packages).filter(
    ([path, each]) => path.startsWith('node_modules/') && !each.dev && !each.link,
  )
  for (const [path, { license }] of installed)
    if (!LICENSES.has(license)) faults.push(`${path} has the license ${license ?? 'unknown'}.`)
  console.log(`${installed.length} packages with permissive licenses`)
}

/** Returns the section that the release gets, and the changelog with it. */
function changelogSection() {
  const changelog = read('CHANGELOG.md')
  const [, body] = /^## \[Unreleased\]\n([^]*?)(?=^## \[|(?![^]))/m.exec(changelog) ?? []
  if (!body?.trim()) faults.push('CHANGELOG.md has nothing under Unreleased.')
  if (changelog.includes(`## [${version}]`))
    faults.push(`CHANGELOG.md has a section of ${version} already: raise the version.`)
  const heading = `## [${version}] - ${new Date().toISOString().slice(0, 10)}`
  return {
    text: `${heading}\n${(body ?? '').trimEnd()}`,
    changelog: changelog.replace('## [Unreleased]\n', () => `## [Unreleased]\n\n${heading}\n`),
  }
}

function checkSize() {
  const [{ size }] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  )
  console.log(`${size.toLocaleString('en-US')} bytes packed, at most ${MAX_PACKED.toLocaleString('en-US')}`)
  if (size > MAX_PACKED) faults.push(`The archive has ${size} bytes, at most ${MAX_PACKED} are allowed.`)
}
