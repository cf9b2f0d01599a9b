import type { LineRow } from '../row.js'

const all = (list: string) => list.split(', ')

const WORKS = 'rewrite|rephrase|reword|paraphrase|summari[sz]e|translate|proofread|fuse|shorten|polish|condense'
const VERBS = WORKS.replace('[sz]', 'z').split('|')

/** What a message is as a whole: one that gives the assistant a role states rules of the role, and one that shows a text to work on states nothing
 * with the text. [M11] [P14] */
export const STANDING_MESSAGES: readonly LineRow[] = [
  {
    kind: 'role',
    priority: 10,
    language: 'en',
    phrases: [
      'act|behave|respond|reply|answer|talk|write as_if|as_though|like you|I',
      'pretend|imagine you|to_be|that_you',
      'role-play|roleplay|role_play',
      'play the_role|a_game',
    ],
    like: [
      ...all('act as if you were, behave as though you were, respond like you were, reply as if I were here'),
      ...all('answer as if I asked, talk as if you were, write as though you were'),
      ...all('pretend you are a pilot, imagine to be a pilot, pretend that you fly'),
      ...all("let's role-play, a roleplay, role play, play the role of a pilot, let's play a game"),
    ],
    unlike: all('answer as usual, play a song, act well, imagine this'),
  },
  {
    kind: 'role',
    priority: 10,
    language: 'en',
    pattern: /(?:^|\byou (?:to |will |should )?|\bplease )act as\b/iu,
    like: all(
      'Act as a pilot, I want you to act as a pilot, you will act as a pilot, you should act as a pilot, you act as one, Now please act as one',
    ),
    unlike: all('The server should act as a proxy, You act well'),
  },
  {
    // At the start of a sentence, and of the message.
    kind: 'role',
    priority: 10,
    language: 'en',
    pattern:
      /^[^.!?]{0,40}\byou(?:[’']re| are| will be| shall be)(?: now)? (?:an? |going to be an? |called |named |the (?:AI|bot|assistant|narrator))/iu,
    like: [
      ...all("You are a pilot, You're an expert, you will be a tutor, you shall be a tutor, You are now a pilot"),
      ...all('In this chat you are going to be a tutor, You are called Rex, You are named Rex, You are the AI'),
      ...all('You are the bot, You are the assistant, You are the narrator, Today you are going to be an owl'),
    ],
    unlike: all('You are right, You are the best, They are a team'),
  },
  {
    kind: 'role',
    priority: 10,
    language: 'de',
    phrases: ['du bist ein|eine|jetzt', 'spiel|spiele die_rolle', 'verhalte dich wie', 'tu|tue so_als', 'rollenspiel'],
    like: all(
      'Du bist ein Pilot, Du bist eine Lehrerin, Du bist jetzt Pilot, Spiel die Rolle, Spiele die Rolle, Verhalte dich wie ein Pilot, Tu so als ob, Tue so als ob, ein Rollenspiel',
    ),
    unlike: all('Du bist nett, Spiel mit'),
  },
  {
    kind: 'role',
    priority: 10,
    language: 'zh',
    phrases: ['你是一|你现在是|你将是', '扮演', '充当', '作为一 名|个|位'],
    like: all(
      '你是一名老师, 你现在是老师, 你将是老师, 请扮演老师, 请充当老师, 作为一名老师, 作为一个老师, 作为一位老师',
    ),
    unlike: all('你是对的, 作为结果'),
  },
  {
    // After the colon, or in the rows below it, is the text of the task.
    kind: 'showing',
    priority: 10,
    language: 'en',
    pattern: new RegExp(
      `^(?:please |can you |could you |now |and |also |then )?(?:${WORKS}|take)\\b[^.!?:\\n]{0,160}:`,
      'iu',
    ),
    like: [
      ...VERBS.map((verb) => `${verb} my letter: Dear Ann`),
      'Summarise it: Ann left', // words: ok
      ...all('Take both and join them: Ann left, Please reword it: Ann, Can you reword it: Ann'),
      ...all(
        'Could you reword it: Ann, Now reword it: Ann, And reword it: Ann, Also reword it: Ann, Then reword it: Ann',
      ),
    ],
    unlike: all('Reword this letter, They reword it: Ann, Use this format: tabs'),
  },
  {
    kind: 'showing',
    priority: 10,
    language: 'de',
    pattern: /^(?:bitte |kannst du )?(?:übersetze?|fasse?|korrigiere?|formuliere?|kürze?)(?!\p{L})[^.!?:\n]{0,120}:/iu,
    like: all(
      'Übersetze das: Ann, Bitte übersetz das: Ann, Fasse zusammen: Ann, Fass zusammen: Ann, Korrigiere das: Ann, Korrigier das: Ann, Formuliere um: Ann, Formulier um: Ann, Kürze das: Ann, Kürz das: Ann, Kannst du kürze: Ann',
    ),
    unlike: all('Übersetze das, Kürzel: Ann'),
  },
  {
    kind: 'showing',
    priority: 10,
    language: 'zh',
    pattern: /^请?(?:帮我)?(?:翻译|总结|润色|改写|校对|概括|缩写)[^。！？:：\n]{0,30}[:：]/u,
    like: all(
      '翻译：你好, 请翻译这句话：你好, 帮我翻译:你好, 总结：你好, 润色：你好, 改写：你好, 校对：你好, 概括：你好, 缩写：你好',
    ),
    unlike: all('翻译这个, 他翻译：你好'),
  },
]
