import { choices } from '../lists.js'
import type { TableRow } from '../row.js'

const SAYS =
  '回答|回复|解释|说明|翻译|总结|用|写|提交|推送|部署|合并|测试|推荐|输出|添加|加上|删除|修改|检查|运行|问我|告诉我|称呼|叫我|注明|标注|' +
  '给我|保留|列出|提供|确认|先给|先说|给出|泄露|透露|公开|忽略|跳过|遵守|遵循'
const LANGUAGES = '中文|英文|汉语|英语|德语|法语|日语|普通话|简体中文|繁体中文'

/** What assistants do, for whom, and in which language. What is about the person holds beside a task, too: `Write in German` may be about the
 * text of the task. [M11] */
export const DEEDS: readonly TableRow[] = [
  {
    kind: 'deed',
    phrases: [SAYS],
    like: choices(SAYS).map((verb) => `每次都要${verb}`),
    unlike: '永远不要低估对手 | 一律不许笑 | 以后别联系了',
  },
  {
    kind: 'personal',
    pattern: new RegExp(
      `(?<!\\p{sc=Han})请?(?:都|一律)?(?:使用|用)(?:${LANGUAGES})来?(?:[和跟]我)?(?:回答|回复|交流|沟通|对话)(?:我|问题|我的问题)?[。！!]{0,3}$|` +
        `^请?(?:[和跟]我)?说(?:${LANGUAGES})[。！!]{0,3}$`,
      'u',
    ),
    like: [
      ...LANGUAGES.split('|').flatMap((name) => [`用${name}回答`, `请说${name}。`]),
      ...[
        '结果在附件，请使用中文回答。',
        '请都用中文回复！',
        '一律用中文来回复',
        '请用中文和我交流',
        '用中文跟我沟通',
        '用中文对话',
      ],
      ...['用中文回答我', '用中文回答问题', '请用中文回答我的问题', '和我说中文', '请跟我说中文!'],
    ],
    unlike: '用中文写一封信 | 请用一句话回答 | 他说中文 | 用中文回答他',
  },
  {
    kind: 'beyond-task',
    at: 'start',
    phrases: ['在|本|这个|我们 项目|仓库|代码库 里|中|内'],
    like: '在项目里用空格 | 本项目中用空格 | 这个仓库里用空格 | 我们代码库内用空格 | 我们项目里用空格',
    unlike: '这个文件里用空格 | 项目用空格',
  },
]
