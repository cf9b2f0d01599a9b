import type { TableRow } from '../row.js'

/** Preferences, which must survive, and what makes one pass with the moment. [C9] [M11] */
export const PREFERENCES: readonly TableRow[] = [
  {
    kind: 'framing',
    at: 'start',
    phrases: ['如果', '假如', '小时候', '以前', '也许', '今天', '今晚', '明天', '这里', '那里'],
    like: `
      如果我喜欢 | 假如我喜欢 | 小时候我喜欢 | 以前我喜欢 | 也许我喜欢 | 今天我喜欢 | 今晚我喜欢 | 明天我喜欢 |
      这里我喜欢 | 那里我喜欢`,
    unlike: '我喜欢',
  },
  {
    kind: 'hedge',
    at: 'end',
    phrases: ['我 想|猜|觉得 ，|,?'],
    like: '试试吧。我想 | 我猜， | 我猜, | 我觉得',
    unlike: '我想买书，但 | 我知道',
  },
  {
    kind: 'preference',
    priority: 50,
    phrases: ['我更喜欢', '我比较喜欢', '偏好用', '偏好是'],
    like: '我更喜欢短的回答。 | 我比较喜欢短的回答。 | 我偏好用空格。 | 我的偏好是空格。',
    unlike: '他喜欢猫。',
  },
  {
    kind: 'comparing',
    phrases: ['用|胜过|而不是|比起|回答|图表'],
    like: '喜欢用空格 | 茶胜过咖啡 | 茶而不是咖啡 | 比起咖啡 | 喜欢简短的回答 | 喜欢图表',
    unlike: '喜欢茶',
  },
  {
    kind: 'comparing',
    at: 'end',
    phrases: ['工作'],
    like: '喜欢安静地工作。 | 喜欢独自工作',
    unlike: '喜欢工作服',
  },
]
