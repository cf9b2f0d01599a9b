import type { TableRow } from '../row.js'

/** What one who serves says: offers of help, wishes, requests to wait, of which nothing matters later; and requests for data, whose reply
 * says what was given. Questions for a yes or no are none of these: a reply of “yes” needs them. And forms of a question: for a time, and those
 * that say whose words answer it; what decides with them is in src/domain/recall. [C4] [M2] */
export const TALK: readonly TableRow[] = [
  {
    kind: 'politeness',
    phrases: ['不客气|祝您|祝你|什么可以帮|请稍等'],
    like: '不客气 | 祝您旅途愉快 | 祝你愉快 | 还有什么可以帮您的吗 | 请稍等',
    unlike: '您的订单已发货 | 我不可以帮您退款',
  },
  {
    kind: 'asking',
    phrases: ['请提供|请告诉我|请问您的'],
    like: '请提供订单号 | 请告诉我您的姓名 | 请问您的电话是多少',
    unlike: '您的订单已发货',
  },
  {
    kind: 'of-assistant',
    priority: 20,
    phrases: ['你 … 过'],
    like: '你推荐过哪些餐厅？',
    unlike: '你觉得怎么样？ | 他推荐过哪些餐厅？',
  },
  {
    kind: 'of-user',
    phrases: ['我 … 过'],
    like: '我去过哪些城市？',
    unlike: '我应该去哪里？ | 他去过哪些城市？',
  },
  {
    kind: 'time-question',
    phrases: ['什么时候|何时|哪天|哪年|哪一天|哪一年|哪月|哪个月|几号|几月|多久|多长时间'],
    like: `
      我什么时候去的？ | 何时开始？ | 哪天出发？ | 哪年出发？ | 哪一天出发？ | 哪一年？ | 哪个月？ | 哪月？ | 几号？ |
      几月？ | 多久以前？ | 多长时间？`,
    unlike: '我在哪里？ | 几个人？',
  },
]
