import { expect, test } from 'vitest'
import { knownQuirk } from '../../src/doors/request/quirks.js'
import { user } from '../support/door-talk.js'

/** Requests that chat programs make for themselves, as they word them. */

const quirkOf = (words: string, system: string | null = null, count = 1) =>
  knownQuirk({ format: 'openai', system, last: user(words), count, outputTokens: null })

const TALK = 'user: Where is Hammerfest?\n\nassistant: In Norway.'
const PITHY =
  'You are an expert in crafting pithy titles for chatbot conversations. You are presented with a chat request'
const SKILLED = 'You are an assistant skilled in conversation.'
const INTO_TITLE = "summarize the user's conversation into a title within 10 words."

for (const [client, words, system] of [
  ['Chatbox', `Based on the chat history, give this conversation a name.\nKeep it short.\n\n\`\`\`\n${TALK}\n\`\`\``],
  ['Chatbox before 1.4', `Based on the chat history, give this conversation a title.\n\`\`\`\n${TALK}\n\`\`\``],
  ['Continue', `Given the following... please reply with a title for the chat that is 3-4 words in length.\n\n${TALK}`],
  ['Jan', 'Summarize in a 10-word Title. Give the title only. Here is the message: "Where is Hammerfest?"'],
  [
    'Page Assist',
    'Here is the query:\n\n---\n\nWhere?\n\n---\n\nCreate a concise, 3-5 word phrase as a title for the previous query.',
  ],
  [
    'older versions of Open WebUI',
    'Here is the query:\nWhere?\n\nCreate a concise, 3-5 word phrase with an emoji as a title for the previous query.',
  ],
  ['RikkaHub', `${SKILLED} \nI will give you some dialogue, and you need to ${INTO_TITLE}\n<content>\n${TALK}`],
  [
    'Dify',
    'You need to decompose the user\'s input into "subject" and "intention" in order to figure out its language.',
  ],
  ['CodeCompanion', 'Please write a brief title for the following request:\n\nWhere is Hammerfest?'],
  ['GitHub Copilot', 'Where is Hammerfest?', PITHY],
  ['Cherry Studio', `[{"role":"user","mainText":"Where?"}]`, `${SKILLED} You need to ${INTO_TITLE}`],
  ['older versions of LobeChat', TALK, `You are an assistant who is good at conversation. You need to ${INTO_TITLE}`],
  [
    'PAR LLAMA',
    TALK,
    '# IDENTITY and PURPOSE\n\nYou are an expert.\nYou take a conversation and generate a simple and succinct one line title.',
  ],
  [
    'LlamaIndex, for a search',
    'Given a conversation (between Human and Assistant) and a follow up message from Human, \nrewrite the message to be a standalone question.',
  ],
] as const)
  test(`[10.4] what ${client} asks for itself is no turn`, () => {
    expect(quirkOf(words, system)).toBe('title')
  })

test('[10.4] the summaries of Zed and LobeChat are compactions', () => {
  const zed = 'Generate a detailed summary of this conversation. Include:\n1. A brief overview of what was discussed'
  expect(quirkOf(zed, 'You help.', 31)).toBe('compaction')
  const lobe = "You're an assistant who's good at extracting key takeaways from conversations and summarizing them."
  expect(quirkOf(`<chat_history>${TALK}</chat_history>`, lobe)).toBe('compaction')
})

const CRUSH = 'You are summarizing a conversation to preserve context for continuing work later.'
const GEMINI = 'You are a specialized system component responsible for distilling chat history into a snapshot.'
const ROO = 'Your task is to create a detailed summary of the conversation so far, paying close attention to the user.'
for (const [client, words, system] of [
  ['Crush', 'Provide a detailed summary of our conversation above.\n\n## Current Todo List', 'You are an agent.'],
  ['Crush, by its system text', 'Go on.', CRUSH],
  ['Roo', 'Go on.', ROO],
  [
    'Roo with a prompt of its user',
    'Summarize the conversation so far, as described in the prompt instructions.',
    'Be short.',
  ],
  ['Gemini CLI', 'Go on.', GEMINI],
  [
    'older versions of Gemini CLI',
    'Go on.',
    'You are the component that summarizes internal chat history into a structure.',
  ],
  ['Qwen Code', 'First, reason in your scratchpad. Then, generate the <state_snapshot>.', 'You are Qwen Code.'],
  ['opencode', 'Go on.', 'You are a helpful AI assistant tasked with summarizing conversations.\n\nWhen asked'],
  [
    'Kimi CLI',
    '---\n\nThe above is a list of messages in an agent conversation. You are now given a task',
    'You help.',
  ],
  ['nanobot', 'Where is it?\n\nCreate a compact replacement checkpoint for this session.\n\nWhen', 'You help.'],
  ['NextChat in Chinese', '简要总结一下对话内容，用作后续的上下文提示 prompt，控制在 200 字以内', ''],
  ['NextChat in traditional Chinese', '簡要總結一下對話內容，用作後續的上下文提示 prompt，控制在 200 字以內', ''],
  [
    'NextChat in Japanese',
    'あなたとユーザの会話を簡潔にまとめて、後続のコンテキストプロンプトとして使ってください。',
    '',
  ],
] as const)
  test(`[10.4] the summary of ${client} is a compaction`, () => {
    expect(quirkOf(words, system, 31)).toBe('compaction')
  })

for (const [client, words, system] of [
  ['NextChat in Chinese', '使用四到五个字直接返回这句话的简要主题，不要解释、不要标点', ''],
  ['NextChat in traditional Chinese', '使用四到五個字直接返回這句話的簡要主題，不要解釋、不要標點', ''],
  ['NextChat in Japanese', '4～5文字でこの文章の簡潔な主題を返してください。説明、句読点、感嘆詞は無しで。', ''],
  ['Cherry Studio in Chinese', 'user: 在哪里？', '你是一名擅长会话的助理，你需要将用户的会话总结为 10 个字以内的标题'],
] as const)
  test(`[10.4] the title of ${client} is no turn`, () => {
    expect(quirkOf(words, system, system === '' ? 31 : 1)).toBe('title')
  })

test('[10.4] what pi asks to shorten its history, and Hermes to remember, is no turn', () => {
  const pi = 'You are a context summarization assistant. Your task is to read a conversation between a user and an AI'
  expect(quirkOf('<conversation>\n[User]: Where?\n</conversation>', pi)).toBe('compaction')
  for (const task of [
    'consider saving to memory if appropriate.',
    'update the skill library. Be',
    'update two things:',
  ])
    expect(quirkOf(`Review the conversation above and ${task}\n\n`, 'You help.', 40), task).toBe('title')
})

test('[10.4] [P14] similar words of a person are a turn', () => {
  for (const words of [
    'Based on the chat history, give this conversation another try.',
    'Given the following... please reply with a title for the chapter.',
    'Summarize in a 10-word Title case sentence.',
    'Here is the query:\nSELECT 1\n\nWhat does it do?',
    'You are an assistant skilled in conversation. Ask me something.',
    'You need to decompose the function into two.',
    'Please write a brief title for the following story.',
    'Given a conversation, who is right?',
    'Generate a detailed summary of this conversation.',
    'Review the conversation above and answer her.',
    'Provide a detailed summary of our contract.',
    'Summarize the conversation so far, please.',
    '简要总结一下对话内容。',
    '使用四到五个字回答。',
  ])
    expect(quirkOf(words), words).toBeNull()
  const agent = 'You are an agent for titles of articles.'
  expect(quirkOf('Where is Hammerfest?', agent)).toBeNull()
  expect(quirkOf('And then?', `You need to ${INTO_TITLE}`, 7)).toBeNull()
})
