import { startOfCharacter } from '../domain/texts.js'
import type { ArchivedMessage } from '../domain/archive/archive.js'
import type { Checkpoint } from '../domain/checkpoint/checkpoint.js'
import type { Goal, GoalItem } from '../domain/goal/goal.js'
import type { ParsedMessage, Part } from '../domain/message.js'
import { formatInteger, pluralize } from '../domain/number-format.js'
import type { Session } from '../domain/session/session.js'
import { fenced, folded, inline, quoted } from './fenced.js'

/** Renders a session as a transcript that is pleasant to read. [R6] */

/** Longest title. Characters. */
const TITLE_CHARS = 80

/** Returns the opening: facts, system prompt and goals. */
export function transcriptOpening(session: Session, goals: readonly Goal[]): string {
  const { id, model, provider, preset, createdAt, lastActivityAt, lastSeq, checkpointCount, systemPrompt } = session
  const facts = [
    `- Model: ${inline(model)}${provider === null ? '' : ` (${inline(provider)})`}, preset ${preset}`,
    `- Started ${createdAt.toISOString()}, last activity ${lastActivityAt.toISOString()}`,
    `- ${pluralize(lastSeq, 'message')}, ${pluralize(checkpointCount, 'live checkpoint')}`,
  ]
  return [
    `# Session ${id}`,
    facts.join('\n'),
    ...(systemPrompt === null ? [] : [folded('System prompt', fenced(systemPrompt))]),
    ...(goals.length === 0 ? [] : ['## Goals', goals.map(goalText).join('\n\n')]),
  ].join('\n\n')
}

function goalText({ description, priority, status, items }: Goal): string {
  const lines = items.map((item) => `- ${itemText(item)}`)
  return [
    `**${status}, ${priority} priority**`,
    quoted(description),
    ...(lines.length > 0 ? [lines.join('\n')] : []),
  ].join('\n\n')
}

function itemText(item: GoalItem): string {
  const text = inline(item.text)
  switch (item.kind) {
    case 'step':
      return `[${item.status === 'completed' ? 'x' : ' '}] ${text} (${item.status})`
    case 'decision':
      return `Decision${item.locked ? ', locked' : ''}: ${text}`
    case 'artifact':
      return `File ${item.action}: ${text}`
    case 'next':
      return `Next${item.status === 'done' ? ' (done)' : ''}: ${text}`
  }
}

/** Returns the heading of a turn. @param text first words of its human message */
export function turnHeading(turn: number, text: string): string {
  const title = inline(text).trim()
  const short = title.length > TITLE_CHARS ? `${title.slice(0, startOfCharacter(title, TITLE_CHARS))} …` : title
  return `## Turn ${turn}${short === '' ? '' : `: ${short.replace(/[[\]<>*_`#]/g, '\\$&')}`}`
}

/** Returns one message with a heading that says who wrote it, when, and where it is now. */
export function messageText(message: Omit<ArchivedMessage, 'shape'>, { parts }: ParsedMessage): string {
  const { seq, role, origin, createdAt, tokens, state, pin, pinned } = message
  const facts = [
    `message ${seq}`,
    `${createdAt.toISOString().slice(0, 19)}Z`,
    `${formatInteger(tokens)} tokens`,
    ...(state === 'raw' ? [] : [state]),
    ...((pin ?? pinned) ? ['pinned'] : []),
  ]
  const who = role === 'user' && origin === 'app' ? 'User (written by a program)' : NAMES[role]
  const body = parts.length === 0 ? ['(empty)'] : parts.map(partText)
  return [`### ${who} · ${facts.join(' · ')}`, ...body].join('\n\n')
}

const NAMES = { system: 'System', user: 'User', assistant: 'Assistant', tool: 'Tool' } as const

function partText(part: Part): string {
  switch (part.type) {
    case 'text':
      return quoted(part.text)
    case 'reasoning':
      return folded('Reasoning', fenced(part.text))
    case 'tool_call': {
      const isText = typeof part.args === 'string'
      const args = isText ? String(part.args) : JSON.stringify(part.args, null, 2)
      return folded(`Call of ${part.name}`, fenced(args, isText ? '' : 'json'))
    }
    case 'tool_result': {
      const { content, isError } = part
      const title = `${isError === true ? 'Error' : 'Result'}${part.name === undefined ? '' : ` of ${part.name}`}`
      const texts = typeof content === 'string' ? [content] : content.map((block) => blockText(block))
      return folded(title, fenced(texts.join('\n')))
    }
    default:
      return `*(${part.type})*`
  }
}

function blockText(block: { type: string; text?: unknown }): string {
  return block.type === 'text' && typeof block.text === 'string' ? block.text : `(${block.type})`
}

/** Returns a checkpoint as it is marked after the messages it replaces. */
export function checkpointText({ number, level, range, originalTokens, tokens, text }: Checkpoint): string {
  const saved = `${formatInteger(originalTokens)} → ${pluralize(tokens, 'token')}`
  const title = `Checkpoint ${number}, level ${level}: replaces messages ${range.from} to ${range.to}, ${saved}`
  return ['---', folded(title, quoted(text)), '---'].join('\n\n')
}
