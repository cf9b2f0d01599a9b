import type { LineRow } from '../row.js'

const ANSWERS = ['no', 'yes', 'yeah', 'yep', 'again'].flatMap((word) => [...',:!.'].map((sign) => `${word}${sign}`))

/** What comes before an order, what only says that something is absent, and in Chinese what is of the moment or of each time. [M11] */
export const STANDING_PASSING: readonly LineRow[] = [
  {
    // An answer before an order. `No emojis` is an order.
    kind: 'lead',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: [ANSWERS.join('|')],
    like: ANSWERS.map((answer) => `${answer} go`),
    unlike: 'no emojis | yes go | notes, go',
  },
  {
    // What is not there.
    kind: 'reassurance',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: ['no {word} {words} is|are|was|were|has|have|had|will|can'],
    like: `
      No file is there | no files are there | No code was given | no, files were lost | No one file has tabs |
      No files have tabs | No file had tabs | No file will do | No file can do`,
    unlike: 'No emojis | No lists in answers | They say no file is there',
  },
  {
    // What is there now, and a request.
    kind: 'bound',
    priority: 10,
    language: 'zh',
    phrases: ['当前', '目前', '帮我', '帮忙', '希望你 把|能|帮|可以'],
    like: `
      修改当前代码 | 目前的代码 | 帮我改代码 | 帮忙改代码 | 希望你把代码改好 | 希望你能改代码 | 希望你帮改代码 |
      希望你可以改代码`,
    unlike: '用空格 | 希望你回答简短',
  },
  {
    // `每次都要重新刷新` complains: what is ordered is work of an assistant.
    kind: 'from-now-on',
    priority: 10,
    language: 'zh',
    at: 'start',
    phrases: ['每次 {words} 都 要|得|必须 先? 写|加|跑|测试|注明|说明|解释|更新|检查|提交|用'],
    notThen: ['{words} 烦|吗|累'],
    like: `
      每次都要写测试 | 每次都得跑测试 | 每次都必须写测试 | 每次改完都要先测试 | 每次都要加注释 | 每次都要注明出处 |
      每次都要说明原因 | 每次都要解释原因 | 每次都要更新文档 | 每次都要检查代码 | 每次都要提交 | 每次都要用中文`,
    unlike: '每次都要等很久 | 每次都要写很麻烦 | 每次都要写吗 | 每次都要写太累了 | 他每次都要写测试',
  },
]
