import type { WordPattern } from '../../knowledge/lines/phrases.js'
import { kindAmong, patternsOf } from '../../knowledge/lines/read.js'
import type { StandingKind } from './entry.js'

/** Words with which people begin a clause that states something standing, in the languages that are read. A row only says where a clause
 * begins and what it is; `find.ts` decides whether it holds beyond the moment. */

export interface Head {
  kind: StandingKind
  /** Found anywhere in a sentence. Its match begins the clause. */
  pattern: WordPattern
  /** Whether the clause says nothing without the words before it. */
  leans?: (clause: string) => boolean
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

const prefers = kindAmong('prefers-it')
const prefersIt = (clause: string) => prefers(clause) !== null
const WIR_HABEN = '\\b(?:wir haben|ich habe|(?:das|unser) team hat)\\b(?![^,.!?]{0,25} nicht\\b)[^,.!?]{0,64}'

export const HEADS: readonly Head[] = [
  ...patternsOf('preferring').map((pattern): Head => ({ kind: 'preference', pattern, leans: prefersIt })),
  ...patternsOf('decided').map((pattern): Head => ({ kind: 'decision', pattern })),
  {
    kind: 'decision',
    pattern: new RegExp(
      `${WIR_HABEN} (?:(?:für|auf|gegen) (?!\\d)[^,.!?]{2,60} (?:entschieden|geeinigt)\\b|(?:beschlossen|entschieden), (?!dass |daß |um |weil |keine?\\b))`,
      'iu',
    ),
  },
  ...patternsOf('naming').map((pattern): Head => ({ kind: 'fact', pattern })),
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
    pattern: new RegExp(
      '\\b(?:[Mm]ein Name ist\\b(?! nicht\\b)|[Nn]enn mich (?:bitte |einfach )?\\p{Lu}|(?:[Dd]u kannst|Sie können) mich \\p{Lu}\\p{L}{1,20} nennen)|\\b[Ii]ch (?:heiße|' +
        'bin (?:\\p{Lu}\\p{L}{2,23}(?:in|er|ist|eur|euse|ent)\\b|\\d{1,3} Jahre alt|(?:gegen .{2,30} )?allergisch)|' +
        'wohne (?:\\p{L}{2,20} ){0,4}in|arbeite (?:als|bei|für|in))',
      'u',
    ),
  },
  {
    kind: 'fact',
    pattern:
      /我们(?:的\p{sc=Han}{2,6})?(?:现在)?(?:在[^，。]{1,8})?(?:使?用|[跑运行部署]{1,2}在).{0,8}[A-Za-z]{2}.{0,12}\d/u,
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
