import { formatInteger } from '../../domain/number-format.js'
import { byActivity, type Row, type Rows } from './rows.js'

/** Draws the sessions as lines of text for a terminal. */

export interface Look {
  columns: number
  lines: number
  hasColor: boolean
}

/** Kinds of tokens in the order of the bar, each with a letter and a color of the 256-color palette. */
const KINDS = [
  ['system', 'S', 244],
  ['tools', 'T', 250],
  ['goals', 'G', 214],
  ['checkpoints', 'C', 141],
  ['user', 'u', 75],
  ['assistant', 'a', 114],
  ['tool', 't', 180],
] as const
const LEVEL_COLORS: Record<string, number> = { GREEN: 114, YELLOW: 221, ORANGE: 208, RED: 203, CRITICAL: 196 }

const NAME_WIDTH = 20
const MODEL_WIDTH = 14
const FIGURES_WIDTH = 21
const LEVEL_WIDTH = 8
const COMPRESSOR_WIDTH = 11
const MIN_BAR = 10
const MAX_BAR = 40

/** Returns at most `look.lines` lines, each at most `look.columns` wide. @param rows null: not known yet */
export function drawFrame(rows: Rows | null, title: string, look: Look): string[] {
  if (rows === null) return [clipped(title, look.columns)]
  const all = byActivity(rows)
  const shown = all.slice(0, Math.max(1, look.lines - 3))
  const more = all.length - shown.length
  const legend = KINDS.map(([kind, letter, color]) => `${painted(look, color, look.hasColor ? '█' : letter)} ${kind}`)
  return [
    clipped(`${title} · ${all.length} ${all.length === 1 ? 'session' : 'sessions'}`, look.columns),
    look.columns >= 80 ? legend.join('  ') : '',
    ...(all.length === 0 ? ['No sessions yet.'] : shown.map((row) => rowText(row, look))),
    ...(more > 0 ? [`… and ${more} more`] : []),
  ].slice(0, look.lines)
}

function rowText(row: Row, look: Look): string {
  const fixed = NAME_WIDTH + MODEL_WIDTH + FIGURES_WIDTH + LEVEL_WIDTH + COMPRESSOR_WIDTH + 6
  const barWidth = Math.max(MIN_BAR, Math.min(MAX_BAR, Math.floor((look.columns - fixed) / 2)))
  const { status } = row
  const level = status?.level ?? ''
  const cells: [text: string, width: number, color?: number][] = [
    [row.name, NAME_WIDTH],
    [row.model, MODEL_WIDTH],
  ]
  const after: typeof cells = [
    [status ? figures(status.used, status.limit) : '', FIGURES_WIDTH],
    [level, LEVEL_WIDTH, LEVEL_COLORS[level]],
    [status?.compressor.state ?? '', COMPRESSOR_WIDTH],
  ]
  const text = (some: typeof cells) => some.map(([cell, width, color]) => painted(look, color, padded(cell, width)))
  const left = [...text(cells), status ? barText(status, barWidth, look) : ' '.repeat(barWidth), ...text(after)]
  const used = fixed + barWidth
  if (used > look.columns)
    return clipped([row.name, status ? figures(status.used, status.limit) : ''].join(' '), look.columns)
  return [...left, clipped(row.lastEvent, look.columns - used)].join(' ').trimEnd()
}

/** A bar of `width` cells for the limit. Every kind with tokens gets its share, rounded at its end. */
export function barText(
  { breakdown, limit }: { breakdown: Readonly<Record<string, number>>; limit: number },
  width: number,
  look: Pick<Look, 'hasColor'>,
): string {
  let tokens = 0
  let drawn = 0
  let bar = ''
  for (const [kind, letter, color] of KINDS) {
    tokens += breakdown[kind] ?? 0
    const end = Math.min(width, Math.round((tokens / limit) * width))
    if (end <= drawn) continue
    bar += painted(look, color, (look.hasColor ? '█' : letter).repeat(end - drawn))
    drawn = end
  }
  return bar + '·'.repeat(width - drawn)
}

function figures(used: number, limit: number): string {
  return `${formatInteger(used)}/${formatInteger(limit)} ${Math.round((used / limit) * 100)}%`
}

function painted({ hasColor }: Pick<Look, 'hasColor'>, color: number | undefined, text: string): string {
  return hasColor && color !== undefined ? `\u001b[38;5;${color}m${text}\u001b[0m` : text
}

function padded(text: string, width: number): string {
  const cut = clipped(text, width)
  return cut + ' '.repeat(Math.max(0, width - widthOf(cut)))
}

/** Cuts a text to a number of columns. Names come from programs: control characters must not reach the terminal. */
export function clipped(text: string, width: number): string {
  const clean = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?')
  if (widthOf(clean) <= width) return clean
  let cut = ''
  let columns = 0
  for (const character of clean) {
    columns += widthOf(character)
    if (columns > width - 1) break
    cut += character
  }
  return width > 0 ? `${cut}…` : ''
}

const WIDE =
  /[\p{Extended_Pictographic}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\uff01-\uff60]/u

function widthOf(text: string): number {
  let columns = 0
  for (const character of text) columns += /\p{M}/u.test(character) ? 0 : WIDE.test(character) ? 2 : 1
  return columns
}
