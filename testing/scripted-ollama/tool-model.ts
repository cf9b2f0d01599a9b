import { countText } from '../../src/model/encoding.js'
import type { PromptCounter } from '../prompt-tokens.js'
import type { Loose } from '../scripted-server.js'
import { randomPieces, scriptedId, type Script } from '../upstreams/script.js'

/** A model with tools and thinking: what the server refuses, and answers from a script. */

export interface ToolModel {
  name: string
  script: Script
  thinks: boolean
}

/** Returns why the server refuses a request, as the text of a 400; null if it does not. */
export function toolRequestFault({ name, thinks }: ToolModel, body: Loose): string | null {
  const think: unknown = body.think ?? false
  if (think !== false && !thinks) return `"${name}" does not support thinking`
  if (typeof think === 'string' && !name.includes('gpt-oss'))
    return `think value "${think}" is not supported for this model`
  if (!Array.isArray(body.messages)) return 'messages are required'
  return messagesFault(body.messages)
}

/** What the server refuses, and what templates of models refuse: no user, or a result without a call before it. */
function messagesFault(messages: Loose[]): string | null {
  if (messages.length > 0 && !messages.some(({ role }) => role === 'user')) return 'no user query found in messages'
  let open = 0
  for (const [at, { role, tool_calls: calls = [], content }] of messages.entries()) {
    if (!['system', 'user', 'assistant', 'tool'].includes(role)) return `invalid role: ${String(role)}`
    if (typeof (content ?? '') !== 'string')
      return 'json: cannot unmarshal array into Go struct field ChatRequest.messages.content of type string'
    for (const call of calls)
      if (typeof call.function?.arguments !== 'object')
        return 'json: cannot unmarshal string into Go struct field .arguments of type api.ToolCallFunctionArguments'
    if (role === 'tool' && --open < 0) return `messages[${at}]: a tool result without a call`
    if (role !== 'tool' && open > 0) return `messages[${at}]: ${open} calls without a result`
    if (role === 'assistant') open = calls.length
  }
  return null
}

/** About as a model counts: the text of each message, and the tools. */
export function toolPromptTokens(counter: PromptCounter, { messages, tools = [] }: Loose): number {
  const texts = messages.map(
    ({ content, thinking, tool_calls: calls }: Loose) =>
      `${content ?? ''}${thinking ?? ''}${calls === undefined ? '' : JSON.stringify(calls)}`,
  )
  return counter.count([...texts, ...tools.map((tool: Loose) => JSON.stringify(tool))]) + 4 * texts.length
}

export interface ToolAnswer {
  /** Objects of the stream, in order. */
  lines: object[]
  /** The answer to a request that does not stream. */
  whole: object
}

/** Returns the answer to a request that is not refused. @param call number of the request */
export function toolAnswer(
  { name, script, thinks }: ToolModel,
  { body, call, promptTokens, random }: { body: Loose; call: number; promptTokens: number; random: () => number },
): ToolAnswer {
  const answer = script({
    call,
    last: body.messages.at(-1).role === 'tool' ? 'result' : 'text',
    tools: (body.tools ?? []).map((tool: Loose) => tool.function.name),
    thinks: thinks && body.think !== false,
  })
  const calls = (answer.calls ?? []).map(({ name: toolName, args }, index) => ({
    id: scriptedId('call_', call, index),
    function: { index, name: toolName, arguments: args },
  }))
  const head = { model: name, created_at: new Date().toISOString() }
  const ending = {
    done: true,
    done_reason: answer.isCut ? 'length' : 'stop',
    total_duration: 3_000_000,
    prompt_eval_count: promptTokens,
    eval_count: Math.max(1, countText(JSON.stringify(answer))),
  }
  const line = (message: object, more: object = { done: false }) => ({
    ...head,
    message: { role: 'assistant', content: '', ...message },
    ...more,
  })
  const pieces = (key: string, text = '') => randomPieces(text, random).map((piece) => line({ [key]: piece }))
  const message = {
    role: 'assistant',
    content: answer.text ?? '',
    ...(answer.thinking !== undefined && { thinking: answer.thinking }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
  const parts = [...pieces('thinking', answer.thinking), ...pieces('content', answer.text)]
  return {
    lines: [...parts, ...calls.map((one) => line({ tool_calls: [one] })), line({}, ending)],
    whole: { ...head, message, ...ending },
  }
}
