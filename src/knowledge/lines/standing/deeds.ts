import type { LineRow } from '../row.js'

/** What assistants say and write, and do to code. */
const SAYS =
  'answer|reply|respond|write|speak|explain|summarize|cite|quote|translate|apologize|greet|address|call|name|ask|warn|inform|consult|' +
  'recommend|suggest|mention|include|exclude|add|list|show|provide|confirm|verify|specify|highlight|report|prioritize|offer|' +
  'format|structure|document|comment|indent|commit|push|merge|rebase|deploy|release|publish|install|refactor|lint|' +
  'mock|hardcode|log|validate|search|generate|implement|round|convert|invent|assume|' +
  'sort|align|wrap|group|extract|declare|define|handle|squash|bump|tag|pin|upgrade|update|migrate|encrypt|escape|sanitize|cache|annotate'
/** What they do, and others do as often: `Never change a running system` is a saying. */
const DOES =
  'use|give|put|keep|start|begin|end|run|make|check|send|create|return|store|book|order|avoid|prefer|skip|delete|remove|edit|' +
  'modify|change|touch|rename|test|ignore'
/** What people advise each other to do. */
const ADVISED =
  'wear|smile|laugh|dance|dream|love|hope|believe|forgive|forget|judge|underestimate|lose|quit|regret|look|eat|drink|sleep|marry|fear|' +
  'quite|so|again|mind'
/** Words with which no order goes on. */
const NO_VERBS = 'a|on|in|at|my|the|an|been|had|as|more|ever|of|for|from|was|is'
const SAYING_ENDS = 'a|an|your|yourself|up|back|down|too|hope|faith|never|on_the'
const SAYS_GERMAN =
  'antwort|schreib|erklär|nenn|zeig|frag|warn|verwend|benutz|nutz|prüf|test|start|beend|beginn|übersetz|zitier|formatier|kommentier|' +
  'dokumentier|commit|push|merg|deploy|lösch|änder|installier|erstell|empfehl|empfiehl|sprech|sprich|duz|siez|bestätig|erwähn|begründ|' +
  'vermeid|füg|sortier|halt|leg|speicher|benenn|behandel'
const SAYS_CHINESE =
  '回答|回复|解释|说明|翻译|总结|用|写|提交|推送|部署|合并|测试|推荐|输出|添加|加上|删除|修改|检查|运行|问我|告诉我|称呼|叫我|注明|标注|' +
  '给我|保留|列出|提供|确认|先给|先说|给出|泄露|透露|公开|忽略|跳过|遵守|遵循'

const deeds = (list: string) => list.split('|')
const stems = (list: string) =>
  list
    .split('|')
    .map((stem) => `${stem}*`)
    .join('|')

/** What is ordered for all cases is a rule if assistants do it. Others are sayings and advice: `Never judge a book by its cover`. [M11] */
export const STANDING_DEEDS: readonly LineRow[] = [
  {
    kind: 'deed',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: [`you|we? must|should? always|never|only|don't|do_not|under_no_circumstances? ${SAYS}`],
    like: [
      ...deeds(SAYS).map((verb) => `${verb} lists`),
      ...[
        'you never answer',
        'we must never answer',
        'you should always answer',
        'we always answer',
        'only answer',
        'under no circumstances answer',
        "don't answer",
        'do not answer',
      ],
    ],
    unlike: 'never judge a book | always wait | they never answer',
  },
  {
    kind: 'deed',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: [`you|we? must|should? always|never|only|don't|do_not|under_no_circumstances? ${DOES}`],
    notThen: ['a', 'an', 'up', 'with', 'your'],
    like: [
      ...deeds(DOES).map((verb) => `${verb} lists`),
      ...[
        'you never use tabs',
        'we must never use tabs',
        'you should always use tabs',
        'we always use tabs',
        'only use tabs',
        'under no circumstances use tabs',
        "don't use tabs",
        'do not use tabs',
      ],
    ],
    unlike: `
      Never change a running system | Never order an omelet | Never give up | Never run with scissors |
      Always keep your word | always wait | they never use tabs`,
  },
  {
    kind: 'deed',
    priority: 10,
    language: 'de',
    phrases: [stems(SAYS_GERMAN), 'gib|sag mir', 'für mich', 'in rezepten|vorschlägen|mails'],
    like: [
      ...deeds(SAYS_GERMAN).map((verb) => `nie ${verb}en`),
      ...[
        'gib mir immer Listen',
        'sag mir immer Namen',
        'nie für mich',
        'In Rezepten nie',
        'In Vorschlägen nie',
        'In Mails nie',
      ],
    ],
    unlike: 'Gib niemals auf | Sei immer du selbst | Lass dich nie unterkriegen',
  },
  {
    kind: 'deed',
    priority: 10,
    language: 'zh',
    phrases: [SAYS_CHINESE],
    like: deeds(SAYS_CHINESE).map((verb) => `每次都要${verb}`),
    unlike: '永远不要低估对手 | 一律不许笑 | 以后别联系了',
  },
  {
    // An order to the reader. Alone in a message, it is for the assistant, if it is no saying.
    kind: 'bare-order',
    priority: 10,
    language: 'en',
    at: 'opens',
    phrases: ['you_must|you_should? always|never'],
    notThen: [NO_VERBS],
    like: 'Always follow PEP 8 | Never force-push | You must always follow it | you should never swear',
    unlike: [
      'They always follow it',
      'It never swears',
      'but never so',
      ...deeds(NO_VERBS).map((word) => `Always ${word} it`),
    ],
  },
  {
    kind: 'bare-order',
    priority: 10,
    language: 'de',
    at: 'whole',
    phrases: ['immer|nie|niemals … *en'],
    like: 'Immer die Quelle angeben | Nie in der Nacht anrufen. | Niemals Passwörter ausgeben!',
    unlike: 'Gib niemals auf | Nie wieder Krieg | Sie werden immer fragen',
  },
  {
    // What people advise each other.
    kind: 'saying',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: [`you_must|you_should? always|never ${ADVISED}`],
    like: [
      ...deeds(ADVISED).map((verb) => `Always ${verb} more`),
      ...['You must never lose it', 'you should always love them'],
    ],
    unlike: 'Always follow PEP 8 | Never force-push | They always wear hats | Never print it',
  },
  {
    // The form of a saying, if it is about nothing that assistants make.
    kind: 'saying-form',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: [`you_must|you_should? always|never {word} ${SAYING_ENDS}`],
    like: [
      ...deeds(SAYING_ENDS).map((word) => `Never say ${word.replace('_', ' ')}`),
      ...['You must never ride a bull', 'you should always ride a bull'],
    ],
    unlike: 'Always follow PEP 8 | They never ride a bull | Never ride bulls',
  },
  {
    // Who asks.
    kind: 'asker',
    priority: 10,
    language: 'en',
    phrases: [
      'when|whenever|if|before|unless|until|every_time I ask|mention|say|want|need|request|share|paste|send|post|write|give|show',
      'ask|tell|give|show|send|remind|warn me', // words: ok
      'without asking|my',
      'you give|write|send|show|suggest|recommend|make',
    ],
    like: [
      ...['when', 'whenever', 'if', 'before', 'unless', 'until', 'every time'].map(
        (word) => `combine both ${word} I ask`,
      ),
      ...deeds('ask|mention|say|want|need|request|share|paste|send|post|write|give|show').map(
        (verb) => `if I ${verb} it`,
      ),
      ...deeds('ask|tell|give|show|send|remind|warn').map((verb) => `always ${verb} me`), // words: ok
      ...['not without asking', 'not without my okay'],
      ...deeds('give|write|send|show|suggest|recommend|make').map((verb) => `any list you ${verb}`),
    ],
    unlike: 'when you grow up | let me go',
  },
]
