import { texts, words } from '../lists.js'
import type { TableRow } from '../row.js'

const IGNORE = 'forget|drop|scrap|scratch|disregard|ignore'

/** What replaces and ends what was said before, and the parts of a statement that say of what it is. [M11] */
export const CHANGES: readonly TableRow[] = [
  {
    // What follows ends.
    kind: 'ending',
    phrases: [`${IGNORE}|never_mind|nevermind|cancel|remove|delete|undo`],
    like: [
      ...IGNORE.split('|').map((verb) => `${verb} the rule about tabs`),
      ...texts('never mind the rule, nevermind the rule, cancel the rule, remove the rule, delete the rule, undo it'),
    ],
    unlike: 'the rule | dropped',
  },
  {
    // All of a sentence that ends what was said last.
    kind: 'taken-back',
    at: 'whole',
    phrases: [
      `please|ok|okay|actually? ${IGNORE} that|it|that_rule|it_rule again|please?`,
      'please|ok|okay|actually? never_mind|nevermind that|that_rule',
    ],
    like: [
      ...IGNORE.split('|').map((verb) => `${verb} that`),
      ...words('please ok okay actually').flatMap((word) => [`${word} forget it!`, `${word}, never mind that.`]),
      ...texts('forget that rule, forget it rule, forget that again, forget it please, nevermind that rule'),
    ],
    unlike: 'forget that I asked | never mind the cost | do not forget that',
  },
  {
    // A newer statement replaces what held before.
    kind: 'replacing',
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
    // What follows is dropped.
    kind: 'dropping',
    phrases: ['instead_of|rather_than|no_longer|not', 'from !now_on'],
    like: 'tabs instead of spaces | tabs rather than spaces | no longer tabs | tabs not spaces | we moved from tabs',
    unlike: 'use tabs | from now on',
  },
  {
    // What comes after the thing that is dropped.
    kind: 'after-dropped',
    phrases: ['but|and|to|zu|mehr'],
    like: 'tabs but not here | tabs and more | tabs to spaces | Tabs zu Kommas | Tabs mehr',
    unlike: 'tabs',
  },
  {
    kind: 'replacing',
    at: 'end',
    phrases: ['now'],
    like: 'I use tabs now.',
    unlike: 'now use tabs',
  },
  {
    // For which case it holds.
    kind: 'case',
    phrases: ['when|whenever|every_time|for|in|if|about|before|after'],
    like: `
      when I ask | whenever I ask | every time I ask | for Go | in Go | if I ask | about Go | before a merge |
      after a merge`,
    unlike: 'use tabs',
  },
  {
    // Before what something is for.
    kind: 'purpose',
    phrases: ['for|as'],
    like: 'Redis for the cache | Redis as a cache',
    unlike: 'Redis',
  },
]
