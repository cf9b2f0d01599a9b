import { texts } from '../lists.js'
import type { TableRow } from '../row.js'

const by = (who: string, acts: string) =>
  acts
    .split('|')
    .map((act) => `${who}_${act}`)
    .join('|')
const EACH_TIME = [
  by('I', 'ask|paste|send|share|request|mention|say|post|want|need|give|show|write'),
  by('you', 'write|answer|explain|suggest|translate|change'),
  'writing|answering|giving|explaining',
].join('|')
const BEFORE = [
  by('I', 'commit|push|deploy'),
  by('you', 'write|answer|explain|suggest|translate|change|delete|commit|push'),
].join('|')
/** What is done once, before one task. */
const LOOKS = 'help|let|look|read|see|explain|review|explore|analyze|analyse|understand|investigate|think|find'
/** After the comma, a subject. */
const SUBJECT =
  'I|we|you|he|she|it|they|this|that|there|my|your|his|her|our|their|the|a|an|wh*|how|do|does|is|are|can|could|will|would|should|people|and|but|everyone|someone|anyone|nothing|everything|something|anything|nobody|everybody|somebody|anybody' // words: ok
const SUBJECTS = SUBJECT.replace('*', 'o').split('|')

/** Orders that hold for every session, and those that hold if they are about what an assistant makes or the tools of the work. [M11] */
export const LASTING_ORDERS: readonly TableRow[] = [
  {
    kind: 'topic',
    phrases: [
      'answer|answers|reply|replies|response|responses|explanation*|summaries|comment*|docstring*|emoji*|emoticon*|bullet*|paragraph*|heading*',
      'markdown|latex|tables|lists|examples|sentence*|abbreviation*|acronym*|jargon|slang|apolog*|summarizing|repeating|explaining|disclaimer*|filler|preamble|small_talk',
      'code|snippet*|commit|commits|variable*|identifier*|tests|type_hints|tabs|spaces|indent*|semicolon*|quotes|naming|documentation|dependencies|libraries|packages|logs',
      'pull_requests|messages|names|dates|timestamps|units|metric|imperial|celsius|fahrenheit|24-hour|12-hour|euros|mode|theme|layout|font|tone|style|format|formatting|approach|humor|spelling|imperative|tense|active_voice',
      'language|design|british_english|american_english|saying_sorry|flattering|brief|briefly|terse|concise|concisely|formally|informally|casually|formal|informal',
      'links|citations|exclamation_marks|hashtags|em_dashes|puns|jokes|metaphors|buzzwords|sarcasm|dollars|kilometers|grams|liters',
      'in plain|simple? english|german|french|spanish|italian|chinese|japanese|words',
    ],
    like: `
      quotes | documentation | language | design | British English | American English | saying sorry | flattering |
      answer | answers | reply | replies | response | responses | explanations | summaries | comments | docstrings |
      emojis | emoticons | bullets | paragraphs | headings | markdown | latex | tables | lists | examples | sentences |
      apologizing | summarizing | repeating | explaining | abbreviations | acronyms | jargon | slang | apologies |
      disclaimers | filler | preamble | small talk | code | snippets | commit | commits | variables | identifiers |
      tests | type hints | tabs | spaces | indentation | semicolons | naming | dependencies | libraries | packages |
      logs | units | metric | imperial | celsius | pull requests | messages | names | dates | timestamps | fahrenheit |
      24-hour | 12-hour | euros | mode | theme | layout | font | tone | style | format | formatting | approach | humor |
      spelling | imperative | tense | active voice | brief | briefly | terse | concise | concisely | formally |
      informally | casually | formal | informal | in English | in German | in French | in Spanish | in Italian | links |
      citations | exclamation marks | hashtags | em dashes | puns | jokes | metaphors | buzzwords | sarcasm | dollars |
      kilometers | grams | liters | in Chinese | in Japanese | in plain words | in simple words`,
    unlike: 'a window seat | beef soup | English tea | a table',
  },
  {
    // A name: of its own, with a capital letter inside, or with an underscore.
    kind: 'named',
    pattern: new RegExp(
      "^(?:[Pp]lease |[Bb]itte |请)?(?!.{0,80}(?: to \\p{Ll}|[’']s |(?<!instead) of ))(?:[Uu]se \\p{Lu}\\p{Ll}|" +
        '(?:[Uu]se|[Vv]erwende|[Bb]enutze|[Nn]utze) \\S{0,20}(?:\\p{Ll}\\p{Lu}|\\p{L}_\\p{L})|(?:别|不要)?使?用 ?[A-Za-z][\\w.+#-]{0,20}(?=[\\s。！!]{0,3}$|[，,]|而不)|' +
        '(?:[Uu]se|[Vv]erwende|[Nn]utze|[Nn]imm) [^,.!?]{2,30} (?:instead of|rather than|statt) )',
      'u',
    ),
    like: `
      use Postgres | please use TypeScript | use snake_case | bitte verwende TypeScript | 请使用Vue | 用Vue | 别用Vue |
      不要用Vue | 用Vue。 | 用Vue，不用React | 用Vue而不是React | use miles instead of feet |
      Use miles rather than feet | Verwende Euro statt Dollar | Nutze Euro statt Dollar | Nimm pnpm statt npm |
      nimm pnpm statt npm | benutze snake_case | nutze TypeScript | use typeScript`,
    unlike: `
      Postgres | use pans | Verwende Butter | 用手 | Use Postgres to store it | Use Ann's model |
      Use Greek names of gods | 用Vue更新页面 | 使用 public 文件夹`,
  },
  {
    // Short orders that hold if they are about such a thing.
    kind: 'using',
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
    // Orders that hold by themselves: how a person is spoken to, and what stays as it is in a project.
    kind: 'standing-order',
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
      ...texts("Stop using my first name, Don't use my surname, Do not use my nickname, Don't use my title"),
      ...texts(
        "Don't call me sir, Do not address me by name, Stop calling me sir, Stop addressing me by name, Don't call my title out, Stop calling my surname, Stop addressing my title, Don't address my surname",
      ),
      ...texts(
        "Don't install anything without asking, Do not push things without telling me, Don't merge work without my approval", // words: ok
      ),
      "Don't delete things without my permission",
      ...texts('Ask me before you delete it, Warn me before deleting it, Check with me before you push'),
      'Tell me before you push', // words: ok
    ],
    unlike: 'They address me as Ann | Call me later',
  },
  {
    // A duty of what comes before it.
    kind: 'duty-of',
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
    // About all of a kind.
    kind: 'all-of-kind',
    at: 'start',
    phrases: ['please|also|and? all|every|each … must|should|need|needs|shall'],
    notThen: ['now|have|be_able|be_fine'],
    like: `
      All prices should be in euros. | Every function needs a docstring. | Each page must load. |
      All pages need a title. | All records shall be kept. | Please, all pages must load. | Also all pages must load. |
      And all pages must load.`,
    unlike: `
      All of it should now work. | All of it should have ended. | All pages should be able to load. |
      All pages should be fine. | All pages have to be checked twice here.`,
  },
  {
    // About what an assistant says, or all that it makes.
    kind: 'all-of-kind',
    at: 'start',
    phrases: [
      'please|also|and? keep|limit|start|end|format|make your? answers|replies|responses|explanations|summaries',
      'make_sure|ensure that? every|each|all|any|your_answers|your_replies|your_responses',
    ],
    like: `
      Please keep your answers short. | Also limit your replies. | And start your responses with a verdict. |
      End your explanations with a link. | Format your summaries as a list. | Make your answers short. |
      Make sure every quote has a page. | Ensure that each quote has a page. | Make sure all quotes match. |
      Make sure any quote has a page. | Make sure your answers are short. | Ensure your replies are short. |
      Ensure your responses are short.`,
    unlike: 'Keep your dog inside. | Make sure the door is shut.',
  },
  {
    // For each time that a person asks: after the comma, no subject.
    kind: 'each-time',
    at: 'opens',
    phrases: [`please|also|and? when|whenever|if|every_time ${EACH_TIME} {words} ,`],
    notThen: [SUBJECT],
    like: `
      When I ask for code, skip the rest | If I paste a log, please quote it | Whenever I send code, fix it |
      Every time I share a link, read it | Also if I request it, use grams | And if I mention food, use grams |
      Please if I say so, stop | If I post code, fix it | If I want code, give only code | If I need it, use grams |
      If I give names, keep them | If I show code, fix it | If I write in German, use German |
      When you answer, use grams | When you explain it, use lists | When you write code, ask me |
      If you suggest wine, use lists | If you translate, keep names | If you change code, test it |
      When writing code, add types | When answering, use grams | When giving names, use lists |
      When explaining it, use lists`,
    unlike: SUBJECTS.map((word) => `If I ask for it, ${word} leave`),
  },
  {
    kind: 'each-time',
    at: 'opens',
    phrases: [`please|also|and? before ${BEFORE} {words} ,`],
    notThen: [SUBJECT, LOOKS],
    like: [
      ...['commit', 'push', 'deploy'].map((verb) => `Before I ${verb}, run tests`),
      ...'write answer explain suggest translate change delete commit push'
        .split(' ')
        .map((verb) => `Before you ${verb} it, ask me`),
      ...[
        'Please before you write it, ask me',
        'Also before you write it, please ask me',
        'And before you push, ask me',
      ],
    ],
    unlike: [
      ...'help let look read see explain review explore analyze analyse understand investigate think find'
        .split(' ')
        .map((verb) => `Before you write code, ${verb} it`),
      ...SUBJECTS.map((word) => `Before you write code, ${word} leave`),
    ],
  },
]
