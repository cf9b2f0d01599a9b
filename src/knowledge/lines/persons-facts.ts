import type { LineRow } from './row.js'

/** What a person is, has, and builds. [M11] */
export const PERSONS_FACTS: readonly LineRow[] = [
  {
    kind: 'being',
    priority: 10,
    language: 'en',
    pattern:
      /\bI(?:[’']m| am) (?:\d{2}(?= and\b|,)|(?:married|divorced|retired|pregnant|diabetic|majoring|studying)\b)/u,
    like: [
      ...["I'm diabetic", "I'm majoring in law", "I'm studying law", "I'm 60 and earn enough", 'I am 42, by the way'],
      ...["I'm married", 'I am divorced', 'I am retired', 'I am pregnant'],
    ],
    unlike: ['I am 60% done', "I'm tired"],
  },
  {
    kind: 'being',
    priority: 10,
    language: 'en',
    at: 'within',
    phrases: [
      ...['I was_born|grew_up in|on|near', 'I speak|own|drive', "I'm|I_am working|employed as|at|for"],
      'my new? role|job|position as',
    ],
    notThen: ['the|it|this|that|to|with'],
    like: [
      ...['I was born in Rome', 'I grew up on farms', 'I grew up near Rome', 'I speak German', 'I own two dogs'],
      ...['I drive trucks', "I'm working as an editor", 'I am employed at Acme', "I'm working for Acme"],
      ...['in my role as editor', 'my new job as editor', 'my position as editor'],
    ],
    unlike: [
      ...['I own the file', 'I own it fully', 'I own this file', 'I own that file', 'I speak to them'],
      'I speak with them',
    ],
  },
  {
    kind: 'being',
    priority: 10,
    language: 'en',
    pattern:
      /\bI(?: have|[’']ve got) (?:no |an? |one |two |three |four |\d )(?:[\p{L}-]{2,16} ){0,2}(?:kids?|child(?:ren)?|sons?|daughters?|brothers?|sisters?|siblings|dogs?|cats?|allergy|disability|degree)\b/u,
    like: [
      ...['I have one child', 'I have three children', 'I have four daughters', 'I have two brothers'],
      ...['I have two sisters', 'I have a cat', 'I have a disability', 'I have a law degree', 'I have two kids'],
      ...["I've got a young son", 'I have a peanut allergy', 'I have no siblings', 'I have 3 dogs'],
    ],
    unlike: ['I have a question', 'I have the kids'],
  },
  {
    kind: 'being',
    priority: 10,
    language: 'en',
    pattern:
      /\b[Mm]y (?:wife|husband|partner|son|daughter|mother|father|mom|dad|brother|sister|girlfriend|boyfriend|boss|dog|cat)(?:[’']s name is| is (?:an? |called |named |from |\d|allergic |vegetarian|vegan)| works | lives )/u,
    like: [
      ...['my husband is called Bob', 'my partner is named Bob', 'my daughter is from Rome', 'my mother is 70'],
      ...['my father is vegetarian', 'my mom is vegan', 'my brother is a cook', 'my girlfriend works here'],
      ...['my boyfriend lives here', 'my dog is 5', 'my cat is 5', "my wife's name is Ann", 'my son is a doctor'],
      ...['My boss works at home', 'my sister lives in Rome', 'my dad is allergic to nuts'],
    ],
    unlike: ['my wife is coming', 'the wife is a doctor'],
  },
  {
    kind: 'being',
    priority: 10,
    language: 'en',
    pattern:
      /\bI(?:[’']m| am) (?:currently )?an? (?!little|bit|lot)(?:[\p{L}/-]{2,20} ){0,3}\p{L}{3,20}(?:er|or|ist|ian|ant)(?=[,.;]| (?:at|in|for|from|who|and|based)\b)/u,
    like: [
      ...["I'm an accountant, by the way", "I'm an engineer, by the way", "I'm a baker for hotels"],
      ...["I'm a baker who travels", "I'm a baker and cook", "I'm a baker based here"],
      ...["I'm a pastry baker, by the way", 'I am a violinist from Rome', "I'm an actor in Rome"],
      "I'm a technician at Acme",
    ],
    unlike: [
      ...["I'm a bit better, thanks", "I'm a lot better, thanks", "I'm a little better, thanks"],
      ...["I'm a bit under pressure", "I'm a fan of it"],
    ],
  },
  {
    kind: 'being',
    priority: 10,
    language: 'en',
    pattern:
      /\bI(?:[’']ve| have) (?:been |had |lived |worked )[^.?!,]{3,60}? (?:daily|every (?:day|morning|evening|night|week)|for (?:\d{1,2}|several|many|over|the past|ten|five|twenty)[^.?!,]{0,12} years)\b/u,
    like: [
      ...["I've been swimming every day", "I've been swimming every morning", "I've been swimming every evening"],
      ...["I've been swimming every night", "I've been swimming every week", "I've lived here for over 9 years"],
      ...["I've lived here for the past years", "I've lived here for ten years", "I've lived here for five years"],
      ...["I've lived here for twenty years", "I've been using it daily", 'I have lived in Rome for 10 years'],
      ...["I've worked here for several years", 'I have had asthma for many years'],
    ],
    unlike: ["I've been there", "I've been using it today"],
  },
  {
    kind: 'being',
    priority: 10,
    language: 'en',
    pattern: /\bI(?:[’']m| am)? (?:currently )?(?:earn|earning|make|making) (?:about |around |roughly )?[$€£]\d/u,
    like: [
      ...["I'm earning about $85,000 a year", 'I currently make around €40,000', 'I earn roughly £30'],
      'I am making $5 an hour',
    ],
    unlike: ['I make $x bigger'],
  },
  {
    kind: 'being',
    priority: 10,
    language: 'en',
    pattern:
      /\b(?:I|[Ww]e)(?:[’'](?:m|re)| am| are) (?:building|developing|writing|maintaining|creating|working on) (?:an?|my|our) [^.?!,]{3,80}? (?:using|with|in) \p{Lu}/u,
    like: [
      ...['I am developing an app using React', "we're creating an app using React"],
      ...["we're working on an app using React", "I'm building my first site using React"],
      ...['We are maintaining a server in Go', "we're writing our app with Vue"],
    ],
    unlike: ["I'm building a list", "I'm building the site using React"],
  },
]
