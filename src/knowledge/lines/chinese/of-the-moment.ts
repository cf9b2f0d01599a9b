import type { TableRow } from '../row.js'

/** What binds an order or a taste to what is before a person now, and clauses without their end. [M11] */
export const OF_THE_MOMENT: readonly TableRow[] = [
  {
    kind: 'bound',
    phrases: ['这', '那', '上面', '下面', '第', '以下', '如下', '下列'],
    notThen: ['么'],
    like: '这个 | 那个 | 上面的 | 下面的 | 用第二个例子 | 以下格式 | 如下格式 | 下列格式',
    unlike: '用空格 | 那么正式',
  },
  {
    // People who are talked about.
    kind: 'bound',
    phrases: ['他|她'],
    notAfter: ['其'],
    like: '别回答他 | 别告诉她',
    unlike: '其他格式',
  },
  {
    // A task: what is made with a tool. In a language, comments are written again and again.
    kind: 'bound',
    at: 'start',
    phrases: ['请? 用 !中文|英文|汉语|英语|德语 {words} 写|做|实现|生成'],
    like: '用Jest写测试 | 用Vue做页面 | 请用Vue实现页面 | 用Vue生成页面',
    unlike: [...['中文', '英文', '汉语', '英语', '德语'].map((name) => `用${name}写注释`), '测试用Jest写'],
  },
  {
    // One thing that is made.
    kind: 'bound',
    phrases: ['写|创作|生成|画|设计 一|出一 道|个|篇|首|段|份|张'],
    like: '写一个 | 创作一道 | 生成一篇 | 画一首 | 设计一段 | 写出一份 | 写一张',
    unlike: '用一句话回答',
  },
  {
    kind: 'bound',
    at: 'start',
    phrases: ['先'],
    notThen: ['说结论', '给重点'],
    like: '先用空格',
    unlike: '每次提交前先测试 | 先说结论 | 先给重点',
  },
  {
    kind: 'bound',
    phrases: ['现在'],
    notThen: ['起', '开始'],
    like: '现在用空格',
    unlike: '从现在起 | 从现在开始',
  },
  {
    // What is there now, and a request.
    kind: 'bound',
    phrases: ['当前', '目前', '帮我', '帮忙', '希望你 把|能|帮|可以'],
    like: `
      修改当前代码 | 目前的代码 | 帮我改代码 | 帮忙改代码 | 希望你把代码改好 | 希望你能改代码 | 希望你帮改代码 |
      希望你可以改代码`,
    unlike: '用空格 | 希望你回答简短',
  },
]
