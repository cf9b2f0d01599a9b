import type { Quirk } from '../protocol.js'

/** The wordings of requests that known clients make for themselves. */

export interface OwnRequest {
  quirk: Quirk
  /** Where the wording is: in the system text, or in the newest message. */
  in: 'system' | 'message'
  /** The text starts with one of these, in lower case; `anywhere`, it holds one. */
  words: readonly string[]
  anywhere?: true
  /** One of these follows, within `reach` characters of the line (default 200); of `a … b`, both do. */
  then?: readonly string[]
  reach?: number
  /** It may follow in a later line. */
  acrossLines?: true
}

const NEW_TOPIC = ['analyze if this message indicates a new conversation topic']
export const OWN_QUESTIONS: readonly OwnRequest[] = [
  // Open WebUI: titles, tags, messages that may follow, search queries, prompts of images; older versions without the mark of the history.
  {
    quirk: 'title',
    in: 'message',
    words: ['### task:\n'],
    then: ['### chat history:\n<chat_history>'],
    reach: 4_000,
    acrossLines: true,
  },
  {
    quirk: 'title',
    in: 'message',
    words: ['### task:\ngenerate', '### task:\nsuggest', '### task:\nanalyze'],
    then: ['title', 'tags', 'follow-up', 'quer'],
  },
  {
    quirk: 'title',
    in: 'message',
    words: [
      '### task:\nyou are an autocompletion system',
      "your task is to reflect the speaker's likely facial expression",
      'you have been provided with a set of responses from various models to the latest user query',
    ],
  },
  {
    quirk: 'title',
    in: 'system',
    words: ['available tools: '],
    then: ['your task is to choose and return the correct tool'],
    reach: 40_000,
    acrossLines: true,
  },
  // LibreChat and others.
  {
    quirk: 'title',
    in: 'message',
    words: [
      ...['write a', 'generate a', 'create a', 'please write a', 'please generate a', 'please create a'],
      ...['provide a concise', 'detect a concise', 'your task: create a'],
    ],
    then: ['title … conversation'],
    reach: 130,
  },
  {
    quirk: 'title',
    in: 'message',
    words: ['analyze this conversation and provide'],
    then: [' title '],
    acrossLines: true,
  },
  { quirk: 'title', in: 'system', words: ['you are a title generator'] },
  // NextChat, in the language of its pages.
  {
    quirk: 'title',
    in: 'message',
    words: [
      '使用四到五个字直接返回这句话的简要主题',
      '使用四到五個字直接返回這句話的簡要主題',
      '4～5文字でこの文章の簡潔な主題を返してください',
    ],
  },
  // Chatbox, Continue, Jan, Page Assist and older versions of Open WebUI, RikkaHub, Dify, GitHub Copilot and CodeCompanion.
  {
    quirk: 'title',
    in: 'message',
    words: ['based on the chat history, give this conversation a'],
    then: [' name', ' title'],
    reach: 10,
  },
  { quirk: 'title', in: 'message', words: ['given the following... please reply with a title for the chat'] },
  { quirk: 'title', in: 'message', words: ['summarize in a '], then: ['-word title. give the title only'], reach: 40 },
  {
    quirk: 'title',
    in: 'message',
    words: ['here is the query:'],
    then: ['create a concise, … as a title for the previous query'],
    reach: 4_000,
    acrossLines: true,
  },
  {
    quirk: 'title',
    in: 'message',
    words: ['you are an assistant skilled in conversation'],
    then: ["summarize the user's conversation into a title"],
    acrossLines: true,
  },
  {
    quirk: 'title',
    in: 'message',
    words: ['you need to decompose the user\'s input into "subject" and "intention"'],
  },
  { quirk: 'title', in: 'message', words: ['please write a brief title for the following request:'] },
  { quirk: 'title', in: 'system', words: ['you are an expert in crafting pithy titles'] },
  // Cherry Studio, older versions of LobeChat, and others.
  { quirk: 'title', in: 'system', words: ['你是一名擅长会话的助理'], then: ['标题'], reach: 60 },
  { quirk: 'title', in: 'system', words: ["summarize the user's conversation into a title"], anywhere: true },
  // LangChain, Flowise, LlamaIndex: a question that can be searched for.
  {
    quirk: 'title',
    in: 'message',
    words: ['given the following conversation', 'given a conversation'],
    then: ['standalone question'],
    reach: 400,
    acrossLines: true,
  },
  // agno, mem0, LangMem: what to remember of a person, and a summary beside the conversation.
  {
    quirk: 'title',
    in: 'system',
    words: [
      'you are a memory manager that is responsible for managing information',
      'analyze the following conversation between a user and an assistant, and extract the following details',
      'you are a personal information organizer, specialized in accurately storing facts',
      'you are a memory extractor — a precise, evidence-bound processor',
      'you are a memory subroutine for an ai',
    ],
  },
  // Hermes: what to remember, with tools, behind the conversation.
  {
    quirk: 'title',
    in: 'message',
    words: ['review the conversation above and '],
    then: ['consider saving to memory', 'update the skill library', 'update two things:'],
    reach: 40,
  },
  // aider: the message of a commit.
  {
    quirk: 'title',
    in: 'system',
    words: ['you are an expert software engineer that generates'],
    then: ['commit message'],
  },
  {
    quirk: 'title',
    in: 'system',
    words: ['generate a short', 'generate a concise', 'generate a brief', 'generate a simple'],
    anywhere: true,
    then: [' title'],
    reach: 80,
  },
  { quirk: 'topic', in: 'system', words: NEW_TOPIC, anywhere: true },
  { quirk: 'topic', in: 'message', words: NEW_TOPIC, anywhere: true },
]
