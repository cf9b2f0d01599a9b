import type { LineRow } from '../row.js'

const all = (list: string) => list.split(', ')

const WORKS = 'rewrite|rephrase|reword|paraphrase|summarize|translate|proofread|fuse|shorten|polish|condense'
const VERBS = WORKS.split('|')

/** What a message is as a whole: one that has the assistant play a role states rules of the role, and one that shows a text to work on states nothing
 * with the text. `You are a …` gives no role: it may be praise. [M11] [P14] */
export const STANDING_MESSAGES: readonly LineRow[] = [
  {
    kind: 'role',
    priority: 10,
    language: 'en',
    phrases: [
      'act|behave|respond|reply|answer|talk|write as_if|as_though you',
      'pretend|imagine you|to_be|that_you',
      'role-play|roleplay|role_play',
      'play the_role|a_game',
    ],
    like: `
      act as if you were | behave as though you were | respond as if you were | reply as if you were |
      answer as if you were | talk as if you were | write as though you were | pretend you are a pilot |
      imagine to be a pilot | pretend that you fly | let's role-play | a roleplay | role play |
      play the role of a pilot | let's play a game`,
    unlike: 'answer as usual | play a song | act well | imagine this',
  },
  {
    kind: 'role',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: ['act as'],
    like: 'Act as a pilot',
    unlike: 'Acting as a pilot',
  },
  {
    kind: 'role',
    priority: 10,
    language: 'en',
    phrases: ['you to|will|should? act as', 'please act as'],
    like: `
      I want you to act as a pilot | you will act as a pilot | you should act as a pilot | you act as one |
      Now please act as one`,
    unlike: 'The server should act as a proxy | You act well',
  },
  {
    kind: 'role',
    priority: 10,
    language: 'de',
    phrases: ['spiel|spiele die_rolle', 'verhalte dich wie', 'tu|tue so_als', 'rollenspiel'],
    like: `
      Spiel die Rolle | Spiele die Rolle | Verhalte dich wie ein Pilot | Tu so als ob | Tue so als ob | ein Rollenspiel`,
    unlike: 'Du bist nett | Spiel mit',
  },
  {
    kind: 'role',
    priority: 10,
    language: 'zh',
    phrases: ['扮演', '充当'],
    like: '请扮演老师 | 请充当老师',
    unlike: '你是对的 | 作为结果',
  },
  {
    // After the colon, or in the rows below it, is the text of the task.
    kind: 'showing',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: [`please|can_you|could_you|now|and|also|then? ${WORKS} {words} :`],
    like: [
      ...VERBS.map((verb) => `${verb} my letter: Dear Ann`),
      ...all('Please reword it: Ann, Can you reword it: Ann'),
      ...all(
        'Could you reword it: Ann, Now reword it: Ann, And reword it: Ann, Also reword it: Ann, Then reword it: Ann',
      ),
    ],
    unlike: 'Reword this letter | They reword it: Ann | Use this format: tabs',
  },
  {
    kind: 'showing',
    priority: 10,
    language: 'de',
    at: 'start',
    phrases: [
      'bitte|kannst_du? übersetz|übersetze|fass|fasse|korrigier|korrigiere|formulier|formuliere|kürz|kürze {words} :',
    ],
    like: `
      Übersetze das: Ann | Bitte übersetz das: Ann | Fasse zusammen: Ann | Fass zusammen: Ann | Korrigiere das: Ann |
      Korrigier das: Ann | Formuliere um: Ann | Formulier um: Ann | Kürze das: Ann | Kürz das: Ann |
      Kannst du kürze: Ann`,
    unlike: 'Übersetze das | Kürzel: Ann',
  },
  {
    kind: 'showing',
    priority: 10,
    language: 'zh',
    at: 'start',
    phrases: ['请? 帮我? 翻译|总结|润色|改写|校对|概括|缩写 {words} :|：'],
    like: `
      翻译：你好 | 请翻译这句话：你好 | 帮我翻译:你好 | 总结：你好 | 润色：你好 | 改写：你好 | 校对：你好 | 概括：你好 |
      缩写：你好`,
    unlike: '翻译这个 | 他翻译：你好',
  },
  {
    // The order itself follows.
    kind: 'below',
    priority: 10,
    language: 'en',
    phrases: ['as_follows|the_following'],
    like: 'answer as follows | use the following format',
    unlike: 'what follows | following it',
  },
  {
    // People other than the assistant.
    kind: 'others',
    priority: 10,
    language: 'en',
    phrases: ['I|my|he|she|they'],
    like: 'I must go | my tests must pass | he must go | she must go | they must go',
    unlike: 'you must go',
  },
  {
    kind: 'here',
    priority: 10,
    language: 'en',
    phrases: ['here|there'],
    like: 'I am here | I am there',
    unlike: 'I am at home',
  },
  {
    // Before what is proposed.
    kind: 'proposing',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: ["let's|we'll|we_will"],
    like: "let's use tabs | we'll use tabs | we will use tabs",
    unlike: 'use tabs | I hope we will use tabs',
  },
  {
    // All times, not all things of a kind.
    kind: 'all-times',
    priority: 10,
    language: 'zh',
    phrases: ['永远|始终|总是|每次|绝对|一律|无论'],
    like: '永远不要 | 始终不要 | 总是不要 | 每次都不要 | 绝对不要 | 一律不要 | 无论如何',
    unlike: '所有提交',
  },
  {
    kind: 'comfort',
    priority: 10,
    language: 'zh',
    phrases: [
      '别|不要|不用|不能|不必 再? 担心|忘|急|着急|介意|客气|怕|管我|闹|逗|开玩笑|难过|生气|紧张|伤心|放弃|在意|谢|理解|相信',
      '最好不要',
    ],
    like: `
      别担心 | 不要担心 | 不用担心 | 不能担心 | 不必担心 | 别再担心 | 别忘了 | 别急 | 别着急 | 别介意 | 别客气 | 别怕 |
      别管我 | 别闹 | 别逗我 | 别开玩笑 | 别难过 | 别生气 | 别紧张 | 别伤心 | 别放弃 | 别在意 | 别谢我 | 不能理解 |
      不能相信 | 最好不要去`,
    unlike: '不要用表情',
  },
  {
    kind: 'comfort',
    priority: 10,
    language: 'zh',
    at: 'end',
    phrases: ['吧'],
    like: '走吧。 | 走吧！ | 走吧',
    unlike: '酒吧里',
  },
]
