import type { TableRow } from '../row.js'

const IGNORE = '忘掉|忘了|忽略|取消|删掉|撤销|别管'

/** What replaces and ends what was said before, and the parts of a statement that say of what it is. [M11] */
export const CHANGES: readonly TableRow[] = [
  {
    kind: 'ending',
    phrases: [`${IGNORE} 那条|那个|之前那条|之前那个`],
    like: IGNORE.split('|').flatMap((verb) =>
      ['那条', '那个', '之前那条', '之前那个'].map((that) => `${verb}${that}规则`),
    ),
    unlike: '那条规则 | 忘掉规则',
  },
  {
    kind: 'ending',
    phrases: [`${IGNORE} 之前`],
    notThen: ['那条|那个'],
    like: IGNORE.split('|').map((verb) => `${verb}之前的规则`),
    unlike: '之前的规则 | 忘掉之前那条规则 | 忘掉之前那个规则',
  },
  {
    kind: 'ending',
    phrases: [IGNORE],
    like: IGNORE.split('|').map((verb) => `${verb}规则`),
    unlike: '规则',
  },
  {
    kind: 'taken-back',
    at: 'whole',
    phrases: [
      '请? ，|,? 忘掉 它|刚才|上面|前面? 的|那|这? 条|个|句? 话|规则? 吧?',
      '请? ，|,? 忘了吧|当我没说|就当我没说',
    ],
    like: `
      忘掉它 | 忘掉刚才的话 | 忘掉上面那条规则吧 | 忘掉前面这句话。 | 忘掉那个规则 | 请忘掉那条吧 | 忘掉 | 请，忘掉它 |
      请,忘掉它 | 请忘了吧 | 请，当我没说！ | 请,就当我没说 | 忘了吧 | 当我没说`,
    unlike: '忘掉烦恼 | 别忘了吧台',
  },
  {
    kind: 'replacing',
    phrases: ['从现在起|从现在开始|以后|今后|改用|改成|换成|而不是|不再|我现在|我们现在', '不用 … 了'],
    like: `
      从现在起用空格 | 从现在开始用空格 | 以后用空格 | 今后用空格 | 改用空格 | 改成空格 | 换成空格 | 空格而不是制表符 |
      不再用空格 | 我现在用空格 | 我们现在用空格 | 不用空格了`,
    unlike: '用空格 | 不用空格',
  },
  {
    kind: 'dropping',
    phrases: ['而不是|不再|不用'],
    like: '空格而不是制表符 | 不再用空格 | 不用空格',
    unlike: '用空格',
  },
  {
    kind: 'purpose',
    phrases: ['作为|来做'],
    like: 'Redis 作为缓存 | 用 Redis 来做缓存',
    unlike: 'Redis',
  },
]
