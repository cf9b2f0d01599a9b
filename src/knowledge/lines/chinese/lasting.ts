import type { TableRow } from '../row.js'

/** Decisions and preferences that last, and those of one day or one act. [M11] */
export const LASTING: readonly TableRow[] = [
  {
    kind: 'day',
    phrases: ['今天', '今晚', '明天', '昨天'],
    like: '今天决定 | 决定今晚去 | 明天去 | 昨天决定',
    unlike: '决定',
  },
  {
    kind: 'day',
    phrases: ['# 月 # 日|号'],
    like: '5月3日 | 5月3号',
    unlike: '5月',
  },
  {
    kind: 'lasting',
    phrases: ['每', '开始', '起', '改用'],
    like: '每天 | 今天开始 | 今天起 | 改用',
    unlike: '今天',
  },
  {
    kind: 'once',
    phrases: ['尽快', '马上', '立刻'],
    like: '我决定尽快改变现状 | 我决定马上走 | 我们决定立刻走',
    unlike: '我们决定用空格',
  },
  {
    kind: 'once',
    phrases: ['决定|选择 去|先|买|同意|做一'],
    like: '我们决定去吃火锅 | 我们决定先吃 | 我们决定买票 | 我选择去 | 我们决定同意 | 我决定做一次',
    unlike: '我们决定用空格',
  },
]
