import type { WordPattern } from '../../knowledge/lines/phrases.js'
import { patternsOf } from '../../knowledge/lines/read.js'
import type { StandingKind } from './entry.js'

/** Words with which people begin a clause that states something standing, in the languages that are read. A row only says where a clause
 * begins and what it is; `find.ts` decides whether it holds beyond the moment. */

export interface Head {
  kind: StandingKind
  /** Found anywhere in a sentence. Its match begins the clause. */
  pattern: WordPattern
  /** Whether the clause says nothing without the words before it. */
  leans?: RegExp
  /** Whether its subject must begin a clause: in `the films I like` it does not. */
  opens?: true
  /** Whether it holds only if it is about what an assistant makes, or a setting. */
  wishes?: true
  /** Whether it is a plan that holds only if it says what it settles for the project. */
  proposes?: true
}

function headsOf(kind: StandingKind, lines: Parameters<typeof patternsOf>[0]): Head[] {
  return patternsOf(lines).map((pattern) => ({ kind, pattern, opens: true }))
}

/** Before the verb, nothing supposes or wishes: `I would prefer the soup` is said once. */
const I = '\\b(?:I|[Ww]e)'
const HAVE = "(?:[’'](?:ve|m|re)| have)?"
const SOFT = '(?: (?:\\p{L}{3,12}ly|also|now|just|all))?'
const DECIDED =
  '(?:decided (?:to|on|against|that)|chose|chosen|agreed (?:to|on|that)|settled on|opted (?:for|to)|switched (?:to|from)(?= ?[\\p{L}\\d`])|going with)'
const WIR_HABEN = '\\b(?:wir haben|ich habe|(?:das|unser) team hat)\\b(?![^,.!?]{0,25} nicht\\b)[^,.!?]{0,64}'

export const HEADS: readonly Head[] = [
  {
    kind: 'preference',
    pattern: /\b(?:I|[Ww]e)(?: (?:\p{L}{3,12}ly|also|much|always|still|now|just|all))? prefer\b/u,
    leans: /^\S+(?: \S+)? prefer (?:it|this|that|them|these|those)\b/u,
  },
  { kind: 'preference', pattern: /\b[Mm]y (?:strong |general )?preference (?:is|for)\b/u },
  {
    kind: 'preference',
    pattern: new RegExp(
      '\\b(?:(?:ab jetzt|von nun an|künftig|jetzt) )?bevorzuge ich\\b|' +
        '\\bich (?:bevorzuge\\b|ziehe .{2,60} vor\\b|' +
        '(?!möchte|würde|hätte|könnte|wäre)\\p{L}{3,20} (?:[^,.!?]{2,40} )?(?:lieber|am liebsten)(?!\\p{L}))',
      'iu',
    ),
  },
  { kind: 'decision', pattern: new RegExp(`${I}${HAVE}${SOFT} ${DECIDED}\\b`, 'u') },
  {
    kind: 'decision',
    pattern: new RegExp(
      `${WIR_HABEN} (?:(?:für|auf|gegen) (?!\\d)[^,.!?]{2,60} (?:entschieden|geeinigt)\\b|(?:beschlossen|entschieden), (?!dass |daß |um |weil |keine?\\b))`,
      'iu',
    ),
  },
  {
    kind: 'decision',
    pattern:
      /\b(?:[Ww]ir|[Ii]ch) (?:bleiben? (?:\p{L}{2,20} )?bei|setzen? (?:\p{L}{2,20} ){0,4}auf|verzichten auf) (?:(?:den|die|das|eine?n?) )?[\p{Lu}\d]/u,
  },
  {
    kind: 'decision',
    pattern:
      /[我咱]们?(?:已经|最[终后]|现在)?(?:(?:决定|定了|敲定)(?=[^，。]{0,12}(?:[用只每A-Z\d]|统一))|改用|采用(?!了)|商定)/u,
  },
  {
    kind: 'fact',
    pattern:
      /\b(?:[Mm]y (?:full |first |last )?name(?:[’']s| is)|(?:[Cc]all|[Aa]ddress) me|I(?:[’']m| am) from) \p{Lu}|\bI(?:[’']m| am) \p{Lu}\p{Ll}{1,20}, (?:an? |the )/u,
  },
  {
    kind: 'fact',
    opens: true,
    pattern: new RegExp(
      "\\b(?:[Ww]e|I|(?:[Oo]ur|[Mm]y|[Tt]he) \\p{L}{2,20})(?:[’'](?:m|re)| am| are| is)?(?: currently| now| still)? " +
        '(?:use|uses|using|run(?<!(?:[Oo]ur|[Mm]y|[Tt]he) \\p{L}{2,20}[^s\\s] run)|runs|running)(?: on)? (?!(?:the|an?|this|that|its|all|at) )(?:[\\p{L}.+#-]{2,24} ){1,3}v?\\d',
      'u',
    ),
  },
  {
    kind: 'fact',
    pattern:
      /\b[Mm]y (?:wife|husband|partner|son|daughter|mother|father|mom|dad|brother|sister|girlfriend|boyfriend) \p{Lu}\p{L}{1,20},? (?:who|she|he)(?:[’']s| is) (?:\d|an? \p{L})/u,
  },
  {
    kind: 'fact',
    pattern: new RegExp(
      '\\b(?:[Mm]ein Name ist\\b(?! nicht\\b)|[Nn]enn mich (?:bitte |einfach )?\\p{Lu}|(?:[Dd]u kannst|Sie können) mich \\p{Lu}\\p{L}{1,20} nennen)|\\b[Ii]ch (?:heiße|' +
        'bin (?:\\p{Lu}\\p{L}{2,23}(?:in|er|ist|eur|euse|ent)\\b|\\d{1,3} Jahre alt|(?:gegen .{2,30} )?allergisch)|' +
        'wohne (?:\\p{L}{2,20} ){0,4}in|arbeite (?:als|bei|für|in))',
      'u',
    ),
  },
  {
    kind: 'fact',
    pattern: /\b[Uu]nser\p{L}{0,2} \p{L}{2,30} (?:läuft|laufen) (?:auf|mit) (?:jetzt )?(?:\p{L}{2,24} ){1,3}\d/u,
  },
  {
    kind: 'fact',
    pattern:
      /(?<![帮给替])我(?:叫(?![他她它你我不车辆])|的名字是|姓)\S|我(?:住在|来自)(?![那这你他她它])|我们(?:的\p{sc=Han}{2,6})?(?:现在)?(?:在[^，。]{1,8})?(?:使?用|[跑运行部署]{1,2}在).{0,8}[A-Za-z]{2}.{0,12}\d/u,
  },
  {
    kind: 'fact',
    pattern:
      /我在(?![考思找想计准寻上这那])[^，。换找做有过年]{1,20}(?:工作|上[夜早晚]?班|上学)(?!\p{sc=Han})|我是一[名位]|我是[^，。的]{0,8}(?:师|生|民|护士|工人|教授|作家|演员|程序员)(?=[，。！,.!\s]|$)/u,
  },
  ...headsOf('preference', 'liking'),
  ...headsOf('preference', 'wishing').map((head) => ({ ...head, wishes: true as const })),
  ...headsOf('decision', 'settling'),
  ...headsOf('decision', 'proposal').map((head) => ({ ...head, proposes: true as const })),
  ...headsOf('fact', 'being'),
  ...headsOf('rule', 'personal'),
]

/** Words after a comma with which another subject, or a question, begins. */
const NEXT =
  "so|will|would|but(?! I also)|which|considering|given|since|though|although|what|how|where|when|do you|should|is (?:it|that|this|there)|are (?:there|they)|I|we|as I|and (?:my|now|it|how|what|here)|here[’']s|kannst|könntest|aber|also|und ich|und wir|wie|was"
const NEXT_CJK = '你|请|但|所以|那|能不能|可以|怎么|不知道|有没有|有什么|是不是|很高兴|帮我|现在需要|我想[在把让]'
/** Where a clause ends: what follows asks, or begins another subject. */
export const ENDS = new RegExp(
  `[.!?;](?=\\s|$)|[。！？；]|[,，]? ?(?:can|could|would|will) you\\b|[,;]? (?:so|and|but) (?:I|we)\\b(?! also)|, (?:${NEXT})\\b(?! also)| und (?:darf|kann|könnte) ich\\b|，(?:${NEXT_CJK})|\\s[-–—]\\s(?=(?:can|could|what|how|do|is|any)\\b)`,
  'u',
)

const INSTEAD =
  'from now on|going forward|from here on|as of (?:now|today)|instead|no longer|any ?more|changed my mind|on second thought|switch\\p{L}{0,3} (?:to|from)|rather than|not\\b.{1,40}\\bbut|actually|(?:I|we) now'
const INSTEAD_GERMAN =
  'ab (?:jetzt|sofort|heute)|von (?:nun|jetzt) an|künftig|in Zukunft|stattdessen|statt|anstatt|nicht mehr|kein\\p{L}{0,2} .{1,40} mehr|doch lieber|(?:ich|wir) (?:\\p{L}{2,20} ){0,2}jetzt'
const INSTEAD_CJK = '从现在(?:起|开始)|以后|今后|改用|改成|换成|而不是|不再|不用.{1,20}了|我们?现在'
/** A newer statement replaces what held before. */
export const REPLACES = new RegExp(`\\b(?:${INSTEAD}|${INSTEAD_GERMAN})\\b|${INSTEAD_CJK}`, 'iu')
