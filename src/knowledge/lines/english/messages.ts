import { choices, texts } from '../lists.js'
import type { TableRow } from '../row.js'

const WORKS = 'rewrite|rephrase|reword|paraphrase|summarize|translate|proofread|fuse|shorten|polish|condense'
const VERBS = WORKS.split('|')
const TALK = 'conversation|chat|discussion|session|dialogue'
const TEXTS =
  'text|article|statement|information|description|paragraph|paragraphs|email|mail|letter|message|story|essay|passage|transcript|notes|poem|lyrics|contract|agreement|post|document|resume|cv|abstract|chapter|report|review|reviews|conversation|speech|page|news'
const LISTED = 'rules|steps|guidelines|instructions|conventions|constraints|requirements'

/** What a message is as a whole: one that has the assistant play a role states rules of the role, and one that shows a text to work on states
 * nothing with the text. `You are a …` gives no role: it may be praise. [M11] [P14] */
export const MESSAGES: readonly TableRow[] = [
  {
    kind: 'role',
    phrases: [
      'act|behave|respond|reply|answer|talk|write as_if|as_though you',
      'pretend|imagine you|to_be|that_you',
      'role-play|roleplay|role_play',
      'play the_role|a_game',
    ],
    like: `
      act as if you were | behave as though you were | respond as if you were | reply as if you were |
      answer as if you were | talk as if you were | write as though you were | pretend you are a pilot |
      imagine to be a pilot | pretend that you fly | let's role-play | a roleplay | role play |
      play the role of a pilot | let's play a game`,
    unlike: 'answer as usual | play a song | act well | imagine this',
  },
  {
    kind: 'role',
    at: 'start',
    phrases: ['act as'],
    like: 'Act as a pilot',
    unlike: 'Acting as a pilot',
  },
  {
    kind: 'role',
    phrases: ['you to|will|should? act as', 'please act as'],
    like: `
      I want you to act as a pilot | you will act as a pilot | you should act as a pilot | you act as one |
      Now please act as one`,
    unlike: 'The server should act as a proxy | You act well',
  },
  {
    // After the colon, or in the rows below it, is the text of the task.
    kind: 'showing',
    at: 'start',
    phrases: [`please|can_you|could_you|now|and|also|then? ${WORKS} {words} :`],
    like: [
      ...VERBS.map((verb) => `${verb} my letter: Dear Ann`),
      ...texts('Please reword it: Ann, Can you reword it: Ann'),
      ...texts(
        'Could you reword it: Ann, Now reword it: Ann, And reword it: Ann, Also reword it: Ann, Then reword it: Ann',
      ),
    ],
    unlike: 'Reword this letter | They reword it: Ann | Use this format: tabs',
  },
  {
    // All that is said in this conversation. With a request, it is a rule of the conversation.
    kind: 'conversation',
    phrases: [
      `throughout|during|for|in our|this|the entire|whole ${TALK}`,
      `throughout|during|for our|this ${TALK}`,
      `entirety|rest|remainder|duration of our|this|the ${TALK}`,
      'each|every answer|reply|response',
      'your|all answers|replies|responses',
      'each|every of? my? question|questions',
      'ensure|make_sure that? your answer|reply|response',
    ],
    like: [
      ...choices(TALK).flatMap((talk) => [`for the entire ${talk}`, `for our ${talk}`, `for the rest of our ${talk}`]),
      ...texts('throughout the whole chat, during the whole chat, in our entire chat, for this entire chat'),
      ...texts('throughout our chat, during this chat, the entirety of this chat, the remainder of the chat'),
      ...texts('the duration of our chat, in every answer, in each reply, in each response, in all answers'),
      ...texts('ensure your answer ends, make sure that your reply ends, ensure that your response ends'),
      ...texts('in your replies, in your responses, each question I ask, every question, each of my questions'),
    ],
    unlike: 'this chat | your answer | the questions | in the chat',
  },
  {
    // A text that the message shows.
    kind: 'pointed',
    phrases: [`this|these|following|attached|above {word}? {word}? ${TEXTS}`, `${TEXTS} above|below`],
    like: [
      ...choices(TEXTS).map((text) => `from this ${text}`),
      ...choices(TEXTS).map((text) => `shorten the ${text} above`),
      ...texts(
        'the letter below, from these notes, the following text, the attached text, the above text, the text below',
      ),
      ...texts('this job description, the following short blog post'),
    ],
    unlike: 'this function | the text | this week',
  },
  {
    // The rules are the items below.
    kind: 'listing',
    at: 'start',
    phrases: [`please? follow|obey|respect|stick_to|apply|use|remember the|these|my|our following? ${LISTED}`],
    like: [
      ...choices(LISTED).map((thing) => `Follow these ${thing}`),
      ...texts(
        'obey the following rules, please respect my rules, stick to our rules, apply the rules, use these rules',
      ),
      ...['remember the rules', 'please follow my rules'],
    ],
    unlike: 'They follow these rules | Follow the path',
  },
]
