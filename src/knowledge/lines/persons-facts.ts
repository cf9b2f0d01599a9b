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
      /\bI(?: have|[’']ve got) (?:(?:no |an? |one |two |three |four |\d )(?:[\p{L}-]{2,16} ){0,2}(?:kids?|child(?:ren)?|sons?|daughters?|brothers?|sisters?|siblings|dogs?|cats?|allergy|disability|degree)|(?:[\p{L}\d-]{1,16} ){0,3}(?:\p{L}{3,16}(?:itis|osis|emia|lexia|phobia)|diabetes|asthma|ADHD|autism|epilepsy|intolerance))\b/u,
    like: [
      ...['I have one child', 'I have three children', 'I have four daughters', 'I have two brothers'],
      ...['I have two sisters', 'I have a cat', 'I have a disability', 'I have a law degree', 'I have two kids'],
      ...["I've got a young son", 'I have a peanut allergy', 'I have no siblings', 'I have 3 dogs'],
      ...['I have type 1 diabetes', 'I have asthma', 'I have arthritis', 'I have scoliosis', 'I have mild leukemia'],
      ...['I have dyslexia', 'I have arachnophobia', 'I have ADHD', 'I have autism', 'I have epilepsy'],
      'I have a lactose intolerance',
    ],
    unlike: ['I have a question', 'I have the kids'],
  },
  {
    kind: 'being',
    priority: 10,
    language: 'en',
    pattern:
      /\b[Mm]y (?:wife|husband|partner|son|daughter|mother|father|mom|dad|brother|sister|girlfriend|boyfriend|boss|dog|cat)(?:[’']s name is| is (?:an? |called |named |from |\d|allergic |vegetarian|vegan|\p{Lu}\p{Ll}{2,12}(?:an|ese|ish)\b)| works | lives )/u,
    like: [
      ...['my husband is called Bob', 'my partner is named Bob', 'my daughter is from Rome', 'my mother is 70'],
      ...['my father is vegetarian', 'my mom is vegan', 'my brother is a cook', 'my girlfriend works here'],
      ...['my boyfriend lives here', 'my dog is 5', 'my cat is 5', "my wife's name is Ann", 'my son is a doctor'],
      ...['My boss works at home', 'my sister lives in Rome', 'my dad is allergic to nuts'],
      ...['my wife is German', 'my wife is Chinese', 'my wife is Danish'],
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
      /\bI(?:[’']ve| have) (?:been |had |lived |worked |started |used )[^.?!,]{3,60}? (?:daily(?=[,.!;]|$| (?:for|since|and|but)\b)|every (?:day|morning|evening|night|week)|for (?:[\p{L}\d-]{1,12} ){1,3}years|since (?:\p{Lu}\p{Ll}{2,9}|\d{4}))\b/u,
    like: [
      ...["I've been swimming every day", "I've been swimming every morning", "I've been swimming every evening"],
      ...["I've been swimming every night", "I've been swimming every week", "I've lived here for over 9 years"],
      ...["I've been using it daily", 'I have had asthma for many years', "I've worked here since May"],
      ...["I've been using it since 2019", "I've started running since March", "I've used tabs since Monday"],
      ...[
        "I've been using it daily since then",
        "I've been using it daily for ages",
        "I've been using it daily and it helps",
      ],
      ...["I've been using it daily but it fails", "I've been using it daily, really"],
    ],
    unlike: ["I've been there", "I've been using it today", "I've been doing the daily exercises"],
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
  {
    kind: 'being',
    priority: 10,
    language: 'en',
    phrases: [
      'I work nights|part-time|full-time|remotely|freelance|from_home|*_shifts',
      "I'm|I_am in my *_year",
      'my budget … is',
      'my salary|rent|birthday|time_zone|blood_type|hometown|native_language is',
      'I teach|coach *',
    ],
    notThen: ['the|that|so|not|too|you|them|him|her'],
    like: [
      ...['I work nights', 'I work part-time', 'I work full-time', 'I work remotely', 'I work freelance'],
      ...['I work from home', 'I work night shifts', "I'm in my second year", 'I am in my final year'],
      ...['My budget for food is $80', 'My salary is $80', 'My rent is $80', 'My birthday is in May'],
      ...['My time zone is CET', 'My blood type is A', 'My hometown is Rome', 'My native language is German'],
      ...['I teach chemistry', 'I coach football'],
    ],
    unlike: [
      ...['I work late', "I'm in my car", 'My budget for the trip is the problem', 'My rent is that high'],
      ...['My rent is so high', 'My rent is not high', 'My rent is too high', 'My salary is you know'],
      ...['My rent is them all', 'My rent is him', 'My rent is her'],
    ],
  },
]
