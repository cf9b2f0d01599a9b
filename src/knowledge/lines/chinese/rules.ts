import type { TableRow } from '../row.js'

/** Rules, which must survive verbatim. [C9] */
export const RULES: readonly TableRow[] = [
  {
    kind: 'rule',
    priority: 50,
    phrases: [...['不要', '不得', '不许', '禁止', '务必', '切勿', '绝不', '请勿', '仅限']],
    notThen: ['不', '已', '了'],
    like: `
      请不要修改数据库结构。 | 文件不得删除。 | 不许删除文件。 | 禁止删除文件。 | 请务必先测试。 | 切勿删除文件。 |
      绝不删除文件。 | 请勿删除文件。 | 仅限管理员。`,
    unlike: '今天天气很好。 | 我不得不走。 | 不得已。 | 今天先不要了。',
  },
  {
    // A duty of things, or without a subject. What people must is no order to an assistant.
    kind: 'rule',
    priority: 50,
    pattern: /^[^我您他她它咱谁人家]{0,30}?(?:必须|必須|不能|只能|只有.{1,12}可以)(?![吗呢。，,.！!？?]|$)/u,
    like: '这里不能写。 | 必须先测试。 | 必須先測試。 | 客户只能读取。 | 只有管理员可以写。',
    unlike: `
      今天天气很好。 | 我必须走了。 | 您不能使用卡。 | 他必须走。 | 她只能等。 | 它不能动。 | 咱不能走。 | 谁必须走。 |
      人必须走。 | 大家必须走。 | 这样能不能吗 | 当然不能。 | 不能，谢谢 | 不能,谢谢 | 不能. | 不能！ | 不能! | 不能？ |
      不能? | 当然不能 | 能不能呢 | 只有两个。`,
  },
]
