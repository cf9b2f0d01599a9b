import { texts } from '../lists.js'
import type { TableRow } from '../row.js'

/** What a person is, has, and builds. [M11] */

const HAVE = ['been', 'had', 'lived', 'worked', 'started', 'used']
const HAVE_BEEN = `I've|I_have ${HAVE.join('|')} {words}`
const FOR_LONG =
  'every_day|every_morning|every_evening|every_night|every_week|since_{name}|since_#|for_{word}_years|for_{word}_{word}_years|for_{word}_{word}_{word}_years|daily,|daily_for|daily_since|daily_and|daily_but'
const AGES = ['a', 'an']
  .flatMap((a) => ['year', 'years'].flatMap((years) => [`${a}_#-${years}-old`, `${a}_#_${years}_old`]))
  .join('|')
const DIETS = ['', 'a_', 'an_', 'a_{word}_', 'an_{word}_']
  .flatMap((before) => [`${before}vegetarian`, `${before}vegan`])
  .join('|')

/** What a person is, has, and builds, when they work and are free, what they need, and how they are called: where such a clause begins. [M11] */
export const PERSONS: readonly TableRow[] = [
  {
    // Days and times in the plural: a habit. `I'm free on Friday` is about one day.
    kind: 'being',
    phrases: [
      "I|we don't|do_not|never|only work on|at|after|before *days|weekends|nights|#",
      "I'm|I_am only? free|available|off|busy on|in_the|at *days|weekends|mornings|evenings|nights",
      'I use|need|wear|have a|an screen_reader|wheelchair|hearing_aid|pacemaker|guide_dog',
      'my pronouns|email|username|handle|nickname is|are',
      "I'm|I_am on windows|linux|macos|mac|android",
      "I'm|I_am usually|normally offline|online|available|free|busy",
      "I'm|I_am in_a_wheelchair",
      "I'm|I_am # years_old",
      'I have *? disease|syndrome|disorder',
      'I work from #',
      'my|our kids|children|sons|daughters|twins are #|two|three|four|five|called|named',
    ],
    like: `
      I don't work on Fridays | We do not work on weekends | I never work at nights | I only work after 9 |
      I only work before 9 | I'm only free on Mondays | I am available in the mornings | I'm off on weekends |
      I'm busy at nights | I'm free in the evenings | I am busy in the evenings | I use a screen reader |
      I need a wheelchair | I wear a hearing aid | I have a pacemaker | I have a guide dog | I use an hearing aid |
      my pronouns are they/them | my email is ann@example.net | I'm on Windows | I am on Linux | I'm on macOS |
      I'm on Mac | I'm on Android | I'm usually offline at six | I'm usually online at six |
      I am normally available at six | I'm usually free at six | I'm usually busy at six | I'm in a wheelchair |
      I am in a wheelchair | I am 34 years old | I'm 34 years old | I have celiac disease | I have Down syndrome |
      I have sleep disorder | I work from 7 to 3 | my username is ann | my handle is ann | my nickname is Ann |
      my kids are 3 and 6 | our children are two and four | our sons are three | my daughters are four |
      my twins are five | my kids are called Ann and Bob | our kids are named Ann and Bob`,
    unlike: "I'm free on Friday | I don't work on it | I use a hammer",
  },
  {
    kind: 'being',
    pattern: new RegExp(
      "\\b[Mm]y (?:wife|husband|partner|son|daughter|mother|father|brother|sister|boss|dog|cat)[’']?s name is|" +
        "\\bI(?:[’']m| am) (?:learning|studying) \\p{Lu}|" +
        "\\bI(?:[’']ve been| was| have been) diagnosed with \\p{L}|" +
        "\\bI(?:[’']m| am) an? (?:\\p{L}{2,12} ){0,2}(?:\\p{L}{3,14}(?<!tour)ist|\\p{L}{3,14}ician|chef|pilot|accountant|farmer)\\b",
      'u',
    ),
    like: `
      I was diagnosed with asthma | I've been diagnosed with it | I have been diagnosed with asthma |
      my wife's name is Ann | My husband’s name is Bob | my partner's name is Bob | my son's name is Bob |
      my daughter's name is Ann | my mother's name is Ann | my father's name is Bob | my brothers name is Bob |
      my sister's name is Ann | my boss’s name is Ann | my dog's name is Rex | my cat's name is Tom |
      I'm learning Spanish | I am studying French | I'm a guitarist | I am an electrician | I'm a chef | I'm a pilot |
      I'm a tax accountant | I'm a farmer`,
    unlike: "I'm a tourist | I'm a loser",
  },
  {
    // What a person cannot see, hear, or eat.
    kind: 'being',
    phrases: [
      "I'm|I_am color_blind|colour_blind|deaf|blind|hard_of_hearing|dyslexic|autistic", // words: ok
      "I'm|I_am lactose_intolerant|gluten_intolerant|lactose-intolerant|gluten-intolerant",
    ],
    notThen: ['to'],
    like: [
      ...texts("I'm color blind, I'm deaf, I am blind, I'm hard of hearing, I'm dyslexic, I'm autistic"),
      ...texts("I'm colour blind, I'm lactose intolerant, I am gluten intolerant, I'm gluten-intolerant"), // words: ok
      "I'm lactose-intolerant",
    ],
    unlike: "I'm blind to it | They are deaf",
  },
  {
    kind: 'being',
    pattern:
      /\bI(?:[’']m| am) (?:\d{2}(?= and\b|,)|(?:married|divorced|retired|pregnant|diabetic|(?:majoring|studying)(?= \p{L}))\b)/u,
    like: `
      I'm diabetic | I'm majoring in law | I'm studying law | I'm 60 and earn enough | I am 42, by the way |
      I'm married | I am divorced | I am retired | I am pregnant`,
    unlike: "I am 60% done | I'm tired",
  },
  {
    kind: 'being',
    at: 'within',
    phrases: [
      ...['I was_born|grew_up in|on|near', 'I speak|own|drive|study', "I'm|I_am working|employed as|at|for"],
      ...['I now|currently? work|live as|at|for|in|near', "I'm|I_am allergic_to|based_in"],
      'my new? role|job|position as',
    ],
    notThen: ['the|it|this|that|to|with|your|there|here|about|of|for_myself'],
    like: `
      I was born in Rome | I grew up on farms | I grew up near Rome | I speak German | I study physics |
      I own two dogs | I drive trucks | I'm working as an editor | I am employed at Acme | I'm working for Acme |
      I now live in Rome | I currently live in Rome |
      I work as an editor | I live at home | I work for Acme | I live in Rome | I live near Rome |
      I'm allergic to nuts | I am based in Rome | in my role as editor | my new job as editor | my position as editor`,
    unlike: `
      I own the file | I own it fully | I own this file | I own that file | I speak to them | I speak about jobs |
      I speak of jobs | I speak for myself | I speak with them | I work for your firm | I live in there |
      I live near here`,
  },
  {
    kind: 'being',
    phrases: [`I'm|I_am ${DIETS}|color-blind|colorblind|left-handed|${AGES}`],
    like: [
      ...DIETS.split('|').map((diet) => `I'm ${diet.replaceAll('_', ' ').replace('{word}', 'strict')}`),
      ...["I'm color-blind", 'I am colorblind', "I'm left-handed"],
      ...AGES.split('|').map((age) => `I'm ${age.replaceAll('_', ' ').replace('#', '18')}`),
    ],
    unlike: "I'm a box | They are vegan",
  },
  {
    kind: 'being',
    phrases: [
      "I_have|I've_got no|a|an|one|two|three|four|# *? *? kid|kids|child|children|son|sons|daughter|daughters|brother|brothers|sister|sisters|siblings|dog|dogs|cat|cats|disability|degree",
      "I_have|I've_got a|an|type? #? *? *? *itis|*osis|*emia|*lexia|*phobia|diabetes|asthma|adhd|autism|epilepsy|intolerance|allergy",
    ],
    like: `
      I have a kid | I have two sons | I have a daughter | I have a brother | I have a sister | I have a dog |
      I have two cats | I've got asthma | I have a very old dog | I have an old dog | I have an egg allergy |
      I have a severe peanut allergy | I have one child | I have three children | I have four daughters |
      I have two brothers | I have two sisters | I have a cat | I have a disability | I have a law degree |
      I have two kids | I've got a young son | I have a peanut allergy | I have no siblings | I have 3 dogs |
      I have type 1 diabetes | I have asthma | I have arthritis | I have scoliosis | I have mild leukemia |
      I have dyslexia | I have arachnophobia | I have ADHD | I have autism | I have epilepsy |
      I have a lactose intolerance`,
    unlike: 'I have a question | I have the kids',
  },
  {
    kind: 'being',
    phrases: [
      'my wife|husband|partner|son|daughter|mother|father|mom|dad|brother|sister|girlfriend|boyfriend|boss|dog|cat is a|an|called|named|from|#|allergic|vegan|german|*ian|*ese|*ish',
      'my wife|husband|partner|mother|father|sister|brother works|lives',
    ],
    like: `
      my husband is called Bob | my partner is named Bob | my daughter is from Rome | my mother is 70 |
      my father is vegetarian | my mom is vegan | my brother is a cook | my girlfriend is an actor |
      my boyfriend is a cook | my dog is 5 | my cat is 5 | my son is a doctor | my boss is from Rome | my sister is 5 |
      my dad is allergic to nuts | my wife is German | my wife is Chinese | my wife is Danish | my wife is Brazilian |
      my wife works here | my husband lives here | my partner works here | my mother works here | my father lives here |
      my sister lives here | my brother works here`,
    unlike: 'my wife is coming | the wife is a doctor',
  },
  {
    kind: 'being',
    phrases: [`${HAVE_BEEN} ${FOR_LONG}`],
    like: `
      I've been swimming every day | I've been swimming every morning | I've been swimming every evening |
      I've been swimming every night | I've been swimming every week | I've lived here for over 9 years |
      I've lived here for over 9 long years | I have had asthma for many years | I've worked here since May |
      I've been using it since 2019 | I've started running since March | I've used tabs since Monday |
      I've been using it daily since then | I've been using it daily for ages | I've been using it daily and it helps |
      I've been using it daily but it fails | I've been using it daily, really`,
    unlike: "I've been there | I've been using it today | I've been doing the daily exercises",
  },
  {
    kind: 'being',
    at: 'end',
    phrases: [`${HAVE_BEEN} daily`],
    like: ["I've been using it daily", ...HAVE.map((verb) => `I have ${verb} it daily`)],
    unlike: "I've been using the daily build",
  },
  {
    kind: 'being',
    pattern: /\bI(?:[’']m| am)? (?:currently )?(?:earn|earning|make|making) (?:about |around |roughly )?[$€£]\d/u,
    like: `
      I'm earning about $85,000 a year | I currently make around €40,000 | I earn roughly £30 | I am making $5 an hour`,
    unlike: 'I make $x bigger',
  },
  {
    kind: 'being',
    phrases: [
      'I work nights|part-time|full-time|remotely|freelance|from_home|*_shifts',
      "I'm|I_am in my *_year",
      'my budget … is',
      'my salary|rent|birthday|time_zone|blood_type|hometown|native_language is',
      'I teach|coach *',
    ],
    notThen: ['the|that|so|not|too|you|them|him|her|coming'],
    like: `
      I work nights | I work part-time | I work full-time | I work remotely | I work freelance | I work from home |
      I work night shifts | I'm in my second year | I am in my final year | My budget for food is $80 |
      My salary is $80 | My rent is $80 | My birthday is in May | My time zone is CET | My blood type is A |
      My hometown is Rome | My native language is German | I teach chemistry | I coach football`,
    unlike: `
      I work late | I'm in my car | My budget for the trip is the problem | My rent is that high | My rent is so high |
      My rent is not high | My rent is too high | My salary is you know | My rent is them all | My rent is him |
      My rent is her | My birthday is coming up`,
  },
  {
    kind: 'being',
    phrases: [
      "I'm|I_am a|an *? *? *? developer|engineer|programmer|designer|teacher|student|manager|producer|nurse|doctor|lawyer|scientist|researcher|consultant|professor|writer|artist",
    ],
    like: `
      I'm a developer | I am an engineer | I'm a web programmer | I'm a designer | I'm a math teacher |
      I'm a second year law student | I'm a product manager | I'm a film producer | I'm a nurse | I'm a doctor |
      I'm a lawyer | I'm a scientist | I'm a researcher | I'm a consultant | I'm a professor | I'm a writer |
      I'm an artist`,
    unlike: "I'm a beginner | I'm the doctor",
  },
]
