import type { LineRow } from '../row.js'

/** Orders about all that an assistant makes or says. They may belong to a task: `Every question needs three answers`. [M11] */
export const STANDING_ALL_OF_KIND: readonly LineRow[] = [
  {
    // About all of a kind.
    kind: 'all-of-kind',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: ['please|also|and? all|every|each … must|should|need|needs|shall'],
    notThen: ['now|have|be_able|be_fine'],
    like: `
      All prices should be in euros. | Every function needs a docstring. | Each page must load. |
      All pages need a title. | All records shall be kept. | Please, all pages must load. | Also all pages must load. |
      And all pages must load.`,
    unlike: `
      All of it should now work. | All of it should have ended. | All pages should be able to load. |
      All pages should be fine. | All pages have to be checked twice here.`,
  },
  {
    // About what an assistant says, or all that it makes.
    kind: 'all-of-kind',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: [
      'please|also|and? keep|limit|start|end|format|make your? answers|replies|responses|explanations|summaries',
      'make_sure|ensure that? every|each|all|any|your_answers|your_replies|your_responses',
    ],
    like: `
      Please keep your answers short. | Also limit your replies. | And start your responses with a verdict. |
      End your explanations with a link. | Format your summaries as a list. | Make your answers short. |
      Make sure every quote has a page. | Ensure that each quote has a page. | Make sure all quotes match. |
      Make sure any quote has a page. | Make sure your answers are short. | Ensure your replies are short. |
      Ensure your responses are short.`,
    unlike: 'Keep your dog inside. | Make sure the door is shut.',
  },
]
