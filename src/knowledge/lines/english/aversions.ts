import type { TableRow } from '../row.js'

const FEELINGS = 'aversion|dislike|distaste|hatred|preference|passion|fear|phobia|objection|interest|sensitivity'

/** How strongly people like or avoid things, in the forms that have an adverb or a noun: `I have a strong aversion to heights`, and what they do without
 * exception. Patterns leave out what only points at something said before. [M11] */
export const AVERSIONS: readonly TableRow[] = [
  {
    kind: 'liking',
    at: 'within',
    phrases: ['I *ly like|love|enjoy|hate|dislike|avoid|despise', 'I despise|loathe|detest|adore'],
    notThen: ['the|a|an|you|your|our|how|what|when|where|why|all'],
    like: `
      I strongly dislike jazz | I strictly avoid gluten | I greatly enjoy jazz | I deeply hate noise | I truly love jazz |
      I mostly like jazz | I utterly despise running | I despise running | I loathe musicals | I detest cilantro |
      I adore horses`,
    unlike: `
      I truly like the plan | I truly like a plan | I truly like an idea | I truly like you all | I truly like your plan |
      I truly like our plan | I truly like how it works | I truly like what you did | I truly like when you sing |
      I truly like where you live | I truly like why you do so | I truly like all plans | They loathe musicals`,
  },
  {
    kind: 'liking',
    at: 'within',
    phrases: [`I|we have|hold a|an|no|some *? *? ${FEELINGS} to|for|of|in|against|toward|towards`],
    notThen: ['the|a|an|you|your|our|what|how'],
    like: `
      I have a strong aversion to heights | We have a dislike for crowds | I have some distaste for jazz |
      I hold a hatred for wasps | I have a really strong preference for window seats | I have a passion for horses |
      I have a fear of flying | I have a phobia of birds | I have an objection against leather |
      I have no interest in sports | I have a sensitivity to light | I have a dislike toward crowds |
      I have an aversion towards crowds`,
    unlike: `
      I have no interest in the plan | I have no interest in a plan | I have no interest in an idea |
      I have no interest in you now | I have no interest in your plan | I have no interest in our plan |
      I have no interest in what you do | I have no interest in how it works | They have a fear of flying`,
  },
  {
    // What a person does without exception.
    kind: 'liking',
    at: 'within',
    phrases: [
      'I|we strictly|exclusively|solely eat|drink|wear|read|watch|buy|use|consume|follow|purchase',
      "I|we don't|do_not|won't|will_not|cannot|can't|never wear|watch|consume|play|buy",
      'I refuse_to eat|drink|wear|watch|buy|use|consume|pay|fly|drive|listen|stay|support|participate',
    ],
    notThen: ['the|a|an|you|your|our|what|how|when|so|anymore|any_more|too|all'],
    like: `
      I strictly eat halal | We exclusively watch subtitled films | I solely read fiction | I strictly drink tea |
      I strictly wear cotton | I strictly buy organic | I strictly use Vim | I strictly consume organic |
      I strictly follow keto | I strictly purchase organic | I don't wear fur | I do not watch horror |
      I won't consume dairy | We will not play poker | I cannot wear wool | I can't watch horror | I never buy leather |
      I refuse to eat meat | I refuse to drink soda | I refuse to wear fur | I refuse to watch horror |
      I refuse to buy leather | I refuse to use plastic | I refuse to consume dairy | I refuse to pay cash |
      I refuse to fly far | I refuse to drive diesels | I refuse to listen to pop | I refuse to stay in hostels |
      I refuse to support sweatshops | I refuse to participate in hunts`,
    unlike: `
      I can't watch the film | I can't watch a film | I can't watch an ad | I can't watch you go | I can't watch your dog |
      I can't watch our dog | I can't watch what he does | I can't watch how he eats | I can't watch when he eats |
      I can't watch so late | I can't watch anymore now | I can't watch any more now | I can't watch too late |
      I can't watch all day | They refuse to eat meat`,
  },
  {
    kind: 'liking',
    at: 'within',
    phrases: [
      "I'm|I_am not *? interested_in|keen_on",
      "I'm|I_am a|an *? advocate|believer|supporter|lover of|for|in",
      'I suffer from',
    ],
    notThen: ['the|a|an|you|your|our|what|how'],
    like: [
      "I'm not interested in sports | I am not really interested in golf | I'm not keen on golf",
      "I'm a strong advocate for trains | I am a believer in rest | I'm an ardent supporter of libraries | I'm a lover of jazz",
      'I suffer from migraines',
    ].join(' | '),
    unlike: `
      I'm not interested in the plan | I'm not interested in a plan | I'm not interested in an offer |
      I'm not interested in you now | I'm not interested in your plan | I'm not interested in our plan |
      I'm not interested in what you do | I'm not interested in how it works | They suffer from migraines`,
  },
  {
    kind: 'liking',
    phrases: ['I|we follow|keep a|an *? *? diet|lifestyle', "I'm|I_am|we're|we_are on a|an *? diet"],
    like: `
      I follow a strict halal diet | We keep a very strict diet | I keep an active lifestyle | I'm on a strict diet |
      I am on a diet | We're on an elimination diet | We are on a diet`,
    unlike: 'They follow a strict diet',
  },
]
