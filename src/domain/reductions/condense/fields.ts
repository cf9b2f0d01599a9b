/** Condenses the reply of an API: status and key fields first, lists of similar objects as tables, long texts
 * truncated. [D2] */
import { alikeFields } from './alike.js'
import { wordSet } from '../../texts.js'
import { isNamed, leafText, type Field, type ObjectSpan, type Span } from './json-spans.js'
import { cell, columnsOf, headLine, rowLine } from './table.js'
import { pluralize } from '../../number-format.js'
import {
  clipped,
  firstThatFits,
  note,
  Sheet,
  type Attempt,
  type CondensedView,
  type Piece,
  type ViewBounds,
  type ViewLine,
} from './view.js'

/** Fields that report the outcome. They come first. */
const STATUS = wordSet('status statuscode code ok success state result message error')
/** Groups of fields that say how a reply came. A single value under such a name may be the answer. */
const TRANSPORT = wordSet(
  'headers requestheaders responseheaders httpheaders rawheaders cookies trailers tracecontext spancontext servertiming',
)
/** Links for programs and copies of the id. They are omitted from objects with many of them; one or two may be the main
 * content. */
const MACHINERY = ['_url', '_urls', '_links', 'node_id', 'gravatar_id', '__typename']
const MAX_MACHINERY = 3
/** Levels of detail, from full to minimal. `empty`: include fields without a value. */
const TRIES = [
  { depth: 5, rows: 100, characters: 400, empty: true },
  { depth: 5, rows: 100, characters: 160, empty: false },
  { depth: 5, rows: 50, characters: 100, empty: false },
  { depth: 4, rows: 20, characters: 80, empty: false },
  { depth: 3, rows: 10, characters: 60, empty: false },
  { depth: 2, rows: 5, characters: 60, empty: false },
  { depth: 1, rows: 3, characters: 60, empty: false },
]
/** Objects of one shape under separate keys become a table from this number on. */
const MIN_MAP_FIELDS = 4
const NAME_CHARACTERS = 60

interface Writing {
  text: string
  detail: (typeof TRIES)[number]
  sheet: Sheet
  /** Fields left out: empty ones, links, headers and the like. */
  omitted: number
  full: boolean
}

export function condenseFields(text: string, json: Span, bounds: ViewBounds): CondensedView {
  const { kept, lines } = firstThatFits(
    TRIES.map((detail) => (characters: number) => writeAll(text, json, detail, characters)),
    bounds,
  )
  return { kind: 'api', kept, lines }
}

const ERRORS = wordSet('error errors')
const IS_ERROR = wordSet('iserror')
const SUCCESSES = wordSet('ok success')
const STATUSES = wordSet('status statuscode')
const FAILED = wordSet('error failed failure')

/** Whether a reply reports a failure. */
export function isFailure(text: string, root: Span): boolean {
  if (root.kind !== 'object') return false
  return root.fields.some(({ key, value }) => {
    const plain = leafText(text, value)
    if (isNamed(key, ERRORS))
      return plain === null ? !isEmpty(text, value) : !['null', 'false', '', '0'].includes(plain)
    if (plain === null) return false
    if (isNamed(key, IS_ERROR)) return plain === 'true'
    if (isNamed(key, SUCCESSES)) return plain === 'false'
    const code = Number(plain)
    return isNamed(key, STATUSES) && ((code >= 400 && code < 600) || isNamed(plain, FAILED))
  })
}

function isEmpty(text: string, value: Span): boolean {
  if (value.kind === 'list') return value.items.length === 0
  if (value.kind === 'object') return value.fields.length === 0
  return ['null', ''].includes(text.slice(value.from, value.to))
}

function writeAll(text: string, root: Span, detail: Writing['detail'], characters: number): Attempt {
  const writing: Writing = { text, detail, sheet: new Sheet(characters), omitted: 0, full: false }
  write(writing, [], root, 0)
  if (writing.full) writing.sheet.close('more fields follow')
  else if (writing.omitted > 0)
    writing.sheet.close(`${pluralize(writing.omitted, 'empty, link or header field')} omitted`)
  return {
    kept: 'status and key fields, long texts and lists truncated',
    lines: writing.sheet.lines,
    whole: !writing.full,
  }
}

function write(writing: Writing, path: readonly string[], value: Span, depth: number): void {
  if (writing.full) return
  if (value.kind === 'object' && depth < writing.detail.depth && !isEmpty(writing.text, value))
    writeObject(writing, path, value, depth)
  else if (
    value.kind === 'list' &&
    depth < writing.detail.depth &&
    value.items.some((item) => leafText(writing.text, item) === null)
  ) {
    writeList(writing, path, value.items)
  } else put(writing, [...label(path), ...cell(writing.text, value, writing.detail.characters)])
}

function writeObject(writing: Writing, path: readonly string[], object: ObjectSpan, depth: number): void {
  if (isMap(object)) {
    const like = object.fields.map(({ value }) => value)
    return writeTable(writing, path, like, (index) => clipped(object.fields[index]!.key, NAME_CHARACTERS))
  }
  const isStatus = ({ key }: Field) => depth === 0 && isNamed(key, STATUS)
  const linked = withoutMachinery(object.fields, ({ key }) => key)
  const said = linked.filter((field) => !isTransport(field))
  // They are the answer if the reply has nothing else.
  const content = depth === 0 && said.every(isStatus) ? linked : said
  const shown = content.filter(({ value }) => writing.detail.empty || !isEmpty(writing.text, value))
  writing.omitted += object.fields.length - shown.length
  const others = alikeFields(
    writing.text,
    shown.filter((field) => !isStatus(field)),
  )
  const inOrder = [...shown.filter(isStatus).map((field) => [field]), ...others]
  for (const group of inOrder) {
    const [{ key, value }] = group as [Field]
    if (group.length === 1) write(writing, [...path, key], value, depth + 1)
    else put(writing, [...labelOf(path, group), ...cell(writing.text, value, writing.detail.characters)])
  }
}

function withoutMachinery<T>(things: readonly T[], name: (thing: T) => string): readonly T[] {
  const isMachinery = (thing: T) => MACHINERY.some((end) => name(thing).toLowerCase().endsWith(end))
  return things.filter(isMachinery).length > MAX_MACHINERY ? things.filter((thing) => !isMachinery(thing)) : things
}

function isTransport({ key, value }: Field): boolean {
  return (value.kind === 'object' || value.kind === 'list') && isNamed(key, TRANSPORT)
}

/** Whether all values are objects of one shape: `{"9612497925": {…}, "8124970213": {…}, …}`. */
function isMap({ fields }: ObjectSpan): boolean {
  const [first, ...rest] = fields
  if (fields.length < MIN_MAP_FIELDS || first?.value.kind !== 'object') return false
  const keys = first.value.fields.map(({ key }) => key).join('\n')
  return (
    keys !== '' &&
    rest.every(({ value }) => value.kind === 'object' && value.fields.map(({ key }) => key).join('\n') === keys)
  )
}

/** Writes objects as a table. Lists of lists, such as the legs of each journey, become one table with the number of
 * their list in the first column. */
function writeList(writing: Writing, path: readonly string[], items: readonly Span[]): void {
  const nested = items.flatMap((item, index) =>
    item.kind === 'list' ? item.items.map((inner) => ({ inner, index })) : [],
  )
  if (nested.length > 0 && items.every(({ kind }) => kind === 'list')) {
    const rows = nested.map(({ inner }) => inner)
    return writeTable(writing, path, rows, (row) => [note(`${nested[row]!.index + 1}`)])
  }
  writeTable(writing, path, items, null)
}

function writeTable(
  writing: Writing,
  path: readonly string[],
  items: readonly Span[],
  name: ((row: number) => Piece[]) | null,
): void {
  const { detail, text } = writing
  const first = items.slice(0, detail.rows)
  const all = columnsOf(first)
  const columns = all && withoutMachinery(all, (column) => column)
  writing.omitted += (all?.length ?? 0) - (columns?.length ?? 0)
  const lead = name === null ? [] : [note('# | ')]
  put(writing, [
    ...label(path),
    note(`[${items.length} entries] `),
    ...(columns ? [...lead, ...headLine(columns)] : []),
  ])
  for (const [index, row] of first.entries()) {
    put(writing, [
      note('- '),
      ...(name === null ? [] : [...name(index), note(' | ')]),
      ...rowLine(text, columns, row, detail.characters),
    ])
  }
  const rest = items.length - first.length
  if (rest > 0) put(writing, [note(`- [${rest} more]`)])
}

function label(path: readonly string[]): Piece[] {
  if (path.length === 0) return []
  return [...path.flatMap((key, index) => [...(index > 0 ? [note('.')] : []), ...clipped(key, 80)]), note(': ')]
}

/** `reactions.{+1, -1, heart}: ` */
function labelOf(path: readonly string[], group: readonly Field[]): Piece[] {
  const names = group.flatMap(({ key }, index) => [
    ...(index > 0 ? [note(', ')] : []),
    ...clipped(key, NAME_CHARACTERS),
  ])
  return path.length === 0 ? [...names, note(': ')] : [...label(path).slice(0, -1), note('.{'), ...names, note('}: ')]
}

function put(writing: Writing, line: ViewLine): void {
  if (!writing.full && !writing.sheet.add(line)) writing.full = true
}
