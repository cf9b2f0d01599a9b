import type { LineRow } from '../row.js'

const all = (list: string) => list.split(', ')
const words = (list: string) => list.split(' ')

const IGNORE = 'forget|drop|scrap|scratch|disregard|ignore'
const IGNORE_CHINESE = '忘掉|忘了|忽略|取消|删掉|撤销|别管'

/** What replaces and ends what was said before, and the parts of a statement that say of what it is. [M11] */
export const STANDING_CHANGES: readonly LineRow[] = [
  {
    // What follows ends.
    kind: 'ending',
    priority: 10,
    language: 'en',
    phrases: [`${IGNORE}|never_mind|nevermind|cancel|remove|delete|undo`],
    like: [
      ...IGNORE.split('|').map((verb) => `${verb} the rule about tabs`),
      ...all('never mind the rule, nevermind the rule, cancel the rule, remove the rule, delete the rule, undo it'),
    ],
    unlike: 'the rule | dropped',
  },
  {
    kind: 'ending',
    priority: 10,
    language: 'de',
    phrases: ['vergiss|ignoriere|streiche|lösche'],
    like: 'vergiss die Regel | ignoriere die Regel | streiche die Regel | lösche die Regel',
    unlike: 'die Regel',
  },
  {
    kind: 'ending',
    priority: 10,
    language: 'zh',
    phrases: [`${IGNORE_CHINESE} 那条|那个|之前那条|之前那个`],
    like: IGNORE_CHINESE.split('|').flatMap((verb) =>
      ['那条', '那个', '之前那条', '之前那个'].map((that) => `${verb}${that}规则`),
    ),
    unlike: '那条规则 | 忘掉规则',
  },
  {
    kind: 'ending',
    priority: 10,
    language: 'zh',
    phrases: [`${IGNORE_CHINESE} 之前`],
    notThen: ['那条|那个'],
    like: IGNORE_CHINESE.split('|').map((verb) => `${verb}之前的规则`),
    unlike: '之前的规则 | 忘掉之前那条规则 | 忘掉之前那个规则',
  },
  {
    kind: 'ending',
    priority: 10,
    language: 'zh',
    phrases: [IGNORE_CHINESE],
    like: IGNORE_CHINESE.split('|').map((verb) => `${verb}规则`),
    unlike: '规则',
  },
  {
    // All of a sentence that ends what was said last.
    kind: 'taken-back',
    priority: 10,
    language: 'en',
    at: 'whole',
    phrases: [
      `please|ok|okay|actually? ${IGNORE} that|it|that_rule|it_rule again|please?`,
      'please|ok|okay|actually? never_mind|nevermind that|that_rule',
    ],
    like: [
      ...IGNORE.split('|').map((verb) => `${verb} that`),
      ...words('please ok okay actually').flatMap((word) => [`${word} forget it!`, `${word}, never mind that.`]),
      ...all('forget that rule, forget it rule, forget that again, forget it please, nevermind that rule'),
    ],
    unlike: 'forget that I asked | never mind the cost | do not forget that',
  },
  {
    kind: 'taken-back',
    priority: 10,
    language: 'de',
    at: 'whole',
    phrases: ['bitte? vergiss das|es wieder|bitte?'],
    like: 'vergiss das | bitte vergiss es! | vergiss das wieder. | vergiss das bitte',
    unlike: 'vergiss das Brot nicht',
  },
  {
    kind: 'taken-back',
    priority: 10,
    language: 'zh',
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
    // A newer statement replaces what held before.
    kind: 'replacing',
    priority: 10,
    language: 'en',
    phrases: [
      'from_now_on|going_forward|from_here_on|as_of_now|as_of_today|instead|no_longer|any_more|anymore',
      'changed_my_mind|on_second_thought|rather_than|actually|I_now|we_now',
      'switch* to|from',
      'not … but',
    ],
    like: `
      from now on tabs | tabs going forward | tabs from here on | as of now tabs | as of today tabs | tabs instead |
      no longer tabs | no tabs any more | no tabs anymore | I changed my mind | on second thought |
      tabs rather than spaces | actually tabs | I now use tabs | we now use tabs | switch to tabs | switching to tabs |
      we switched from tabs | not tabs but spaces`,
    unlike: 'use tabs | a switch | not tabs',
  },
  {
    kind: 'replacing',
    priority: 10,
    language: 'de',
    phrases: [
      'ab_jetzt|ab_sofort|ab_heute|von_nun_an|von_jetzt_an|künftig|in_zukunft|stattdessen|statt|anstatt|nicht_mehr|doch_lieber',
      'kein|keine|keinen|keinem|keiner … mehr',
      'ich|wir {word}? {word}? jetzt',
    ],
    like: `
      ab jetzt Tabs | ab sofort Tabs | ab heute Tabs | von nun an Tabs | von jetzt an Tabs | künftig Tabs |
      in Zukunft Tabs | stattdessen Tabs | Tabs statt Kommas | Tabs anstatt Kommas | nicht mehr so | doch lieber Tabs |
      kein Tab mehr | keine Tabs mehr | keinen Tab mehr | keinem Tab mehr | keiner Regel mehr | wir jetzt |
      ich nutze jetzt Tabs | wir nutzen Tabs jetzt`,
    unlike: 'nutze Tabs | keine Tabs | jetzt Tabs',
  },
  {
    kind: 'replacing',
    priority: 10,
    language: 'zh',
    phrases: ['从现在起|从现在开始|以后|今后|改用|改成|换成|而不是|不再|我现在|我们现在', '不用 … 了'],
    like: `
      从现在起用空格 | 从现在开始用空格 | 以后用空格 | 今后用空格 | 改用空格 | 改成空格 | 换成空格 | 空格而不是制表符 |
      不再用空格 | 我现在用空格 | 我们现在用空格 | 不用空格了`,
    unlike: '用空格 | 不用空格',
  },
  {
    // What follows is dropped.
    kind: 'dropping',
    priority: 10,
    language: 'en',
    phrases: ['instead_of|rather_than|no_longer|not', 'from !now_on'],
    like: 'tabs instead of spaces | tabs rather than spaces | no longer tabs | tabs not spaces | we moved from tabs',
    unlike: 'use tabs | from now on',
  },
  {
    kind: 'dropping',
    priority: 10,
    language: 'de',
    phrases: ['statt|anstatt|kein|keine|keinen|keinem|keiner|nicht_mehr'],
    like: `
      Tabs statt Kommas | Tabs anstatt Kommas | kein Tab | keine Tabs | keinen Tab | keinem Tab | keiner Regel |
      nicht mehr Tabs`,
    unlike: 'nutze Tabs | nicht Tabs',
  },
  {
    kind: 'dropping',
    priority: 10,
    language: 'zh',
    phrases: ['而不是|不再|不用'],
    like: '空格而不是制表符 | 不再用空格 | 不用空格',
    unlike: '用空格',
  },
  {
    // What comes after the thing that is dropped.
    kind: 'after-dropped',
    priority: 10,
    language: 'en',
    phrases: ['but|and|to|zu|mehr'],
    like: 'tabs but not here | tabs and more | tabs to spaces | Tabs zu Kommas | Tabs mehr',
    unlike: 'tabs',
  },
  {
    // For which case it holds.
    kind: 'case',
    priority: 10,
    language: 'en',
    phrases: ['when|whenever|every_time|for|in|if|about|before|after'],
    like: `
      when I ask | whenever I ask | every time I ask | for Go | in Go | if I ask | about Go | before a merge |
      after a merge`,
    unlike: 'use tabs',
  },
  {
    kind: 'case',
    priority: 10,
    language: 'de',
    phrases: ['bei|für|wenn|vor|nach'],
    like: 'bei Fehlern | für Tests | wenn ich frage | vor dem Merge | nach dem Merge',
    unlike: 'nutze Tabs',
  },
  {
    // Before what something is for.
    kind: 'purpose',
    priority: 10,
    language: 'en',
    phrases: ['for|as'],
    like: 'Redis for the cache | Redis as a cache',
    unlike: 'Redis',
  },
  {
    kind: 'purpose',
    priority: 10,
    language: 'de',
    phrases: ['für|als|zum|zur|beim'],
    like: 'Redis für den Cache | Redis als Cache | Redis zum Test | Redis zur Probe | Redis beim Test',
    unlike: 'Redis',
  },
  {
    kind: 'purpose',
    priority: 10,
    language: 'zh',
    phrases: ['作为|来做'],
    like: 'Redis 作为缓存 | 用 Redis 来做缓存',
    unlike: 'Redis',
  },
]
