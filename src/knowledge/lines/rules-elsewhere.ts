import { NO_ORDER } from './orders-elsewhere.js'
import type { LineRow } from './row.js'

/** Rules and preferences in other languages. [C9] */
export const RULES_ELSEWHERE: readonly LineRow[] = [
  {
    kind: 'preference',
    priority: 50,
    language: 'de',
    phrases: ['ich bevorzuge', 'ich möchte lieber'],
    like: 'Ich bevorzuge Tabs. | Ich möchte lieber Tabs.',
    unlike: 'Ich möchte gehen.',
  },
  {
    // An infinitive at the end orders; `Nur eine Minute` does not.
    kind: 'rule',
    priority: 50,
    language: 'de',
    at: 'clause-end',
    phrases: [`und|aber? niemals|nie|immer|nur|keinesfalls !${NO_ORDER} {words} *en|*ern|*eln`],
    like: `
      Niemals die Tabelle löschen. | Bitte nie löschen. | Immer testen. | Nur lesen. | Keinesfalls löschen. |
      Also immer testen. | Und nie löschen. | Aber nur lesen. | Wichtig: nie löschen. | Testen, nie löschen. |
      Immer Fehler verbessern. | Immer Namen sammeln.`,
    unlike: `
      Das ist nie so. | Nur eine Minute. | Immer diese Träumer! | Nur wer kann, will das durchsetzen. |
      Immer muss Ann warten. | Immer müssen alle warten. | Nie kann Ann warten. | Nie können alle warten. |
      Nie wird Ann warten. | Nie werden alle warten. | Nur so kannst du es lernen. | Nur so können wir es lernen. |
      Nur so wird er es lernen. | Nur so werden wir es lernen.`,
  },
  {
    kind: 'rule',
    priority: 50,
    language: 'de',
    phrases: ['darf|dürfen … nicht|nie|niemals|nur|immer|kein*', 'soll|sollen|muss|müssen … nie|niemals|immer'],
    like: `
      Die Tabelle darf nicht gelöscht werden. | Gäste dürfen sie nur lesen. | Sie soll man nie leeren. |
      Sie sollen es niemals leeren. | Es muss hier immer grün sein. | Sie müssen es immer prüfen. |
      Es darf da keine geben. | Es darf da nie fehlen. | Es darf da niemals fehlen. | Es darf da immer stehen.`,
    unlike: 'Die Tabelle soll wachsen. | Sie müssen nicht warten. | Man muss kein Insider sein.',
  },
  {
    // What people must and may is no order to an assistant.
    kind: 'supposition',
    priority: 60,
    language: 'de',
    phrases: [
      'ich|wir|er|man darf|dürfen|soll|sollen|muss|müssen',
      'darf|dürfen|soll|sollen|muss|müssen ich|wir|er|man',
    ],
    like: `
      Ich darf sie nie leeren. | Wir dürfen nie ruhen. | Er soll nie ruhen. | Wir sollen nie ruhen. |
      Man muss immer warten. | Wir müssen immer warten. | So darf man nie reden. | So dürfen wir nie reden. |
      So soll er nie reden. | So sollen wir nie reden. | So muss ich immer warten. | So müssen wir nie reden.`,
    unlike: 'Die Tabelle darf nie fehlen.',
  },
  {
    kind: 'preference',
    priority: 50,
    language: 'fr',
    phrases: ['je préfère'],
    like: 'Je préfère les espaces.',
    unlike: 'Je vais bien.',
  },
  {
    kind: 'rule',
    priority: 50,
    language: 'fr',
    phrases: ['ne doit|doivent|peut|peuvent pas|jamais'],
    like: `
      La table ne doit pas être supprimée. | Les tables ne doivent pas disparaître. | Un client ne peut jamais écrire. |
      Les clients ne peuvent jamais écrire.`,
    unlike: 'Il ne pleut pas.',
  },
  {
    kind: 'rule',
    priority: 50,
    language: 'fr',
    at: 'clause',
    phrases: ['jamais|toujours *er|*ir|*ire'],
    like: 'Jamais supprimer la table. | Toujours tester le code. | Toujours finir le test. | Toujours écrire le code.',
    unlike: 'Il pleut toujours ici. | Jamais trop tard.',
  },
  {
    kind: 'preference',
    priority: 50,
    language: 'es',
    phrases: ['prefiero'],
    like: 'Prefiero respuestas cortas.',
    unlike: 'Prefieren dormir.',
  },
  {
    kind: 'rule',
    priority: 50,
    language: 'es',
    phrases: ['debe|deben siempre|nunca', 'no debe|deben|puede|pueden'],
    like: `
      Esto debe siempre funcionar. | Los datos deben nunca salir. | La tabla no debe borrarse. |
      Las tablas no deben borrarse. | Un cliente no puede escribir. | Los clientes no pueden escribir.`,
    unlike: 'Debe ser así.',
  },
  {
    kind: 'rule',
    priority: 50,
    language: 'es',
    at: 'clause',
    phrases: ['nunca|siempre'],
    like: 'Nunca borres la tabla. | Siempre prueba antes.',
    unlike: 'Esto nunca pasa.',
  },
  {
    kind: 'rule',
    priority: 50,
    language: 'it',
    at: 'clause',
    phrases: ['mai|sempre *are|*ere|*ire'],
    like: 'Mai cancellare la tabella. | Sempre provare prima. | Mai scrivere qui. | Mai aprire la porta.',
    unlike: 'Non piove mai qui. | Sempre meno persone vanno.',
  },
  {
    kind: 'rule',
    priority: 50,
    language: 'zh',
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
    language: 'zh',
    pattern: /^[^我您他她它咱谁人家]{0,30}?(?:必须|必須|不能|只能|只有.{1,12}可以)(?![吗呢。，,.！!？?]|$)/u,
    like: '这里不能写。 | 必须先测试。 | 必須先測試。 | 客户只能读取。 | 只有管理员可以写。',
    unlike: `
      今天天气很好。 | 我必须走了。 | 您不能使用卡。 | 他必须走。 | 她只能等。 | 它不能动。 | 咱不能走。 | 谁必须走。 |
      人必须走。 | 大家必须走。 | 这样能不能吗 | 当然不能。 | 不能，谢谢 | 不能,谢谢 | 不能. | 不能！ | 不能! | 不能？ |
      不能? | 当然不能 | 能不能呢 | 只有两个。`,
  },
  {
    // A question within a sentence, comfort, and advice.
    kind: 'supposition',
    priority: 60,
    language: 'zh',
    phrases: [
      '能不能|要不要|不想要|不能不|最好不要|最好别',
      '不要|别 再? 担心|客气|着急|介意|难过|生气|紧张|伤心|放弃|在意|害怕|怪我',
    ],
    like: `
      你能不能帮我 | 要不要去 | 不想要一样的 | 不能不说 | 最好不要等 | 最好别等 | 不要担心 | 不要客气 | 不要着急 |
      不要介意 | 不要难过 | 不要生气 | 不要紧张 | 不要伤心 | 不要放弃 | 不要在意 | 不要害怕 | 不要怪我 | 别担心 |
      不要再难过`,
    unlike: '不要修改数据库 | 不能修改 | 别修改',
  },
  {
    kind: 'preference',
    priority: 50,
    language: 'zh',
    phrases: ['我更喜欢', '我比较喜欢', '偏好用', '偏好是'],
    like: '我更喜欢短的回答。 | 我比较喜欢短的回答。 | 我偏好用空格。 | 我的偏好是空格。',
    unlike: '他喜欢猫。',
  },
  {
    kind: 'rule',
    priority: 50,
    language: 'ja',
    pattern:
      /ないで(?:ください|下さい|。|$)|ては(?:いけ|なら)な|必ず.{1,40}(?:る|こと|ください|下さい)。?$|者のみ|絶対に.{1,40}(?:る|ない|こと|ください|下さい)。?$|^(?!.{0,40}(?:私|僕|俺|あなた|彼)).{0,60}なければ(?:なりません|ならない)(?!でした)/u,
    like: `
      本番環境では実行しないでください。 | 実行しないで下さい。 | 実行しないで。 | 実行しないで | 消してはいけない。 |
      消してはならない。 | 必ずテストする。 | 必ず試すこと。 | 必ず試してください。 | 必ず試して下さい。 |
      管理者のみ書ける。 | 絶対に消す事にする。 | 絶対に消さない。 | 絶対に試すこと。 | 絶対に試してください。 |
      絶対に試して下さい。 | 先に試さなければなりません。 | 先に試さなければならない。`,
    unlike: `
      今日はいい天気です。 | 良くないですね。 | 絶対に。 | 絶対に卒業したいです。 | 必ず勝ちたい。 |
      私は行かなければなりません。 | 僕は行かなければならない。 | 俺は行かなければならない。 |
      あなたは行かなければならない。 | 彼は行かなければならない。 | 行かなければなりませんでした。`,
  },
  {
    kind: 'preference',
    priority: 50,
    language: 'ja',
    phrases: ['のほうがいい', 'のほうが好き'],
    like: '短い答えのほうがいい。 | 空白のほうが好き。',
    unlike: '猫が好き。',
  },
]
