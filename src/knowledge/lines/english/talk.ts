import type { TableRow } from '../row.js'

const NEGATED =
  "isn't|aren't|wasn't|weren't|doesn't|didn't|can't|couldn't|won't|wouldn't|shouldn't|mustn't|hasn't|haven't|hadn't"

/** What one who serves says: offers of help, wishes, requests to wait, of which nothing matters later; and requests for data, whose reply
 * says what was given. Questions for a yes or no are none of these: a reply of “yes” needs them. And forms of a question: for a time, and those
 * that say whose words answer it; what decides with them is in src/domain/recall. [C4] [M2] */
export const TALK: readonly TableRow[] = [
  {
    kind: 'politeness',
    phrases: [
      'how can|may I|we help|assist you',
      "is_there|if_there_is|if_there's anything|something else I|we|you",
      'have a great|nice|good|wonderful day|evening|time|trip|flight',
      'thanks|thank_you for calling|contacting|choosing',
    ],
    like: `
      How can I help you today? | How may we assist you? | Is there anything else I can do? |
      Ask if there is something else you need. | If there's anything else we can do, ask. |
      Is there anything else you'd like? | Is there anything else you'll need? | Have a great day! |
      Have a nice evening. | Have a good time. | Have a wonderful trip! | Have a good flight. | Thanks for calling. |
      Thank you for contacting us. | Thank you for choosing our shop.`,
    unlike: `
      The shop may help. | Your order was sent. | There is something else wrong. |
      Is there anything else that could break the build?`,
  },
  {
    kind: 'politeness',
    phrases: ["you're|you_are welcome"],
    notThen: ['to'],
    like: "You're welcome. | You are welcome, Dana.",
    unlike: 'You are welcome to merge the branch. | A welcome page was added.',
  },
  {
    kind: 'politeness',
    at: 'start',
    phrases: ['please? enjoy your|the', 'one|just_a moment', 'give me a moment'],
    like: `
      Enjoy your meal. | Enjoy the film! | Please enjoy your song. | One moment please. | Just a moment. |
      Give me a moment.`,
    unlike: 'The film began, and you can enjoy the rest. | The pump stopped for a moment.',
  },
  {
    kind: 'asking',
    phrases: [
      'can|could|would you provide|share|give',
      'please provide|share|give',
      'need your|the_following|some_information|more_information',
      'may I have',
      'what is|are your',
    ],
    like: `
      Can you provide your number? | Could you share it? | Would you give me your name? | Please provide it. |
      Please share your name. | Please give me a number. | I need your order number. | I'll need the following: |
      I need some information. | We need more information. | May I have your name? | What is your name? |
      What are your dates?`,
    unlike: 'Would you like to go on? | The shop provides it. | You need nothing. | What is the price?',
  },
  {
    kind: 'of-assistant',
    priority: 20,
    phrases: ['did|have|had you'],
    like: `
      What did you recommend for the cover letter? | Did you find the cause? | Which of them have you tried? |
      Have you seen the log? | What had you changed before that? | Had you run the tests?`,
    unlike: 'Can you show me how to do it? | What do you think? | When did your mother call?',
  },
  {
    kind: 'of-user',
    phrases: ['did|have|had|was|am I'],
    like: `
      What did I say about the budget? | Did I mention a date? | Which cities have I visited? |
      Have I ever attended a workshop? | What had I planned? | Had I paid by then? | When was I in Utrecht? |
      Was I ever there? | Which course am I in? | Am I allergic to nuts?`,
    unlike: 'I am planning a trip. Where should we go? | When is the call? | Did Ian call?',
  },
  {
    kind: 'time-question',
    phrases: ['when|whens', 'what|which day|date|week|month|year', 'how_long', 'how_many days|weeks|months|years'],
    like: `
      When did I visit my aunt? | whens the call | When's the call? | What day was the trip? | What date is on it? |
      Which week was it? | What month was that? | Which year did I move? | How long ago did we meet? |
      How many days did it take? | How many weeks is it? | How many months? | How many years have I had it?`,
    unlike: 'Where did I put the key? | How many boxes are there? | Which color did we choose?',
  },
  {
    // A clause that answers nothing, if it asks nothing: `what is done, and how far`.
    kind: 'asking-clause',
    at: 'start',
    phrases: ['what|how|why|whether'],
    like: 'what is done | how it is done | why it is done | whether it is done',
    unlike: 'it says what is done',
  },
  {
    // The start of an answer of a model that does nothing.
    kind: 'refusal',
    at: 'start',
    phrases: [
      "I'm|im really|very|so? sorry",
      'sorry,|unfortunately_I|I_apologize|I_apologise',
      'as a|an ai|language_model|large_language_model',
      "I cannot|can't|cant|can_not|won't|wont|am_unable|am_not_able",
      "I'm unable|not_able",
    ],
    like: [
      ...["I'm sorry", 'Im sorry', "I'm really sorry", "I'm very sorry", "I'm so sorry", 'Sorry, no', 'I apologize'],
      ...['Unfortunately, I may not', 'I apologise', 'As an AI', 'As a language model', 'As a large language model'], // words: ok
      ...["I can't go", 'I cant go', 'I cannot go', 'I can not go', "I won't go", 'I wont go', 'I am unable to go'],
      ...['I am not able to go', "I'm unable to go", "I'm not able to go"],
    ],
    unlike: 'I can go | As an airline | Unfortunately, it fails | We are sorry',
  },
  {
    // A word of question with which a question for facts begins.
    kind: 'fact-question',
    at: 'start',
    phrases: ['is|are|was|were|do|does|did|why|what|how|when|where|who|which'],
    like: 'is are was were do does did why what how when where who which'.split(' ').map((word) => `${word} it so?`),
    unlike: 'It is so',
  },
  {
    // It asks others, not the reader: `Should we test?` may be a request.
    kind: 'fact-question',
    at: 'start',
    phrases: [`should|must|can|could|would|will|${NEGATED} !you|we {word}`],
    like: ['should', 'must', 'can', 'could', 'would', 'will', ...NEGATED.split('|')].map((verb) => `${verb} they go?`),
    unlike: "should you go? | should we go? | don't they go? | They should go",
  },
]
