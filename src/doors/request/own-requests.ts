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
const SUMMARIZE = 'your task is to create a detailed summary of'
const SUMMARIZES = [
  `${SUMMARIZE} the conversation`,
  `${SUMMARIZE} this conversation`,
  `${SUMMARIZE} the recent portion`,
]
export const OWN_REQUESTS: readonly OwnRequest[] = [
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
  // Cherry Studio, older versions of LobeChat.
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
  // Claude Code, Codex, opencode, cline: the client shortens the history by itself.
  { quirk: 'compaction', in: 'message', words: SUMMARIZES },
  // Claude Code forbids tools in a paragraph before its task.
  {
    quirk: 'compaction',
    in: 'message',
    words: ['critical: respond with text only'],
    then: SUMMARIZES,
    reach: 2_000,
    acrossLines: true,
  },
  // pi and others, and LobeChat, in a request of its own.
  {
    quirk: 'compaction',
    in: 'system',
    words: [
      'you are a context summarization a',
      "you're an assistant who's good at extracting key takeaways from conversations",
    ],
  },
  // griptape, in a request of its own.
  {
    quirk: 'compaction',
    in: 'message',
    words: ['summarize the following conversation:', 'conversation summary:\n"""'],
    then: ['human: … assistant: ', 'update the summary with this:'],
    reach: 4_000,
    acrossLines: true,
  },
  // aider, in a request of its own.
  { quirk: 'compaction', in: 'system', words: ['*briefly* summarize this partial conversation'] },
  {
    quirk: 'compaction',
    in: 'message',
    words: [
      'you are performing a context checkpoint compaction',
      'provide a detailed prompt for continuing our conversation above',
      'the current conversation is rapidly running out of context',
      // LangChain, LlamaIndex, and Open WebUI, in a request of its own.
      ...[
        '<role>\ncontext extraction assistant',
        '"transcript so far: ',
        'progressively summarize the lines of conversation',
      ],
      '### task:\nsummarize the conversation history that will be compacted',
      // Zed, for a new thread.
      'generate a detailed summary of this conversation. include:\n',
      // aichat.
      'summarize the discussion briefly in 200 words or less to use as a prompt for future context',
      // Semantic Kernel, in system text at the end.
      'provide a concise and complete summarization of the entire dialog',
    ],
  },
]
