import type { TableRow } from '../row.js'

/** What passes with the moment: openings, greetings, requests to wait or to look, and what a person asks for instead of something else. [C4] [C9] */
export const ASIDES: readonly TableRow[] = [
  {
    kind: 'courtesy',
    at: 'short',
    phrases: ['hallo|guten|danke|vielen_dank|perfekt|super|gut|alles_klar'],
    like: 'Hallo | Guten Morgen | Danke | Vielen Dank | Perfekt | Super | Gut gemacht | Alles klar',
    unlike: 'Das ist gut.',
  },
]
