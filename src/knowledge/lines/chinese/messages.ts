import type { TableRow } from '../row.js'

/** What a message is as a whole: one that has the assistant play a role states rules of the role, and one that shows a text to work on states
 * nothing with the text. `You are a …` gives no role: it may be praise. [M11] [P14] */
export const MESSAGES: readonly TableRow[] = [
  {
    kind: 'role',
    phrases: ['扮演', '充当'],
    like: '请扮演老师 | 请充当老师',
    unlike: '你是对的 | 作为结果',
  },
  {
    kind: 'showing',
    at: 'start',
    phrases: ['请? 帮我? 翻译|总结|润色|改写|校对|概括|缩写 {words} :|：'],
    like: `
      翻译：你好 | 请翻译这句话：你好 | 帮我翻译:你好 | 总结：你好 | 润色：你好 | 改写：你好 | 校对：你好 | 概括：你好 |
      缩写：你好`,
    unlike: '翻译这个 | 他翻译：你好',
  },
  {
    // All that is said in this conversation. With a request, it is a rule of the conversation.
    kind: 'conversation',
    phrases: [
      '整个对话',
      '接下来的对话',
      '我们的对话',
      '每次回答',
      '每个回答',
      '所有回答',
      '你的回答',
      '每条回复',
      '你的回复',
    ],
    like: [
      '在整个对话中',
      '接下来的对话里',
      '在我们的对话中',
      '每次回答',
      '每个回答',
      '所有回答',
      '你的回答',
      '每条回复',
      '你的回复',
    ],
    unlike: '回答 | 对话',
  },
  {
    kind: 'asked',
    phrases: ['请', '不要', '必须', '都要'],
    like: '请用中文 | 不要用表格 | 必须简短 | 都要简短',
    unlike: '用中文',
  },
  {
    // A text that the message shows.
    kind: 'pointed',
    phrases: ['以下|下面|这段|这篇 … 文章|文字|内容|段落|邮件|文本'],
    like: '总结以下文章 | 下面的文字 | 这段内容 | 这篇段落 | 翻译以下邮件 | 以下文本',
    unlike: '文章很长',
  },
  {
    // The rules are the items below.
    kind: 'listing',
    phrases: ['遵守|遵循|按照|执行 … 规则|步骤|要求|规定'],
    like: '请遵守以下规则 | 遵循这些步骤 | 按照下面的要求 | 执行下列规定',
    unlike: '规则很多',
  },
]
