/** Condenses search results, given as JSON or as text with addresses, to title, address and snippet of each. [D2] */
import { withoutTail } from '../../signs.js'
import { wordSet } from '../../texts.js'
import { isNamed, leafText, readJsonAt, type Field, type ObjectSpan, type Span } from './json-spans.js'
import { pluralize } from '../../number-format.js'
import {
  clipped,
  verbatim,
  firstThatFits,
  note,
  share,
  Sheet,
  type Attempt,
  type CondensedView,
  type ViewBounds,
  type ViewLine,
} from './view.js'

const TITLE = wordSet('title name headline subject identifier fullname')
const ADDRESS = wordSet('url link href uri htmlurl permalink source path file filepath filename')
const SNIPPET = wordSet(
  'snippet description summary content pagecontent text body excerpt abstract highlight highlights fragment',
)
const HANDLE = wordSet('id number key')
/** Maximum depth of the result list in the reply of a search service. */
const DEPTH = 4
const MIN_HITS = 3
/** Maximum lines of text per address. Text with more lines is prose with links, not a list of results. */
const LINES_PER_HIT = 6
/** Minimum share of list items that must look like results. */
const HIT_SHARE = 0.8
const TITLE_CHARACTERS = 160
const ADDRESS_CHARACTERS = 300
const HANDLE_CHARACTERS = 60
/** Results read; more than fit into any view. Further results are only counted. */
const MAX_HITS = 200
/** Characters of a snippet, from full to minimal. */
const SNIPPETS = [300, 160, 80, 0]

interface Hit {
  title: string
  /** Id to request the result by; '': none. */
  handle: string
  address: string
  snippet: string
}

interface Hits {
  /** First results. */
  hits: Hit[]
  /** Number of all results. */
  all: number
}

/** Returns the view; null for JSON without a list of results. */
export function condenseHits(text: string, json: Span, bounds: ViewBounds): CondensedView | null {
  return viewOf(hitsOf(text, json), [], bounds)
}

/** Returns the view of links given as JSON inside text, `Links: [{"title": …, "url": …}]`, and of that text; null for
 * other text. */
export function condenseLinks(text: string, bounds: ViewBounds): CondensedView | null {
  const at = text.indexOf('[{')
  const links = at < 0 ? null : readJsonAt(text, at)
  const found = links && hitsOf(text, links.value)
  if (!links || !found) return null
  const words = [...text.slice(0, at).split('\n').slice(0, -1), ...text.slice(links.end).split('\n')]
  return viewOf(
    found,
    words.filter((line) => line.trim() !== ''),
    bounds,
  )
}

/** Returns the view of text results with an address each; null for other text. The title is on the line of the address
 * or before it, the snippet after it. */
export function condenseAddresses(text: string, bounds: ViewBounds): CondensedView | null {
  const lines = text.split('\n')
  const hits: Hit[] = []
  let free = 0 // first line that does not belong to a result yet
  for (const [at, line] of lines.entries()) {
    const address = addressIn(line)
    if (address === null) continue
    const own = withoutTail(line.slice(0, line.indexOf(address)).slice(-TITLE_CHARACTERS), ' ([<:-')
    const before = lines.slice(Math.max(free, at - 3), at).findLast((earlier) => earlier.trim() !== '')
    const after = lines.slice(at + 1, at + 3).find((later) => later.trim() !== '' && addressIn(later) === null)
    const isLabel = /^[\s\d.*-]*(?:url|link|source|address)?$/i.test(own)
    hits.push({
      title: (isLabel ? (before ?? '') : own).trim().replace(/^\d{1,4}[.)]\s+/, ''),
      handle: '',
      address,
      snippet: after?.trim() ?? '',
    })
    free = at + 1
  }
  const nonBlankLines = lines.filter((line) => line.trim() !== '').length
  return hits.length * LINES_PER_HIT < nonBlankLines ? null : viewOf({ hits, all: hits.length }, [], bounds)
}

function addressIn(line: string): string | null {
  return /https?:\/\/[^\s)>\]"']{3,500}/.exec(line)?.[0] ?? null
}

/** Returns the results of the outermost list in which nearly all members look like results. */
function hitsOf(text: string, root: Span): Hits | null {
  let level: Span[] = [root]
  for (let depth = 0; depth < DEPTH && level.length > 0; depth++) {
    for (const span of level) {
      if (span.kind !== 'list') continue
      const first = span.items.slice(0, MAX_HITS)
      const hits = first.flatMap((item) => hitOf(text, item) ?? [])
      if (hits.length >= MIN_HITS && hits.length >= first.length * HIT_SHARE)
        return { hits, all: hits.length + span.items.length - first.length }
    }
    level = level.flatMap((span) => (span.kind === 'object' ? span.fields.map(({ value }) => value) : []))
  }
  return null
}

/** Returns a result if at least two of title, address and snippet are present. They may be one object deeper
 * (`metadata`, `_source`). */
function hitOf(text: string, item: Span): Hit | null {
  if (item.kind !== 'object') return null
  const fields = [
    item,
    ...item.fields.flatMap(({ value }): ObjectSpan[] => (value.kind === 'object' ? [value] : [])),
  ].flatMap((object) => object.fields)
  const first = (names: ReadonlySet<string>) =>
    fields.map((field) => valueOf(text, names, field)).find((value) => value !== '') ?? ''
  const hit = {
    title: first(TITLE),
    handle: first(HANDLE).slice(0, HANDLE_CHARACTERS),
    address: first(ADDRESS),
    snippet: first(SNIPPET),
  }
  const present = [hit.title, hit.address, hit.snippet].filter((value) => value !== '').length
  return present >= 2 ? hit : null
}

function valueOf(text: string, names: ReadonlySet<string>, { key, value }: Field): string {
  if (key.length > 40 || !(isNamed(key, names) || (names === HANDLE && key.toLowerCase().endsWith('_id')))) return ''
  return value.kind === 'text' || names === HANDLE ? (leafText(text, value) ?? '') : ''
}

function viewOf(found: Hits | null, words: readonly string[], bounds: ViewBounds): CondensedView | null {
  if (!found || found.hits.length < MIN_HITS) return null
  const { kept, lines } = firstThatFits(
    SNIPPETS.map((snippet) => (characters: number) => listHits(found, words, snippet, characters)),
    bounds,
  )
  return { kind: 'search', kept, lines }
}

function listHits(
  { hits, all }: Hits,
  words: readonly string[],
  snippetCharacters: number,
  characters: number,
): Attempt {
  const sheet = new Sheet(characters)
  let shown = 0
  for (const [index, { title, handle, address, snippet }] of hits.entries()) {
    const name = clipped(title === '' ? address : title, TITLE_CHARACTERS)
    const block: ViewLine[] = [
      [note(`${index + 1}. `), ...name, ...(handle === '' ? [] : [note(' | '), verbatim(handle)])],
    ]
    if (title !== '' && address !== '') block.push([note('   '), ...clipped(address, ADDRESS_CHARACTERS)])
    if (snippet !== '' && snippetCharacters > 0) block.push([note('   '), ...clipped(snippet, snippetCharacters)])
    if (!sheet.add(...block)) break
    shown += 1
  }
  const whole = shown === hits.length
  if (shown < all) sheet.close(pluralize(all - shown, 'more result'))
  let wordsShown = 0
  while (wordsShown < words.length && sheet.add([verbatim(words[wordsShown]!.trimEnd())])) wordsShown += 1
  if (wordsShown < words.length) sheet.close(pluralize(words.length - wordsShown, 'more line'))
  return { kept: `${share(shown, all, 'result')} with title, address and snippet`, lines: sheet.lines, whole }
}
