import type { LineRow } from '../row.js'

const all = (list: string) => list.split(', ')

const OFFERS = 'option|approach|variant|choice|solution|proposal|alternative|idea|plan|design'
const OFFERS_GERMAN = 'Option|option|Variante|Vorschlag|Ansatz|Lösung|Möglichkeit|Alternative|Idee'
const CHANGES = 'go with|stick with|use'
const NOUNS = OFFERS.split('|')
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
/** `option` → `[Oo]ption`. The letter behind it is a capital, so the case of the others is given. */
const inBothCases = (word: string) => `[${capital(word).charAt(0)}${word.charAt(0)}]${word.slice(1)}`

/** Plans in the form of a decision (`Let's use …`): most are steps of the task. They are of the project if they name a thing, compare, or say for
 * how much they hold. [M11] */
export const STANDING_PROPOSALS: readonly LineRow[] = [
  {
    kind: 'proposal',
    priority: 10,
    language: 'en',
    at: 'within',
    phrases: [`let's ${CHANGES.replaceAll(' ', '_')}`, "we'll|we_will use", 'decision:'],
    notThen: ['the|this|that|my|your|one|it|them'],
    like: `
      Let's go with tabs | Let's stick with tabs | Let's use tabs | We'll use tabs | We will use tabs |
      Decision: use tabs`,
    unlike: `
      Let's use the gift card | Let's use this one | We'll use that one | Let's use my card | Let's use your card |
      We’ll use one for Ann | We'll use it soon | We'll use them soon | They use tabs`,
  },
  {
    // What has a name of its own. What is done with it once follows `to`.
    kind: 'settled',
    priority: 10,
    language: 'en',
    pattern: new RegExp(
      `^(?:[Ll]et[’']s (?:${CHANGES})(?!.{0,80} to \\p{Ll})|[Ww]e(?:[’']ll| will) use) ` +
        '(?:\\p{Lu}|\\S{1,20}(?:\\p{Ll}\\p{Lu}|\\p{L}[_\\d]))|^[Dd]ecision:',
      'u',
    ),
    like: `
      Let's go with Redis | let's stick with Redis | Let’s use Redis | We'll use Redis | we will use Redis 7 |
      Let's use openSSL | Let's use snake_case | Let's use log4j | We'll use Redis to cache it | Decision: use tabs`,
    unlike: "Let's use Redis to cache it | Let's use pans | They use Redis | I let's use Redis",
  },
  {
    // One thing over another.
    kind: 'settled',
    priority: 10,
    language: 'en',
    phrases: ['instead_of|rather_than|over|not *'],
    like: 'tabs instead of spaces | tabs rather than spaces | tabs over spaces | tabs not spaces',
    unlike: 'tabs instead | tabs',
  },
  {
    // For how much it holds.
    kind: 'settled',
    priority: 10,
    language: 'en',
    phrases: [
      'for_all|every|everything|everywhere|throughout|across|always|by_default|from_now_on|going_forward',
      'in|for this|our|the? whole|entire? project|repo|codebase|app|team|company',
    ],
    like: `
      tabs for all files | for every file | for everything | tabs everywhere | throughout | across files | always tabs |
      tabs by default | from now on | going forward | in this project | for our repo | in the codebase | for the app |
      in our team | in the whole company | in the entire project`,
    unlike: 'tabs in the file | tabs here',
  },
  {
    // One of what was offered: it says nothing without the offer.
    kind: 'offered',
    priority: 10,
    language: 'en',
    pattern: new RegExp(
      `\\b(?:${NOUNS.map(inBothCases).join('|')}|[Nn]umber|[Nn]o\\.|[Nn]r\\.?) ?(?:#?\\d{1,2}|[A-Z]|one|two|three)(?![\\w'’])`,
      'u',
    ),
    like: [
      ...NOUNS.map((noun) => `I prefer ${noun} 2`),
      ...NOUNS.map((noun) => `${capital(noun)} B`),
      ...all('number 3, Number one, option two, option three, no. 3, No. 3, nr 3, Nr. 3, option #2, option2'),
    ],
    unlike: "option tables | a design that works | plan A's end | version 2 | optional B",
  },
  {
    kind: 'offered',
    priority: 10,
    language: 'de',
    pattern: new RegExp(`(?<!\\p{L})(?:${OFFERS_GERMAN}) (?:\\d{1,2}|[A-Z])(?!\\p{L})`, 'u'),
    like: OFFERS_GERMAN.split('|').flatMap((noun) => [`${noun} 2`, `${noun} B`]),
    unlike: 'Variante Bahn | Mietoption 2',
  },
  {
    kind: 'offered',
    priority: 10,
    language: 'zh',
    phrases: ['方案|选项 _? {latin}|#|一|二|三', '第 一|二|三|# 个? 方案|选项|种'],
    like: '方案A | 方案 2 | 选项一 | 方案二 | 方案三 | 第一个方案 | 第二种 | 第三个选项 | 第2种',
    unlike: '方案很好 | 第一次',
  },
]
