import type { LineRow } from './row.js'

/** Chinese words by which an order is known to hold for all that comes: a duty alone is of the moment, so a word for all cases or for the work of the assistant belongs to it. [M11] */
export const STANDING_CHINESE: readonly LineRow[] = [
  {
    kind: 'lead',
    priority: 10,
    language: 'zh',
    at: 'start',
    phrases: ['请', '另外', '记住', '注意'],
    like: '请用空格 | 另外用空格 | 记住用空格 | 注意用空格',
    unlike: '申请',
  },
  {
    kind: 'general',
    priority: 10,
    language: 'zh',
    at: 'start',
    phrases: [
      '不要|别|禁止|不得|切勿|不能|只能 提交|推送|部署|合并',
      ...['不要|别 给我 推荐|发', '… 以后 不要|别 部署|提交'],
    ],
    notThen: ['这', '那', '了'],
    like: `
      不要提交空格 | 别推送空格 | 禁止提交空格 | 不得推送空格 | 切勿合并空格 | 不能部署空格 | 只能部署代码 |
      不要部署代码 | 五点以后不要部署 | 五点以后别提交 | 不要给我推荐茶 | 别给我发链接`,
    unlike: `
      用空格 | 不要使用空格 | 不要提交这个 | 不要提交那个 | 别提交了 | 别在地上滑倒 | 不要吃太多 | 特别推荐的汤 |
      您不能提交卡`,
  },
  {
    kind: 'general',
    priority: 10,
    language: 'zh',
    at: 'start',
    phrases: [
      '只用',
      '一律 用|使用|写|不要',
      '务必 … 测试|代码|注释|步骤',
      '写代码|提交|部署|合并 之前 … 务必|必须|先|不要',
    ],
    like: `
      只用空格 | 一律用空格 | 一律使用空格 | 一律写中文 | 一律不要空格 | 务必为函数编写测试 | 务必检查代码 |
      务必写注释 | 务必解释步骤 | 写代码之前务必解释 | 提交之前必须解释 | 部署之前先解释 | 合并之前不要解释`,
    unlike: '用空格 | 务必系好安全带',
  },
  {
    kind: 'general',
    priority: 10,
    language: 'zh',
    phrases: [
      '回答|回复|代码|提交|变量|注释|文档|测试|部署|分支|函数|接口|导入 {words} 必须|不要|不能|不得|要用|只能|一律|禁止',
    ],
    like: `
      回答里必须有 | 回复里不要有 | 代码里不能有 | 提交里不得有 | 变量名要用英文 | 注释里只能有 | 文档里一律有 |
      测试里禁止有 | 部署里禁止有 | 分支里必须有 | 函数里必须有 | 接口里必须有 | 导入里必须有`,
    unlike: '用空格 | 分析代码，不要解释',
  },
  {
    // For each time that a person asks.
    kind: 'each-time',
    priority: 10,
    language: 'zh',
    at: 'start',
    phrases: ['我|当我 问|要|让你|贴|发 … 时|时候 ， 不要|别|先|只|请|跳过|直接|给|用'],
    like: `
      我问问题时，先给结论 | 当我要代码时，不要解释 | 我让你翻译时，别解释 | 我贴代码的时候，只看错误 |
      我发代码时，请解释 | 我要代码时候，跳过解释 | 我要代码时，直接写 | 我要代码时，给例子 | 我问问题时，用中文`,
    unlike: '我问他时，他走了',
  },
  {
    kind: 'each-time',
    priority: 10,
    language: 'zh',
    at: 'start',
    phrases: [
      '请? 引用|写代码|写测试|写注释|回答|翻译|提交|部署|解释|总结|命名 !这|那|我 {words} 时|的时候 ，|,? 请|要|必须|不要|别|务必|先|都',
    ],
    like: `
      引用资料时请注明出处 | 写代码时要加注释 | 写测试时必须用英文 | 写注释时不要用中文 | 回答时别道歉 |
      翻译时务必保留名字 | 提交时先测试 | 部署时都要测试 | 解释的时候请简短 | 总结时请简短 | 命名时请用英文 |
      请回答问题时，请简短 | 回答时,请简短`,
    unlike: '回答这个问题时请快 | 回答那个时请快 | 他回答时请快 | 回答我问题时请快',
  },
  {
    // A place in a project that stays as it is.
    kind: 'general',
    priority: 10,
    language: 'zh',
    at: 'start',
    phrases: ['不要|别|请勿 动|碰|改|修改|删除 … 目录|分支|文件|配置|数据库'],
    like: '不要动旧文件夹 | 别碰旧目录 | 请勿改主分支 | 不要修改配置 | 不要碰生产数据库 | 不要删除旧文件',
    unlike: '不要动我',
  },
  {
    kind: 'answering',
    priority: 10,
    language: 'zh',
    at: 'start',
    phrases: ['用|说 中文|英文|德语|英语|汉语'],
    like: '用中文回答 | 用英文回答 | 用德语回答 | 用英语回答 | 用汉语回答 | 说中文',
    unlike: '他说中文',
  },
  {
    kind: 'from-now-on',
    priority: 10,
    language: 'zh',
    phrases: ['从现在起', '从现在开始'],
    notThen: ['一个', '一小', '两', '#'],
    like: '从现在起用空格 | 从现在开始用空格',
    unlike: '现在用空格 | 从现在开始一个小时 | 从现在起一小时 | 从现在起两天 | 从现在开始30分钟',
  },
  {
    kind: 'from-now-on',
    priority: 10,
    language: 'zh',
    at: 'start',
    phrases: ['以后|今后|每次|默认 … 在|不|别|必须|用|先|一律|只|请|叫我|称呼我'],
    like: `
      以后请写空格 | 以后在代码里写空格 | 以后不要写空格 | 以后别写空格 | 以后必须写空格 | 以后都用空格 |
      每次提交前先测试 | 以后一律写空格 | 以后只写空格 | 默认用空格 | 以后叫我小林就行 | 以后称呼我小林 | 今后用空格`,
    unlike: '以后可能会去 | 每次两块钱 | 还是以后吧 | 祝你今后在家幸福',
  },
  {
    kind: 'advice',
    priority: 10,
    language: 'zh',
    phrases: ['你的'],
    notThen: ['回答', '回复', '代码', '解释'],
    like: '永远不要和你的老板争论',
    unlike: '你的回答必须简短 | 你的回复必须简短 | 你的代码必须简短 | 你的解释必须简短',
  },
  {
    kind: 'bound',
    priority: 10,
    language: 'zh',
    phrases: ['这', '那', '上面', '下面', '第', '以下', '如下', '下列'],
    notThen: ['么'],
    like: '这个 | 那个 | 上面的 | 下面的 | 用第二个例子 | 以下格式 | 如下格式 | 下列格式',
    unlike: '用空格 | 那么正式',
  },
  {
    // People who are talked about.
    kind: 'bound',
    priority: 10,
    language: 'zh',
    phrases: ['他|她'],
    notAfter: ['其'],
    like: '别回答他 | 别告诉她',
    unlike: '其他格式',
  },
  {
    // A task: what is made with a tool. In a language, comments are written again and again.
    kind: 'bound',
    priority: 10,
    language: 'zh',
    at: 'start',
    phrases: ['请? 用 !中文|英文|汉语|英语|德语 {words} 写|做|实现|生成'],
    like: '用Jest写测试 | 用Vue做页面 | 请用Vue实现页面 | 用Vue生成页面',
    unlike: [...['中文', '英文', '汉语', '英语', '德语'].map((name) => `用${name}写注释`), '测试用Jest写'],
  },
  {
    // One thing that is made.
    kind: 'bound',
    priority: 10,
    language: 'zh',
    phrases: ['写|创作|生成|画|设计 一|出一 道|个|篇|首|段|份|张'],
    like: '写一个 | 创作一道 | 生成一篇 | 画一首 | 设计一段 | 写出一份 | 写一张',
    unlike: '用一句话回答',
  },
  {
    kind: 'bound',
    priority: 10,
    language: 'zh',
    at: 'start',
    phrases: ['先'],
    notThen: ['说结论', '给重点'],
    like: '先用空格',
    unlike: '每次提交前先测试 | 先说结论 | 先给重点',
  },
  {
    kind: 'bound',
    priority: 10,
    language: 'zh',
    phrases: ['现在'],
    notThen: ['起', '开始'],
    like: '现在用空格',
    unlike: '从现在起 | 从现在开始',
  },
]
