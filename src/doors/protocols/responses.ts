import { parseJson } from '../../domain/formats/args.js'
import { isModelItem, split } from '../../domain/formats/responses.js'
import { firstString, isObject } from '../../domain/json/json.js'
import type { Json } from '../../domain/message.js'
import { readResponsesAnswer } from '../answers/responses.js'
import type { BodyId, ElementKind, Members, Plan, Protocol, Quirk, RequestFacts } from '../protocol.js'
import { exactObject, withMembers } from './exact-object.js'
import { textIn, listText, modelOf, positive } from './facts.js'
import { openaiError } from './openai.js'
import { refusedLength } from '../../domain/model/refused-length.js'

/** OpenAI's Responses API. Codex speaks nothing else. Never advertises compaction: Codex then shortens nothing by
 * itself. A program that asks for it is answered all the same. */
export const responsesProtocol: Protocol = {
  id: 'responses',
  format: 'responses',
  paths: ['/v1/responses', '/responses', '/v1/responses/compact', '/responses/compact'],
  list: 'input',
  readFacts,
  kindOf,
  readText: (text) => JSON.stringify({ type: 'message', role: 'user', content: text }),
  quirkOf,
  write,
  // What the server keeps is not ours to cut: after a cut, the request says everything itself.
  finish: (body) => withMembers(body, { previous_response_id: null }),
  readAnswer: readResponsesAnswer,
  error: (problem) => ({ status: problem.status, body: openaiError(problem) }),
  ping: ': keep-alive\n\n',
  streamError: (problem) => {
    const { error } = JSON.parse(openaiError(problem)) as { error: object }
    return `event: error
data: ${JSON.stringify({ ...error, type: 'error', sequence_number: 0 })}

`
  },
  refusedLength,
}

function readFacts(members: Members): RequestFacts {
  return {
    model: modelOf(members),
    stream: members.value('stream') === true,
    // Clients write null for what they do not send.
    system: members.value('instructions') === null ? null : members.text('instructions'),
    tools: listText(members, 'tools'),
    outputTokens: positive(members.value('max_output_tokens')),
    window: null,
    ids: metadataIds(members.value('client_metadata')),
    cacheKey: textIn(members, 'prompt_cache_key'),
    user: textIn(members, 'safety_identifier', 'user'),
  }
}

function metadataIds(metadata: Json | undefined): BodyId[] {
  if (!isObject(metadata)) return []
  const ids = ['thread_id', 'session_id'].flatMap((key) => firstString(metadata[key]) || [])
  return ids.map((id) => ({ source: 'client_metadata', id }))
}

function quirkOf({ members }: { members: Members }): Quirk | null {
  // Codex opens a connection with a request that asks for no answer.
  if (members.value('generate') === false) return 'warm-up'
  if (codexKind(members.value('client_metadata')) === 'compaction') return 'compaction'
  // The messages are at the server. Those of an earlier response are known here, so that its id is no reason.
  return (members.value('conversation') ?? null) === null ? null : 'stateful'
}

/** Returns why Codex makes a request, as it says itself. */
function codexKind(metadata: Json | undefined): Json | undefined {
  const text = isObject(metadata) ? firstString(metadata['x-codex-turn-metadata']) : undefined
  const read = text === undefined ? undefined : parseJson(text)
  return isObject(read) ? read.request_kind : undefined
}

function kindOf(value: Json, leading: boolean): ElementKind {
  const role = isObject(value) ? firstString(value.role) : undefined
  if (role === 'system' || role === 'developer') return leading ? 'system' : 'reminder'
  return 'turn'
}

/** Where reasoning left, the ids of the items after it leave, too: the server would look for the reasoning that it stored beside them, and
 * refuse the item without it. */
function write({ items }: Plan): string[] {
  /** Whether the turn of the model still has its reasoning, which comes first. */
  let hasReasoning = false
  return items.flatMap((item) => {
    if (item.kind === 'note') return [noteItem(item.text)]
    // A model turn is stored as one message of several items.
    const raws = split(item.raw)
    if (item.kind === 'kept' && item.bound === 'intact') return raws
    return raws.flatMap((raw) => {
      const sent = exactObject(raw)?.value
      const isOfModel = sent !== undefined && isModelItem(sent)
      const isReasoning = isObject(sent) && sent.type === 'reasoning'
      hasReasoning = isOfModel && (hasReasoning || isReasoning)
      if (!isOfModel || (item.bound === 'intact' && hasReasoning)) return [raw]
      return isReasoning ? [] : [withMembers(raw, { id: null })]
    })
  })
}

function noteItem(text: string): string {
  return JSON.stringify({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] })
}
