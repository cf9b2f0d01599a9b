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
  ])
    expect(quirkOf(words), words).toBeNull()
  const agent = 'You are an agent for titles of articles.'
  expect(quirkOf('Where is Hammerfest?', agent)).toBeNull()
  expect(quirkOf('And then?', `You need to ${INTO_TITLE}`, 7)).toBeNull()
})
