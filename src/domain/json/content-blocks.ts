import { isRecord } from './json.js'

/** Reads results that are a list of content blocks written as JSON: `[{"type":"text","text":"3 rows"}]`. Programs that call MCP tools
 * store them so. */

const MAX_CHARS = 400_000

/** Returns the texts of the blocks, one below the other; null if the text is no such list. */
export function textOfBlocks(text: string): string | null {
  const list = text.trim()
  if (!list.startsWith('[') || !list.endsWith(']') || list.length > MAX_CHARS) return null
  // A list of anything else is not parsed.
  if (!list.slice(1, 60).trimStart().startsWith('{') || !list.includes('"text"')) return null
  const blocks = parsed(list)
  if (!Array.isArray(blocks) || blocks.length === 0) return null
  const texts = blocks.map((block: unknown) =>
    isRecord(block) && block['type'] === 'text' && typeof block['text'] === 'string' ? block['text'] : null,
  )
  return texts.some((one) => one === null) ? null : texts.join('\n')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
