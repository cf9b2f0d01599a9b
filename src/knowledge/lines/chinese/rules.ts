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
  {
    // What is not to be done with the work.
    kind: 'ordering',
    phrases: ['别 用|改|动|碰|删|加|写|提交|引入'],
    notAfter: ['分', '类', '特', '级', '个'],
    like: '别用第三方库 | 别改测试 | 别动测试 | 别碰测试 | 别删文件 | 别加依赖 | 别写注释 | 别提交 | 别引入依赖',
    unlike: '别担心 | 将它们分别写出 | 按类别用色 | 特别用心 | 级别改了 | 个别用户',
  },
]
