import { texts } from '../lists.js'
import type { TableRow } from '../row.js'

const WE = '我|咱|我们|咱们'
const NOW = '已经|最终|最后|现在'

/** Reports that something was decided, and that it was not. [C4] [C9] [M11] */
export const DECISIONS: readonly TableRow[] = [
  {
    kind: 'decision',
    phrases: ['决定', '決定', '采用', '採用', '改用', '选定', '確定用'],
    like: `
      我们决定重写。 | 我們決定重寫。 | 我们采用这个方案。 | 我們採用這個方案。 | 改用新的库。 | 选定新的库。 |
      確定用新的庫。`,
    unlike: '今天天气很好。',
  },
  {
    kind: 'undecided',
    priority: 20,
    phrases: ['没决定', '没有决定', '未決定', '建议|建議 … 采用|採用|改用', '再决定|再決定'],
    like: `
      还没决定。 | 还没有决定。 | 未決定です。 | 我建议采用这个库。 | 我建議改用新的庫。 | 我建议採用它。 | 先看文件，再决定放在哪里。 |
      先看檔案，再決定。`,
    unlike: '我们决定了。 | 我们采用这个方案。',
  },
  {
    kind: 'decided',
    phrases: [`${WE} ${NOW}? 决定|定了|敲定 {words} 用|只|每|统一|{latin}|#`, `${WE} ${NOW}? 改用|商定|采用 !了`],
    like: [
      ...['决定用空格', '改用空格'].flatMap((act) => [
        ...WE.split('|').map((who) => `${who}${act}`),
        ...NOW.split('|').map((when) => `我们${when}${act}`),
      ]),
      ...texts('我们定了用空格, 我们敲定用空格, 我们决定只上线, 我们决定每周提交, 我们决定统一缩进, 我们决定 Redis'),
      ...texts('我们决定 4 个空格, 我们商定用空格, 我们采用空格'),
    ],
    unlike: '我们决定走 | 他们决定用空格 | 我们采用了空格',
  },
  {
    kind: 'naming',
    phrases: ['我叫 !他|她|它|你|我|不|车|辆', '我的名字是', '我姓'],
    notThen: ['_', '$'],
    notAfter: ['帮|给|替'],
    like: '我叫李明 | 我的名字是李明 | 我姓李',
    unlike: [
      ...[...'他她它你我不车辆'].map((sign) => `我叫${sign}来`),
      ...texts('帮我叫李明, 给我叫李明, 替我叫李明, 我叫, 我叫 李明'),
    ],
  },
  {
    kind: 'naming',
    phrases: ['我住在', '我来自'],
    notThen: ['那|这|你|他|她|它'],
    like: '我住在成都 | 我来自成都',
    unlike: [...'那这你他她它'].map((sign) => `我住在${sign}`),
  },
  {
    kind: 'offered',
    phrases: ['方案|选项 _? {latin}|#|一|二|三', '第 一|二|三|# 个? 方案|选项|种'],
    like: '方案A | 方案 2 | 选项一 | 方案二 | 方案三 | 第一个方案 | 第二种 | 第三个选项 | 第2种',
    unlike: '方案很好 | 第一次',
  },
]
