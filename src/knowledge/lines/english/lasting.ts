import type { TableRow } from '../row.js'

/** Decisions and preferences that last, and those of one day or one act. [M11] */
export const LASTING: readonly TableRow[] = [
  {
    kind: 'day',
    phrases: ['today|tonight|tomorrow|yesterday', 'this morning|afternoon|evening|weekend', 'day|days|week|weeks ago'],
    like: `
      We chose it today. | We chose it tonight. | We go tomorrow. | We chose it yesterday. | We chose it this morning. |
      We chose it this afternoon. | We go this evening. | We go this weekend. | We chose it a day ago. |
      We chose it two days ago. | We chose it a week ago. | We chose it two weeks ago.`,
    unlike: 'We chose it for days.',
  },
  {
    kind: 'day',
    pattern: /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\p{Ll}{0,6}\.? \d{1,2}\b/u,
    like: `
      on Jan 5 | on February 5 | on March 5 | on April 5 | on May 5 | on June 5 | on July 5 | on August 5 | on Sept. 5 |
      on October 5 | on November 5 | on Dec 5`,
    unlike: 'in May | I may 5 times',
  },
  {
    kind: 'lasting',
    phrases: ['start|starts|starting|from_today|from_now|daily|weekly|monthly|every|each|per|always|switched'],
    like: `
      start today | it starts today | starting today | from today | from now | daily | weekly | monthly | every day |
      each day | per day | always | switched`,
    unlike: 'today',
  },
  {
    kind: 'while',
    phrases: ['for #|a|an|two|three|the_next few|three? hour|hours|day|days|week|weeks|month|months'],
    like: `
      for 2 hours | for a few hours | for an hour | for two weeks | for three months | for the next day | for a week |
      for the next three days | for a month`,
    unlike: 'for hours',
  },
  {
    kind: 'once',
    phrases: [
      'decided|chose|chosen|agreed|opted to only|just|finally? buy|purchase|order|invest|spend|pay|attend|visit|join|read|watch|skip|trial|try|book|meet|call|ask|talk|take|give|cook|bake|host',
    ],
    like: `
      I decided to buy it | I chose to purchase it | I have chosen to order it | I agreed to invest | I opted to spend |
      I decided to only pay | I decided to just attend | I decided to finally visit | I decided to join |
      I decided to read it | I decided to watch it | I decided to skip it | I decided to trial it |
      I decided to try it | I decided to book it | I decided to meet | I decided to call | I decided to ask |
      I decided to talk | I decided to take it | I decided to give it | I decided to cook | I decided to bake |
      I decided to host`,
    unlike: 'I decided to use it',
  },
  {
    kind: 'once',
    phrases: ['decided|chose|chosen|agreed|opted to only|just|finally? go'],
    notThen: ['with'],
    like: `
      I decided to go | We chose to go | I have chosen to go | We agreed to go | I opted to go | I decided to only go |
      I decided to just go | I decided to finally go`,
    unlike: 'We decided to go with Redis',
  },
  {
    // What is done as soon as possible, or before something else, is done once.
    kind: 'once',
    phrases: ['as_soon_as_possible|at_once|immediately'],
    like: 'I decided to move as soon as possible | I decided to act at once | We chose to leave immediately',
    unlike: 'I decided to answer soon',
  },
  {
    kind: 'once',
    pattern: /\bto save [$€£]/iu,
    like: 'I chose e-books to save $30',
    unlike: 'I chose e-books to save time',
  },
  {
    kind: 'while',
    phrases: ['during … week|month|sprint|phase', 'for_now|for_the_moment|at_the_moment'],
    like: `
      as it is for now | as it is for the moment | not at the moment | during launch week | during the first month |
      during this sprint | during the second phase`,
    unlike: 'during meals',
  },
]
