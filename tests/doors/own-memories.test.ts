import { afterEach, expect, test } from 'vitest'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { ask, assistant, closeDoors, ollamaDoor, sessionTexts, user } from '../support/door-talk.js'

/** Programs ask the model under the name of a conversation what to remember of it. Such a request has the words of the person, and is no
 * turn. [10.4] */

afterEach(closeDoors)

const NAMED = { 'x-session-id': 'helper' }
const FACT = 'My sister Runa lives in Hammerfest.'

for (const [client, system] of [
  [
    'agno',
    'You are a Memory Manager that is responsible for managing information and preferences about the user. Add.',
  ],
  ['mem0', 'You are a Personal Information Organizer, specialized in accurately storing facts, and user memories.'],
  ['mem0 since 2', 'You are a Memory Extractor — a precise, evidence-bound processor responsible for memories.'],
  ['LangMem', 'You are a memory subroutine for an AI.'],
  [
    'the summary of agno',
    'Analyze the following conversation between a user and an assistant, and extract the following details:\n- Topics',
  ],
] as const)
  test(`[10.4] [P13] what ${client} asks for its memory is no turn of the conversation`, async () => {
    const { daemon, server } = await ollamaDoor({ script: ({ call }) => ({ text: `answer ${call}` }) })
    const instructions = { role: 'system', content: 'You help.' }
    // At the same time as the first answer, and after each.
    const memory = [{ role: 'system', content: system }, user(FACT)]
    expect((await ask(daemon, memory, NAMED)).status).toBe(200)
    const history = [user(FACT)]
    for (const next of ['And what is near it?', 'Thanks.', 'Bye.']) {
      const { json, status } = await ask(daemon, [instructions, ...history], NAMED)
      expect(status).toBe(200)
      expect((await ask(daemon, [memory[0]!, history.at(-1)!], NAMED)).status).toBe(200)
      history.push(assistant(json.message.content), user(next))
    }
    const sessions = await sessionTexts(daemon)
    expect(sessions.map(({ texts }) => texts)).toEqual([history.slice(0, -1).map(({ content }) => content)])
    // The model gets the request as it is.
    expect(server.chats[0]!.body.messages).toEqual(memory)
  })

test('[10.4] [P13] Semantic Kernel asks for a summary in system text at the end: the request is no turn', async () => {
  const { daemon } = await ollamaDoor({ script: ({ call }) => ({ text: `answer ${call}` }) })
  const history = [user(FACT)]
  for (let turn = 1; turn < 4; turn++) {
    const { json } = await ask(daemon, history, NAMED)
    history.push(assistant(json.message.content), user(`And ${turn}?`))
  }
  const prompt =
    '\nProvide a concise and complete summarization of the entire dialog that does not exceed 5 sentences.\n'
  const task = { role: 'system', content: prompt }
  expect((await ask(daemon, [...history.slice(0, -3), task], NAMED)).status).toBe(200)
  await ask(daemon, history, NAMED)
  const sessions = await sessionTexts(daemon)
  expect(sessions.map(({ texts }) => texts.length)).toEqual([8])
})

const REVIEW =
  'Review the conversation above and consider saving to memory if appropriate.\n\nFocus on: 1. Has the user'
const ARGS = { fact: 'Runa lives in Hammerfest' }
const [CALL, RESULT] = [{ id: 'call_1', name: 'remember' }, 'Saved.']
/** A call and its result at each door. */
const WORK: Record<string, { path: string; list: string; work: Loose[] }> = {
  'chat completions': {
    path: '/ollama/v1/chat/completions',
    list: 'messages',
    work: [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: CALL.id, type: 'function', function: { name: CALL.name, arguments: JSON.stringify(ARGS) } }],
      },
      { role: 'tool', tool_call_id: CALL.id, content: RESULT },
    ],
  },
  messages: {
    path: '/ollama/v1/messages',
    list: 'messages',
    work: [
      { role: 'assistant', content: [{ type: 'tool_use', ...CALL, input: ARGS }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: CALL.id, content: RESULT }] },
    ],
  },
  responses: {
    path: '/ollama/v1/responses',
    list: 'input',
    work: [
      { type: 'function_call', call_id: CALL.id, name: CALL.name, arguments: JSON.stringify(ARGS) },
      { type: 'function_call_output', call_id: CALL.id, output: RESULT },
    ],
  },
}
for (const [door, { path, list, work }] of Object.entries(WORK))
  test(`[10.4] [P13] what a program does with tools for its memory is no turn, also behind results (${door})`, async () => {
    const { daemon } = await ollamaDoor({ script: ({ call }) => ({ text: `answer ${call}` }) })
    const send = async (messages: Loose[]) => {
      const headers = { 'anthropic-version': '2023-06-01' }
      const body = { model: 'qwen2.5:7b', max_tokens: 99, [list]: messages }
      expect((await daemon.call('POST', path, { key: null, body, headers })).status).toBe(200)
    }
    const talk = [user(FACT)]
    await send(talk)
    const answered = [...talk, assistant('answer 1')]
    await send([...answered, user(REVIEW)])
    await send([...answered, user(REVIEW), ...work])
    await send([...answered, user('And what is near it?')])
    const sessions = await sessionTexts(daemon)
    expect(sessions.map(({ texts }) => texts)).toEqual([[FACT, 'answer 1', 'And what is near it?', 'answer 4']])
  })

const TALK = 'Human: My sister Runa lives in Hammerfest.\nAssistant: Noted.'
for (const [client, words] of [
  ['the first summary of griptape', `Summarize the following conversation:\n\n\n${TALK}`],
  [
    'a later summary of griptape',
    `Conversation summary:\n"""\nRuna moved.\n"""\n\nUpdate the summary with this:\n\n${TALK}`,
  ],
  [
    'the summary of aichat',
    'Summarize the discussion briefly in 200 words or less to use as a prompt for future context.',
  ],
  [
    "the summary of LangChain's older memory",
    `Progressively summarize the lines of conversation provided, adding onto the previous summary.\n${TALK}`,
  ],
  [
    'the question for a search of LangChain and Flowise',
    `Given the following conversation and a follow up question, rephrase the follow up question to be a standalone question.\n\nChat History:\n${TALK}`,
  ],
  [
    'the title of LibreChat',
    `Analyze this conversation and provide:\n1. The detected language of the conversation\n2. A concise title in the detected language\n\n${TALK}`,
  ],
] as const)
  test(`[10.4] [P13] what a program asks as ${client} is no turn of the conversation`, async () => {
    const { daemon, server } = await ollamaDoor({ script: ({ call }) => ({ text: `answer ${call}` }) })
    const history = [user(FACT)]
    for (const next of ['And what is near it?', 'Thanks.']) {
      const { json } = await ask(daemon, history, NAMED)
      expect((await ask(daemon, [user(words)], NAMED)).status).toBe(200)
      expect(server.chats.at(-1)!.body.messages).toEqual([user(words)])
      history.push(assistant(json.message.content), user(next))
    }
    expect((await sessionTexts(daemon)).map(({ texts }) => texts)).toEqual([
      history.slice(0, -1).map(({ content }) => content),
    ])
  })

test('[10.4] a person who asks for a summary of a text has a conversation', async () => {
  const { daemon } = await ollamaDoor({ script: ({ call }) => ({ text: `answer ${call}` }) })
  for (const words of [
    'Summarize the following conversation: we met at noon.',
    'Analyze this conversation and provide advice.',
    'Given the following conversation, who is wrong? Pat: No. Sam: Yes.',
  ])
    expect((await ask(daemon, [user(words)])).status).toBe(200)
  expect(await sessionTexts(daemon)).toHaveLength(3)
})
