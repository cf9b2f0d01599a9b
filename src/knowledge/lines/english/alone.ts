import { texts, words } from '../lists.js'
import type { TableRow } from '../row.js'

/** What an assistant makes again and again, in the plural and without an article. */
const THINGS =
  'prices|amounts|dates|times|temperatures|distances|weights|units|answers|replies|responses|explanations|comments|docstrings|' +
  'tests|commits|identifiers|variables|functions|methods|paragraphs|sources|recipes'
/** What is written as a task: `Write tests with vitest`. Only its language is asked of all of it. */
const TEXTS = 'comments|docstrings|commit_messages|variable_names|identifiers|explanations'
/** What people leave out of talk. */
const TALK =
  'small_talk|flattery|jargon|filler|pleasantries|praise|disclaimers|apologies|preamble|emojis|exclamation_marks'
const MANNERS = 'in|as|with|without|below|under|above|at'
const ONE_THING = 'for|of|from|your'
const spaced = (word: string) => word.replaceAll('_', ' ')

/** Orders about how an assistant speaks, and how it makes things of a kind: `Keep the tone friendly`, `Give prices in euros`. The same words in a
 * task are about the task, so they hold only if the message has nothing else to which they could belong. [M11] */
export const ALONE: readonly TableRow[] = [
  {
    // What nothing is done without.
    kind: 'alone',
    at: 'start',
    phrases: ['no|nothing {words} without {word}'],
    like: 'No merges without a review | Nothing goes live without my okay',
    unlike: 'No sugar, tea without milk | They merge without a review',
  },
  {
    // How a person is spoken to. `Talk to me about Rome` orders a talk.
    kind: 'alone',
    at: 'start',
    phrases: [
      'talk|speak|write to|with me like|as|more|less|in|*ly',
      'explain things|everything|concepts to_me? like|as|in|*ly',
      'treat me like|as',
      'be more|less? * with me',
      'keep|make the|your tone|style|language|wording *',
      'speak|write plain|simple? english|german|french|spanish|chinese',
      'be more|less|very? casual|blunt|direct|verbose|technical|friendly|critical',
      "don't|do_not guess|invent|make_things|hallucinate",
      "tell_me|say_so|ask_me when|if you don't|aren't|are_not",
      'prefer * over|to *',
      'write|sound more|less? like',
      'one question|step|thing at_a_time',
      "don't|do_not swear|curse|preach|ramble|flatter_me",
      'assume I know|understand',
      'leave the|our|my *? folder|branch|schema|config|database|lockfile|migrations alone|as_is|untouched',
    ],
    notThen: ['at_all'],
    like: [
      ...texts('Talk to me like a beginner, Speak with me more softly, Write to me in prose, Talk to me less formally'),
      ...texts('Talk to me plainly, Explain things like a teacher, Explain everything to me as to a child'),
      ...texts('Speak German, Write plain English, Write simple French, Speak Spanish, Speak Chinese'),
      ...texts(
        "Write like a human, Sound less like a robot, Sound more like a friend, Don't swear, Do not curse, Don't preach",
      ),
      ...texts("Don't ramble, Don't flatter me, Assume I know Go, Assume I understand Go"),
      ...texts('One question at a time, One step at a time, One thing at a time'),
      ...texts('Leave the folder alone, Leave our branch as is, Leave my schema untouched, Leave the config alone'),
      ...texts('Leave the database alone, Leave the lockfile alone, Leave the old migrations alone'),
      ...texts('Explain concepts in prose, Explain things briefly, Treat me like an expert, Treat me as an expert'),
      ...texts('Be more patient with me, Be less formal with me, Be blunt with me'),
      ...texts('Keep the tone friendly, Make your style plain, Keep the language simple, Keep your wording simple'),
      ...texts(
        'Talk to me as a colleague, Be more casual, Be blunt, Be less direct, Be very technical, Be less verbose',
      ),
      ...texts("Be friendly, Be critical, Don't guess, Do not invent sources, Don't make things up, Don't hallucinate"),
      ...texts("Tell me when you don't know, Say so if you aren't sure, Ask me if you are not sure"), // words: ok
      ...texts('Prefer composition over inheritance, Prefer tabs to spaces'),
    ],
    unlike: 'Talk to me about Rome | They talk to me like friends | Be there | Keep the change | Be direct at all',
  },
  {
    kind: 'alone',
    at: 'start',
    phrases: [`skip|cut|drop|lose|spare_me the|all|your? ${TALK}`, 'get straight_to|to the_point'],
    like: [
      ...TALK.split('|').map((word) => `Skip the ${spaced(word)}`),
      ...texts('Cut the flattery, Drop all jargon, Lose the jargon, Spare me your praise, Skip praise'),
      ...texts('Get straight to the point, Get to the point'),
    ],
    unlike: 'Skip the second paragraph | Cut the cake',
  },
  {
    // Things of a kind with what they are like: no article, and nothing for which they are.
    kind: 'alone',
    at: 'start',
    phrases: [
      `give|quote|format|express|put|keep|name me? all|your? code|unit? ${THINGS}|commit_messages|variable_names ${MANNERS}|short|simple|brief`,
    ],
    notThen: [`… ${ONE_THING}`],
    like: [
      ...THINGS.split('|').map((thing) => `Give ${thing} in short`),
      ...MANNERS.split('|').map((manner) => `Give prices ${manner} cost`),
      ...words('quote format express put keep name').map((verb) => `${verb} dates as numbers`),
      ...texts('Keep code comments in English, Name unit tests in English, Keep commit messages in English'),
      ...texts('Keep variable names in English'),
      ...texts('Give me prices in euros, Give all prices in euros, Keep your answers short'),
      ...texts('Keep replies simple, Keep replies brief'),
    ],
    unlike: [
      ...ONE_THING.split('|').map((word) => `Give prices in euros ${word} hotel`),
      ...texts('Write tests with vitest, Give me a price in euros, They give prices in euros'),
    ],
  },
  {
    kind: 'alone',
    at: 'start',
    phrases: [`write all|your? code? ${TEXTS} in english|german|french|spanish|chinese|the`],
    like: [
      ...TEXTS.split('|').map((text) => `Write ${spaced(text)} in English`),
      ...words('German French Spanish Chinese').map((language) => `Write comments in ${language}`),
      ...texts(
        'Write commit messages in the imperative, Write all comments in English, Write your comments in English',
      ),
      'Write code comments in English',
    ],
    unlike: 'Write tests in English | Write comments with jokes | They write comments in English',
  },
  {
    // Without a verb: the language or the form, or a word of request.
    kind: 'alone',
    at: 'start',
    phrases: [
      `code? ${THINGS}|commit_messages|type_hints|variable_names only? in|as english|german|french|spanish|chinese|euros|dollars|celsius|fahrenheit|utc|24h`,
    ],
    notThen: [`… ${ONE_THING}`],
    like: [
      ...THINGS.split('|').map((thing) => `${thing} in English`),
      ...texts(
        'Commit messages in English, Type hints in English, Variable names in English, Code comments in English',
      ),
      ...words('German French Spanish Chinese euros dollars Celsius Fahrenheit UTC 24h').map(
        (form) => `Prices in ${form}`,
      ),
      ...texts('Dates only in UTC, Times as UTC'),
    ],
    unlike: [
      ...ONE_THING.split('|').map((word) => `Prices in euros ${word} hotel`),
      ...texts('Prices in London are high, Tests in the folder fail'),
    ],
  },
  {
    // Without a verb: what all of a kind are like.
    kind: 'alone',
    at: 'whole',
    phrases: [
      'bullet_points|prose|markdown only',
      'two-space|four-space indentation',
      'single|double quotes in_{word}?',
      'british|american|metric|imperial|plain|simple|short english|spelling|units|answers|replies|sentences only|please?',
      `${THINGS}|type_hints everywhere|with|without … please`,
    ],
    like: [
      ...THINGS.split('|').map((thing) => `${thing} everywhere, please`),
      ...texts('Type hints everywhere please, Prices with tax please, Prices without tax please'),
      ...texts('Bullet points only, Prose only, Markdown only, Two-space indentation, Four-space indentation'),
      ...texts('Single quotes, Double quotes in Go'),
      ...texts('British English, American spelling please, Metric units only, Imperial units, Plain English.'),
      ...texts('Simple sentences, Short answers!, Short replies'),
      'Metric units, please',
    ],
    unlike: 'Short answers are best | Prices without tax | Tests please',
  },
]
