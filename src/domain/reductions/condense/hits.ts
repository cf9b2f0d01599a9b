/** Results of a search, as JSON or as text with addresses in it: title, address and snippet of each. [D2] */
import { leafText, readJsonAt, type Field, type ObjectSpan, type Span } from './json-spans.js'
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

const TITLE = /^(?:title|name|headline|subject|identifier|full_?name)$/i
const ADDRESS = /^(?:url|link|href|uri|html_?url|permalink|source|path|file|file_?path|file_?name)$/i
const SNIPPET =
  /^(?:snippet|description|summary|content|page_?content|text|body|excerpt|abstract|highlights?|fragment)$/i
const HANDLE = /^(?:_?id|\w{1,30}_id|number|key)$/i
/** Results stand so deep in the reply of a search service at most. */
const DEPTH = 4
const MIN_HITS = 3
/** Lines of text for each address, at most: with more of them it is a text with links in it, not a list of results. */
const LINES_PER_HIT = 6
/** Most results that must have what a result has. */
const HIT_SHARE = 0.8
const TITLE_CHARACTERS = 160
const ADDRESS_CHARACTERS = 300
const HANDLE_CHARACTERS = 60
/** More results than fit into any view are only counted. */
const MAX_HITS = 200
/** Characters of a snippet, in tries from generous to bare. */
const SNIPPETS = [300, 160, 80, 0]

interface Hit {
  title: string
  /** What it is asked for by; '': none. */
  handle: string
  address: string
  snippet: string
}

interface Hits {
  /** The first of them. */
  hits: Hit[]
  all: number
}

/** Null for JSON that is no list of results. */
export function condenseHits(text: string, json: Span, bounds: ViewBounds): CondensedView | null {
  return viewOf(hitsOf(text, json), [], bounds)
}

/** Links as JSON between words, `Links: [{"title": …, "url": …}]`, and what was said about them. Null for other text. */
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

/** Results as text, each with its address: the title stands on the line or before it, the snippet after it. Null for other text. */
export function condenseAddresses(text: string, bounds: ViewBounds): CondensedView | null {
  const lines = text.split('\n')
  const hits: Hit[] = []
  let free = 0 // first line that belongs to no result yet
  for (const [at, line] of lines.entries()) {
    const address = addressIn(line)
    if (address === null) continue
    const own = line
      .slice(0, line.indexOf(address))
      .slice(-TITLE_CHARACTERS)
      .replace(/[\s([<:-]+$/, '')
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

/** The first list, from the outside in, whose members nearly all look like results. */
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

/** A result has a title or an address, and a second thing of the three; they may stand one object deeper (`metadata`, `_source`). */
function hitOf(text: string, item: Span): Hit | null {
  if (item.kind !== 'object') return null
  const fields = [
    item,
    ...item.fields.flatMap(({ value }): ObjectSpan[] => (value.kind === 'object' ? [value] : [])),
  ].flatMap((object) => object.fields)
  const first = (names: RegExp) =>
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

function valueOf(text: string, names: RegExp, { key, value }: Field): string {
  if (key.length > 40 || !names.test(key)) return ''
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
