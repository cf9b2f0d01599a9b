import { describe, expect, test } from 'vitest'
import { parseMessage, renderMessage } from '../../src/domain/formats/index.js'
import { readLog, type LoggedConversation } from '../../src/importers/index.js'
import type { ParsedMessage, Part } from '../../src/domain/message.js'
import { conversationFiles, hasConversations } from '../support/conversations.js'

/** What the description of the collection counts. Messages of Claude Code files are counted there per user line; we join the results
 * of parallel calls as the API had them, so those are compared by calls and results. Unknown roles (`exit`) count here only. */
const COUNTS: Record<string, { conversations: number; messages?: number; calls: number; results: number }> = {
  'anthropic/entire-cli/062a8bdd-4322-4ffa-bc38-3e8b8bfb5a56.jsonl.gz': { conversations: 1, calls: 127, results: 126 },
  'anthropic/entire-cli/1284c080-f9cd-45f8-9942-ff58f5c517e5.jsonl.gz': { conversations: 1, calls: 248, results: 248 },
  'anthropic/entire-cli/880d23f9-86b3-4345-af42-46381ab10e4d.jsonl.gz': {
    conversations: 1,
    messages: 149,
    calls: 66,
    results: 66,
  },
  'anthropic/entire-cli/c010174c-a7cd-4bcc-b7d4-61258d6c463f.jsonl.gz': { conversations: 1, calls: 106, results: 104 },
  'anthropic/entire-cli/d64b50bb-125b-4b54-867a-e59841e553d8.jsonl.gz': {
    conversations: 1,
    messages: 64,
    calls: 27,
    results: 27,
  },
  'anthropic/entire-cli/e37675fd-25ca-42da-aedc-f012e7a09f15.jsonl.gz': { conversations: 1, calls: 40, results: 40 },
  'anthropic/session-share/edit-tool-variants.jsonl': { conversations: 1, messages: 9, calls: 4, results: 4 },
  'anthropic/session-share/images-in-tool-results.jsonl.gz': { conversations: 1, messages: 2, calls: 1, results: 1 },
  'chat/asdc/asdc-001-060.json.gz': { conversations: 60, messages: 1_272, calls: 0, results: 0 },
  'chat/crosswoz/val.first-60.json.gz': { conversations: 60, messages: 986, calls: 0, results: 0 },
  'chat/memorybank/memory_bank_cn.users-01-08.json': { conversations: 8, messages: 626, calls: 0, results: 0 },
  'chat/memorybank/memory_bank_en.users-01-08.json': { conversations: 8, messages: 618, calls: 0, results: 0 },
  'chat/memorybank/probing_questions_en.users-01-08.jsonl': { conversations: 0, messages: 0, calls: 0, results: 0 },
  'chat/qmsum/Bmr003.json.gz': { conversations: 1, messages: 1_832, calls: 0, results: 0 },
  'openai/mini-swe-agent/deepseek_chat_dev__pylint-dev__astroid-1333.traj.json.gz': {
    conversations: 1,
    messages: 354,
    calls: 176,
    results: 175,
  },
  'openai/mini-swe-agent/deepseek_reasoner_dev__marshmallow-code__marshmallow-1343.traj.json.gz': {
    conversations: 1,
    messages: 174,
    calls: 86,
    results: 85,
  },
  'openai/swe-agent/function-calling-replace-from-source__marshmallow-1867.traj.gz': {
    conversations: 1,
    messages: 28,
    calls: 13,
    results: 13,
  },
  'openai/swe-agent/text-ctf-i_got_id_demo.traj': { conversations: 1, messages: 43, calls: 0, results: 0 },
  'openai/tau-bench/gpt-4o-airline.tasks-00-24.json.gz': {
    conversations: 100,
    messages: 2_962,
    calls: 621,
    results: 621,
  },
  'openai/tau2-sft/train_sft-v1-small.jsonl.gz': { conversations: 37, messages: 1_050, calls: 262, results: 262 },
  'other/pi-mono/large-session.jsonl.gz': { conversations: 1, messages: 914, calls: 391, results: 373 },
}

describe('the logs of others', () => {
  test('[13] every file of the collection is read, and every message of it parses', () => {
    const counted = new Set<string>()
    for (const { name, text } of conversationFiles()) {
      const conversations = readLog(text, name)
      const parsed = conversations.map((conversation) => [conversation, parseAll(conversation)] as const)
      const counts = countOf(parsed)
      const expected = COUNTS[name]
      if (expected) {
        expect({ name, ...counts }).toMatchObject({ name, ...expected })
        counted.add(name)
      }
      if (!name.includes('probing_questions')) expect(conversations.length, name).toBeGreaterThan(0)
    }
    if (hasConversations) expect([...counted].toSorted()).toEqual(Object.keys(COUNTS).toSorted())
  })

  test('[R6] cross-format copies of real conversations keep every text, call, result and id', () => {
    for (const { name, text } of conversationFiles().filter(
      ({ name }) => !hasConversations || /tau-bench|0ccf1a04|d64b50bb|large-session/.test(name),
    )) {
      for (const conversation of readLog(text, name)) {
        parseAll(conversation).forEach((message, index) => {
          for (const format of ['openai', 'anthropic', 'ollama', 'native'] as const) {
            const copies = renderMessage(format, { seq: index + 1, role: message.role, parts: message.parts })
            const back = copies.flatMap((value) => parseMessage(format, value, 'm').parts)
            expect(gist(back), `${name} ${index} as ${format}`).toEqual(gist(message.parts))
          }
        })
      }
    }
  })

  test.skipIf(!hasConversations)("[C1] text in the user role that no person typed is marked as the program's", () => {
    const [file] = conversationFiles('0ccf1a04')
    const [conversation] = readLog(file?.text ?? '', 'log.jsonl')
    const users = (conversation?.messages ?? []).map(({ value, origin }) => ({ text: JSON.stringify(value), origin }))
    const originOf = (snippet: string) => users.find(({ text }) => text.includes(snippet))?.origin
    expect(originOf('<local-command-caveat>')).toBe('app')
    expect(originOf('<task-notification>')).toBe('app')
    expect(originOf('Publish the current session transcript')).toBe('app')
    expect(originOf('[Request interrupted by user]')).toBe('app')
    expect(originOf('Spaw sub-agents')).toBeUndefined()
    expect(originOf('are they still being written?')).toBeUndefined()
  })

  test.skipIf(!hasConversations)(
    '[C1] words queued while the agent worked are kept where they were handed over, behind the results',
    () => {
      const [file] = conversationFiles('c010174c')
      const messages = parseAll(readLog(file?.text ?? '', 'log.jsonl')[0]!)
      const at = messages.findIndex(({ parts }) =>
        parts.some((part) => part.type === 'text' && part.text.includes("it's not adding the trailer properly??")),
      )
      expect(messages[at]).toMatchObject({ role: 'user' })
      expect(messages[at - 1]?.role).toBe('tool')
    },
  )

  test('[13] lines that are no JSON are reported and skipped', () => {
    const log = [
      '// Source: somewhere',
      JSON.stringify({ type: 'user', uuid: 'u1', message: { role: 'user', content: 'hi' } }),
      '[1]',
      JSON.stringify({
        type: 'assistant',
        uuid: 'a1',
        message: { id: 'm', role: 'assistant', content: [{ type: 'text', text: 'yes' }] },
      }),
    ].join('\n')
    const [conversation] = readLog(log, 'folder/run.jsonl')
    expect(conversation).toMatchObject({ title: 'run', format: 'anthropic' })
    expect(conversation?.skipped.map(({ line }) => line)).toEqual([1, 3])
    expect(conversation?.messages).toHaveLength(2)
  })

  test('[P5] parallel calls logged with their results between them become one message and one answer', () => {
    const assistant = (uuid: string, block: object) => ({
      type: 'assistant',
      uuid,
      message: { id: 'm1', role: 'assistant', content: [block] },
    })
    const result = (uuid: string, id: string) => ({
      type: 'user',
      uuid,
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: id }] },
    })
    const lines = [
      { type: 'user', uuid: 'u', message: { role: 'user', content: 'go' } },
      assistant('1', { type: 'text', text: 'both' }),
      assistant('2', { type: 'tool_use', id: 'a', name: 'f', input: {} }),
      result('3', 'a'),
      assistant('4', { type: 'tool_use', id: 'b', name: 'f', input: {} }),
      result('5', 'b'),
      result('5', 'b'),
    ]
    const [conversation] = readLog(lines.map((line) => JSON.stringify(line)).join('\n'), 'x.jsonl')
    const messages = parseAll(conversation!)
    expect(messages.map(({ role, parts }) => [role, parts.length])).toEqual([
      ['user', 1],
      ['assistant', 3],
      ['tool', 2],
    ])
    expect(conversation?.skipped).toEqual([{ line: 7, reason: 'repeats an earlier line' }])
  })

  test("[C1] a text-only agent's command output is not the user's", () => {
    const history = [
      { role: 'system', content: 'You run commands.' },
      { role: 'user', content: 'a demonstration', is_demo: true },
      { role: 'user', content: 'fix it' },
      { role: 'assistant', content: 'ls' },
      { role: 'user', content: 'a.txt' },
    ]
    const [conversation] = readLog(JSON.stringify({ history }), 'x.traj')
    expect(conversation?.system).toBe('You run commands.')
    expect(conversation?.messages.map(({ origin }) => origin)).toEqual(['app', undefined, undefined, 'app'])
  })

  test('[R6] request bodies are recognised by their shape', () => {
    const body = (value: object) => readLog(JSON.stringify(value), 'x.json')[0]?.format
    expect(body({ messages: [{ role: 'user', content: 'hi' }] })).toBe('openai')
    expect(body({ system: 'be kind', messages: [{ role: 'user', content: 'hi' }] })).toBe('anthropic')
    expect(body({ options: { num_ctx: 4096 }, messages: [{ role: 'user', content: 'hi' }] })).toBe('ollama')
    expect(body({ messages: [{ role: 'user', parts: [] }] })).toBe('native')
    expect(readLog('{"role":"user","content":"a"}\n{"role":"assistant","content":"b"}', 'x')[0]?.messages).toHaveLength(
      2,
    )
    expect(readLog('nothing here', 'x')).toEqual([])
    expect(readLog('', 'x')).toEqual([])
  })
})

function parseAll({ format, messages }: LoggedConversation): ParsedMessage[] {
  return messages.map(({ value }, index) => parseMessage(format, value, `messages[${index}]`))
}

function countOf(parsed: (readonly [LoggedConversation, ParsedMessage[]])[]) {
  const parts = parsed.flatMap(([, messages]) => messages.flatMap((message) => message.parts))
  return {
    conversations: parsed.length,
    messages: parsed.reduce(
      (sum, [conversation, messages]) => sum + messages.length + (conversation.system === undefined ? 0 : 1),
      0,
    ),
    calls: parts.filter((part) => part.type === 'tool_call').length,
    results: parts.filter((part) => part.type === 'tool_result').length,
  }
}

/** What every format must carry: the words, the calls with ids and arguments, the results with ids and their text. */
function gist(parts: Part[]) {
  const textOf = (part: Part) => (part.type === 'text' ? part.text : null)
  return {
    text: parts
      .map(textOf)
      .filter((text) => text !== null && text !== '')
      .join('\n\n'),
    calls: parts.filter((part) => part.type === 'tool_call').map(({ callId, name, args }) => ({ callId, name, args })),
    results: parts
      .filter((part) => part.type === 'tool_result')
      .map(({ callId, content }) => ({
        callId,
        text:
          typeof content === 'string' ? content : content.map((b) => (b.type === 'text' ? b.text : '')).join('\n\n'),
      })),
  }
}
