import type { LineRow } from '../row.js'

const all = (list: string) => list.split(', ')

/** Orders that hold for every session: about how a person is spoken to, and those that hold if they are about what an assistant makes. [M11] */
export const STANDING_ORDERS: readonly LineRow[] = [
  {
    // Short orders that hold if they are about such a thing.
    kind: 'using',
    priority: 10,
    language: 'en',
    at: 'opens',
    phrases: [
      'use|indent|prefer|format|skip|omit|leave_out|be|answer|reply|respond|speak|speak_to_me|talk_to_me|write_in',
      "no|without|stop|quit|avoid|only|don't|do_not",
    ],
    notThen: ['problem', 'idea', 'need', 'doubt', 'one', 'answer', 'comment', 'to'],
    like: `
      use tabs | indent with tabs | prefer tabs | format with tabs | skip the intro | omit the intro |
      leave out the intro | be concise | answer briefly | reply briefly | respond briefly | speak formally | no lists |
      speak to me formally | talk to me formally | write in British English | quit apologizing to me | avoid slang |
      only lists | without lists | stop using lists | don't make lists | do not make lists`,
    unlike: `
      They use tabs. | no problem at all | no idea why | no need to | no doubt at all | no one says it | no answer yet |
      no comment on it | reply to Bob`,
  },
  {
    kind: 'using',
    priority: 10,
    language: 'de',
    at: 'opens',
    phrases: [
      'verwende|benutze|nutze|lass|spar|sei|antworte|formatiere|verzichte|hör_auf|lieber|nur|ohne|kein|keine|keinen|rück|schreib_auf',
    ],
    notThen: ['sie', 'ihn', 'es', 'ahnung', 'sorge', 'problem', 'antwort', 'kommentar'],
    like: `
      Verwende Tabs | Benutze Tabs | Nutze Tabs | Lass Listen weg | Spar dir Listen | Sei förmlich | Antworte kurz |
      Formatiere Code | Verzichte auf Listen | Hör auf, Listen zu machen | Lieber Listen | Nur Listen | Ohne Listen |
      Kein Code | Keine Listen | Keinen Code | Rück mit Tabs ein | Schreib auf Englisch`,
    unlike: `
      Sie nutzen Tabs. | Benutze sie so. | Benutze ihn so. | Benutze es so. | Keine Ahnung davon | Keine Sorge, Ann |
      Kein Problem, Ann | Keine Antwort von Ann | Kein Kommentar dazu`,
  },
  {
    kind: 'using',
    priority: 10,
    language: 'zh',
    at: 'start',
    phrases: ['使用|用|只要|不要|别|请勿|少用|少说|多用|多举|多给|停止|跳过|省略|保持'],
    notThen: ['不', '词', '了'],
    like: `
      使用空格 | 用空格 | 只要代码 | 不要注释 | 别道歉 | 请勿道歉 | 少用术语 | 少说废话 | 多用例子 | 多举例子 |
      多给例子 | 停止道歉 | 跳过解释 | 省略解释 | 保持格式`,
    unlike: '他用空格 | 用不着 | 用词 | 不要了',
  },
  {
    // Orders that hold by themselves: how a person is spoken to, and what stays as it is in a project.
    kind: 'standing-order',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: [
      'address|call me by|as|formally|informally|casually|sir',
      'refer_to me as|by',
      "stop|don't|do_not using|use|calling|call|addressing|address my *? name|surname|nickname|title",
      "stop|don't|do_not calling|call|addressing|address me by|sir",
      "don't|do_not … without asking|telling_me|my_approval|my_permission",
      'ask|warn|tell|check_with me before you|*ing', // words: ok
    ],
    like: [
      ...['Address me by name', 'call me by name', 'address me as Ann', 'Address me formally', 'Address me informally'],
      ...['Address me casually', 'Call me sir', 'refer to me as Ann', 'refer to me by name'],
      ...all("Stop using my first name, Don't use my surname, Do not use my nickname, Don't use my title"),
      ...all(
        "Don't call me sir, Do not address me by name, Stop calling me sir, Stop addressing me by name, Don't call my title out, Stop calling my surname, Stop addressing my title, Don't address my surname",
      ),
      ...all(
        "Don't install anything without asking, Do not push things without telling me, Don't merge work without my approval", // words: ok
      ),
      "Don't delete things without my permission",
      ...all('Ask me before you delete it, Warn me before deleting it, Check with me before you push'),
      'Tell me before you push', // words: ok
    ],
    unlike: 'They address me as Ann | Call me later',
  },
  {
    kind: 'standing-order',
    priority: 10,
    language: 'de',
    phrases: [
      'duze|sieze|duz|siez mich|uns',
      'sprich mich … an',
      'du|sie kannst|können mich duzen',
      'wir duzen|siezen uns',
      'entschuldige dich nicht',
      'sprich|rede|schreib|schreibe bitte? auf? deutsch|englisch|hochdeutsch mit_mir',
      'sprich|rede mit_mir bitte? auf? deutsch|englisch|hochdeutsch',
      'frag|frage|warne mich bevor|ehe du',
      '*e nichts ohne rückfrage|zu_fragen|meine_zustimmung',
    ],
    like: `
      Bitte duze mich | Sieze uns | Duz mich | Siez mich | Entschuldige dich nicht | Sprich mich mit Namen an |
      Du kannst mich duzen | Sie können mich duzen | Wir duzen uns | Wir siezen uns | Sprich bitte Deutsch mit mir |
      Rede Englisch mit mir | Schreib Hochdeutsch mit mir | Schreibe auf Deutsch mit mir |
      Sprich mit mir bitte Deutsch | Rede mit mir auf Englisch | Sprich mit mir Hochdeutsch |
      Frag mich, bevor du etwas löschst | Frage mich, ehe du löschst | Warne mich, bevor du löschst |
      Lösche nichts ohne Rückfrage | Installiere nichts, ohne zu fragen | Ändere nichts ohne meine Zustimmung`,
    unlike: 'Sprich mich nie wieder darauf | Wir duzen',
  },
  {
    kind: 'standing-order',
    priority: 10,
    language: 'zh',
    at: 'start',
    phrases: [
      '称呼我',
      '用 … 称呼我|跟我说',
      '叫我 … 就好|就行|就可以',
      '说|讲 中文|英文|德语|英语|普通话 跟我|和我',
      '跟我|和我 说|讲|用 中文|英文|德语|英语|普通话',
      '… 前 先|请|必须 问|征求|告诉|通知 我',
      '没有|没|未经 我的|我 同意|允许|确认|批准 … 不要|别|不能',
    ],
    like: `
      跟我说中文 | 和我讲英文 | 跟我用德语 | 跟我说英语 | 跟我说普通话 | 说中文跟我聊 | 讲德语和我说 | 说普通话跟我聊 |
      说英文跟我聊 | 说英语跟我聊 | 删除文件之前先问我 | 提交前请告诉我 | 部署前必须通知我 | 删除前先征求我的意见 |
      没有我的同意不要提交 | 没我允许别提交 | 未经我确认不能提交 | 没有我批准不要提交 | 称呼我王先生 | 用您来称呼我 |
      用敬语跟我说话 | 叫我小王就好 | 叫我小王就行 | 叫我小王就可以`,
    unlike: '叫我起床 | 他不称呼我',
  },
  {
    kind: 'standing-order',
    priority: 10,
    language: 'de',
    at: 'start',
    phrases: [
      'fass|rühr|ändere|lösche|bearbeite … ordner|verzeichnis|branch|dateien … nicht|nichts',
      'finger_weg|lass_die_finger vom|von',
      '*e nichts im|in … ordner|verzeichnis|branch',
    ],
    like: `
      Finger weg vom Server | Lass die Finger von der Datenbank | Rühr den Ordner alt nicht an |
      Fass den Ordner alt nicht an | Ändere am Verzeichnis selbst nichts | Lösche den Branch main nicht |
      Bearbeite alte Dateien bitte nicht | Lösche nichts im alten Ordner | Lege nichts in das Verzeichnis |
      Pushe nichts in den Branch`,
    unlike: 'Fass mich nicht an | Die Finger von Ann',
  },
  {
    // A duty of what comes before it.
    kind: 'duty-of',
    priority: 10,
    language: 'en',
    phrases: ["must|should|shall|shouldn't|have_to|has_to|need_to|needs_to"],
    notThen: ['be_wrong|be_right|be_correct|be_hard|be_a|be_on|have_been'],
    like: `
      it must be | it should be | it shall be | it shouldn't be | they have to be | it has to be | they need to be |
      it needs to be`,
    unlike: `
      it can be | it must be wrong | it must be right | it must be correct | it must be hard | it must be a joke |
      it must be on top | it must have been`,
  },
  {
    kind: 'duty-of',
    priority: 10,
    language: 'de',
    phrases: ['muss|müssen|soll|sollen|sollten|sollte|darf|dürfen|gehört|gehören'],
    notThen: ['falsch|richtig|kaputt'],
    like: `
      es muss so | sie müssen | es soll | sie sollen | sie sollten | es sollte | es darf | sie dürfen | es gehört |
      sie gehören`,
    unlike: 'es kann | es muss falsch sein | es muss richtig sein | es muss kaputt sein',
  },
  {
    kind: 'duty-of',
    priority: 10,
    language: 'zh',
    phrases: ['必须|应该|应当|要|请用|只能|不能|不得|尽量'],
    notAfter: ['需|重|主|不'],
    like: '必须短 | 应该短 | 应当短 | 要短 | 请用中文 | 只能短 | 不能长 | 不得长 | 尽量短',
    unlike: '很短 | 需要 | 重要 | 主要 | 不要',
  },
]
