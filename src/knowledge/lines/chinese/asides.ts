import type { TableRow } from '../row.js'

/** What passes with the moment: openings, greetings, requests to wait or to look, and what a person asks for instead of something else. [C4] [C9] */
export const ASIDES: readonly TableRow[] = [
  {
    kind: 'courtesy',
    at: 'start',
    phrases: ['你好|您好|谢谢|好的|很好'],
    like: '你好 | 您好 | 谢谢 | 好的 | 很好',
    unlike: '我很好',
  },
]
