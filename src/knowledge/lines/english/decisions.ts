import { texts } from '../lists.js'
import type { TableRow } from '../row.js'

const SOFT = 'also|now|just|all'
const PEOPLE = 'wife|husband|partner|son|daughter|mother|father|mom|dad|brother|sister|girlfriend|boyfriend'
const DECIDED =
  'decided_to|decided_on|decided_against|decided_that|chose|chosen|agreed_to|agreed_on|agreed_that|settled_on|opted_for|opted_to|going_with|switched_to|switched_from'
const OFFERS = 'option|approach|variant|choice|solution|proposal|alternative|idea|plan|design'
const CHANGES = 'go with|stick with|use'
const NOUNS = OFFERS.split('|')
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
/** `option` → `[Oo]ption`. The letter behind it is a capital, so the case of the others is given. */
const inBothCases = (word: string) => `[${capital(word).charAt(0)}${word.charAt(0)}]${word.slice(1)}`

/** Reports that something was decided, and that it was not. [C4] [C9] [M11] */
export const DECISIONS: readonly TableRow[] = [
  {
    kind: 'marker',
    pattern: /^[\s*_~#•+-]{0,12}\[[ \t]{0,2}DECISION[ \t]{0,2}\]/iu,
    like: '[DECISION] tabs | - **[ decision ]** tabs',
    unlike: 'The marker [DECISION] locks.',
  },
  {
    kind: 'decision',
    phrases: [
      ...['decided|chose|chosen', 'decision:', "we'll|we_will use|go_with|stick"],
      ...['going_with|settled_on|opted_for|opted_to', 'agreed to|on|that', 'switched to|from'],
    ],
    like: `
      We decided to use Postgres. | They chose Redis. | Redis was chosen. | Decision: tabs. | We'll use Redis. |
      We will go with Redis. | We'll stick to Redis. | I am going with Redis. | They settled on Redis. |
      They opted for Redis. | They opted to use Redis. | They agreed on Redis. | They agreed that it stays. |
      They agreed to wait. | They switched to Redis. | They switched from Redis.`,
    unlike: 'We will keep this in mind. | The decision is open. | He disagreed on it.',
  },
  {
    kind: 'undecided',
    priority: 20,
    phrases: [
      'not|never|being|could_have|should_have|would_have yet? decided|chosen|agreed',
      "*n't yet? decide|decided|chosen|agreed",
    ],
    like: `
      It is not decided. | It was never agreed. | It is being decided. | You could have chosen another. |
      You should have chosen another. | You would have chosen another. | It is not yet decided. |
      We haven't decided which. | I didn't decide that. | We haven't chosen one. | We haven't agreed on it. |
      We haven't yet decided.`,
    unlike: 'We decided not to wait.',
  },
  {
    kind: 'choice',
    at: 'start',
    phrases: ["let's? use|keep|go_with|stick_with !in_mind … instead_of|rather_than|not"],
    like: `
      Use tabs instead of spaces. | Let's use tabs, not spaces. | Keep tabs rather than spaces. |
      Go with tabs, not spaces. | Stick with tabs, not spaces.`,
    unlike: 'Use the parser. | They use tabs, not spaces. | Keep in mind that it is not done.',
  },
  {
    // Other words in which people settle something, and groups that do.
    kind: 'settling',
    at: 'within',
    phrases: [
      "I|we|I've|we've committed_to|compromised_on|compromised_at",
      "I|we|I've|we've agreed_with … to|on|that",
      'our|the|my team|board|company|family has? decided|agreed|chose|picked|voted',
      "we're|we_are dropping|adopting|sticking_with|migrating_to|switching_to|standardizing_on",
      "we won't|will_not use|support|allow|ship",
    ],
    notThen: ['it|this|that|them|him|her'],
    like: `
      I committed to daily reports | I've committed to weekly reports | We compromised on two days |
      we've compromised at two days | I agreed with Ann to wait | We agreed with Ann to wait |
      We've agreed with Ann on a date | I've agreed with Ann that tests come first | Our team decided to wait |
      The board has agreed to wait | My family chose Rome | Our company picked Rome | the team voted to wait |
      We're dropping Windows 7 | We're sticking with Vue | We are adopting tabs | We're migrating to Go |
      We're switching to Go | We're standardizing on Go | We won't use trackers | We will not support Windows 7 |
      We won't allow trackers | We won't ship trackers`,
    unlike: `
      I committed to it fully | I committed to this plan | I committed to that plan | We compromised on them all |
      I committed to him fully | I committed to her fully | They committed to tests`,
  },
  {
    // Before what is proposed.
    kind: 'proposing',
    at: 'start',
    phrases: ["let's|we'll|we_will"],
    like: "let's use tabs | we'll use tabs | we will use tabs",
    unlike: 'use tabs | I hope we will use tabs',
  },
  {
    kind: 'decided',
    phrases: [`I|we|I've|we've|I'm|we're|I_have|we_have *ly|${SOFT}? ${DECIDED}`],
    notThen: ['and|but|so'],
    like: [
      ...DECIDED.split('|').map((words) => `we ${words.replace('_', ' ')} tabs`),
      ...texts("I chose tabs, I've chosen tabs, we've chosen tabs, I'm going with tabs, we're going with tabs"),
      ...texts('I have chosen tabs, we have finally chosen tabs, we also chose tabs, we now chose tabs'),
      ...texts('we just chose tabs, we all chose tabs'),
    ],
    unlike: 'they chose tabs | we decided | I would have chosen tabs | the branch I just switched to, and so it runs',
  },
  {
    kind: 'naming',
    phrases: [
      "my full|first|last? name's|name_is {name}",
      'call|address me {name}',
      "I'm|I_am from {name}",
      "I'm|I_am {name}, a|an|the",
    ],
    like: `
      my name is Ann | My name's Ann | my full name is Ann Lee | my first name is Ann | my last name is Lee |
      call me Ann | Address me Ann | I'm from Rome | I am from Rome | I'm Ann, a nurse | I am Ann, an actor |
      I'm Ann, the owner`,
    unlike: "my name is long | call me later | I'm from here | I'm Ann",
  },
  {
    kind: 'naming',
    phrases: [`my ${PEOPLE} {name} who_is|she_is|he_is|who's|she's|he's #|a|an`],
    like: [
      ...PEOPLE.split('|').map((who) => `my ${who} Kim, who is 30`),
      ...['my wife Kim, she is 30', 'my wife Kim, who is a cook', 'my wife Kim, he is an actor'],
      ...["my wife Kim, who's 30", "my wife Kim, she's a cook", "my wife Kim, he's a cook"],
    ],
    unlike: 'my wife is 30 | my wife Kim is 30 | my wife Kim who is late',
  },
  {
    kind: 'proposal',
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
    // Of the ones who speak, also without a word for how long it holds.
    kind: 'resolving',
    phrases: ["we'll|we_will use|go_with|stick"],
    like: "Then we'll use it | Fine, we will go with it | we'll stick to it",
    unlike: "They'll use it | we'll see",
  },
  {
    // What has a name of its own. What is done with it once follows `to`.
    kind: 'settled',
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
    phrases: ['instead_of|rather_than|over|not *'],
    like: 'tabs instead of spaces | tabs rather than spaces | tabs over spaces | tabs not spaces',
    unlike: 'tabs instead | tabs',
  },
  {
    // For how much it holds.
    kind: 'settled',
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
    pattern: new RegExp(
      `\\b(?:${NOUNS.map(inBothCases).join('|')}|[Nn]umber|[Nn]o\\.|[Nn]r\\.?) ?(?:#?\\d{1,2}|[A-Z]|one|two|three)(?![\\w'’])`,
      'u',
    ),
    like: [
      ...NOUNS.map((noun) => `I prefer ${noun} 2`),
      ...NOUNS.map((noun) => `${capital(noun)} B`),
      ...texts('number 3, Number one, option two, option three, no. 3, No. 3, nr 3, Nr. 3, option #2, option2'),
    ],
    unlike: "option tables | a design that works | plan A's end | version 2 | optional B",
  },
]
