import type { OwnRequest } from './own-requests.js'

/** The wordings with which known clients ask for a summary that replaces their history. */

const SUMMARIZE = 'your task is to create a detailed summary of'
const SUMMARIZES = [
  `${SUMMARIZE} the conversation`,
  `${SUMMARIZE} this conversation`,
  `${SUMMARIZE} the recent portion`,
]
export const OWN_SUMMARIES: readonly OwnRequest[] = [
  // Claude Code, Codex, opencode, cline: the client shortens the history by itself.
  { quirk: 'compaction', in: 'message', words: SUMMARIZES },
  // nanobot, behind the question that caused it.
  {
    quirk: 'compaction',
    in: 'message',
    words: ['create a compact replacement checkpoint for this session'],
    anywhere: true,
  },
  // Claude Code forbids tools in a paragraph before its task.
  {
    quirk: 'compaction',
    in: 'message',
    words: ['critical: respond with text only'],
    then: SUMMARIZES,
    reach: 2_000,
    acrossLines: true,
  },
  // pi, LobeChat, Crush, Roo, Gemini CLI, Qwen Code, opencode, and others, also behind the conversation.
  {
    quirk: 'compaction',
    in: 'system',
    words: [
      'you are a context summarization a',
      'you are summarizing a conversation to preserve context',
      'you are a helpful ai assistant tasked with summarizing conversations',
      'you are the component that summarizes internal chat history',
      'you are a specialized system component responsible for distilling chat history',
      ...SUMMARIZES,
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
      // Crush.
      'provide a detailed summary of our conversation above.',
      // Roo, in older versions with a system text of its users.
      'summarize the conversation so far, as described in the prompt instructions',
      // Gemini CLI and Qwen Code.
      'first, reason in your scratchpad. then, generate the <state_snapshot>',
      // Kimi CLI, in a request of its own.
      '---\n\nthe above is a list of messages in an agent conversation',
      // LangChain, LlamaIndex, and Open WebUI, in a request of its own.
      ...[
        '<role>\ncontext extraction assistant',
        '"transcript so far: ',
        'progressively summarize the lines of conversation',
      ],
      '### task:\nsummarize the conversation history that will be compacted',
      // Zed, for a new thread.
      'generate a detailed summary of this conversation. include:\n',
      // aichat and NextChat.
      'summarize the discussion briefly in 200 words or less to use as a prompt for future context',
      '简要总结一下对话内容，用作后续的上下文提示 prompt',
      '簡要總結一下對話內容，用作後續的上下文提示 prompt',
      'あなたとユーザの会話を簡潔にまとめて、後続のコンテキストプロンプトとして使ってください',
      // Semantic Kernel, in system text at the end.
      'provide a concise and complete summarization of the entire dialog',
    ],
  },
]
