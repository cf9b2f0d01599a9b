/** Lines of checkpoints and ledger that help no reader. Judged line by line, as a reader sees them. */

export const JUNK_KINDS = ['markup', 'table row', 'numbered line', 'diff', 'JSON', 'code debris', 'bare'] as const
export type JunkKind = (typeof JUNK_KINDS)[number]

export interface BlockLine {
  title: string
  text: string
}

/** Returns the items of a block below their titles. Indented lines belong to the item before them. */
export function linesOf(block: string): BlockLine[] {
  const lines: BlockLine[] = []
  let title = ''
  for (const raw of block.split('\n').slice(1)) {
    if (raw.startsWith('  ') && lines.length > 0) lines[lines.length - 1]!.text += `\n${raw.slice(2)}`
    else if (raw.startsWith('- ')) lines.push({ title, text: raw.slice(2) })
    else if (/:\s*$/.test(raw)) title = raw.trim().slice(0, -1)
    else if (raw.trim() !== '') lines.push({ title, text: raw })
  }
  return lines
}

const CODE =
  /^(?:import [\w{*.]|from \S+ import |def \w|class \w+[(:]|return\b.{0,60}$|print\(|assert |self\.|sys\.|EOF\b|@\w+(?:\(|$)|#!\/|(?:const|let|var|func|type) \w+|fmt\.|console\.|[\w.]+\([^ ].{0,200}\)[;:{]?$|[\w.[\]'"]+ (?:=|:=|\+=) \S|(?:if|for|while|elif|with|try|else|except) ?.{0,120}[:{]$|if err != nil|raise \w|File "[^"]+", line \d|[\w.]+ {2,}[\w.]+ += )/

/** Returns why a line is junk; null if it is not. */
export function junkOf({ title, text }: BlockLine): JunkKind | null {
  const line = text.trim()
  // A label before the text: `bash: sys.path.insert(0, '.')`.
  const bare = line.replace(/^[\w-]{1,20}: /, '')
  if (/^(?:<\/?[a-z!][\w-]*(?:\s[^>]*)?\/?>\s*)+$/i.test(bare)) return 'markup'
  if (/^<\/?[a-z][\w-]*[^>]*>/i.test(bare) && wordsIn(bare.replace(/<[^>]*>/g, ' ')) < 3) return 'markup'
  if (/^\|.*\|/.test(bare) || /^[-+|=\s:─│┌┐└┘├┤┬┴┼]{3,}$/.test(bare)) return 'table row'
  if (/^\d{1,6}\s*(?:[-→|│\t]|:(?!\d\d\b))/.test(bare)) return 'numbered line'
  if (/^(?:diff --git|index [0-9a-f]{6,}|@@ |\+\+\+ |--- [ab]\/)/.test(bare)) return 'diff'
  if (/^"[^"]{1,60}"\s*:/.test(bare) || /^[[\]{}(),;"'\s]+$/.test(bare) || /^[{[]["{[].*$/.test(bare)) return 'JSON'
  // Snippets are what the section Code is for, single fragments are not.
  if (CODE.test(bare) && !(/^code/i.test(title) && line.includes('\n'))) return 'code debris'
  if (!isLabeledCall(line) && isBare(line, title)) return 'bare'
  return null
}

/** `bash: go vet ./…`: a command needs no sentence. */
function isLabeledCall(line: string): boolean {
  return /^[A-Za-z][\w-]{1,20}: /.test(line) && !/^exactly:/i.test(line)
}

/** Numbers, names or paths without a sentence. A list of files needs none. */
function isBare(line: string, title: string): boolean {
  if (/file|artifact|touched|command/i.test(title)) return false
  return wordsIn(line.replace(/^exactly:/i, '').replace(/\S*[\d/_.:()=]\S*(?=\s|$)/g, ' ')) < 2
}

/** Words of two letters; every two characters of a script without spaces count as one. */
function wordsIn(text: string): number {
  return (text.match(/\p{L}{2,}/gu) ?? []).reduce(
    (sum, word) => sum + (/[\u3040-\u30ff\u3400-\u9fff]/.test(word) ? Math.ceil(word.length / 2) : 1),
    0,
  )
}

const THOUGHT =
  /^(?:but|because|that's because|this (?:is because|should|means)|wait|hmm+|actually|let me|let's|let us|i'll|i will|i need|i should|i think|i wonder|i see|i can|i could|maybe|perhaps|now,? |ok(?:ay)?\b|so,? |first,|looking|option [a-z\d]\b|however|alternatively|the question|what if|should we|could we|then again|since this|good|great|perfect)\b|doesn't make sense|seems? (?:best|better|right)|not sure|\?$/i

/** Whether a line below a title for decisions is only a thought. */
export function isThoughtAsDecision({ title, text }: BlockLine): boolean {
  return isDecision({ title }) && THOUGHT.test(text.trim())
}

/** Whether a line is below a title for rules. Only a person or a lock makes a rule. [C4] */
export function isRule({ title }: Pick<BlockLine, 'title'>): boolean {
  return /constraint|\brules?\b/i.test(title)
}

export function isDecision({ title }: Pick<BlockLine, 'title'>): boolean {
  return /decid|decision/i.test(title)
}
