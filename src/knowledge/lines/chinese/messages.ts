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
]
