import { ALONE } from './english/alone.js'
import { ASIDES } from './english/asides.js'
import { CHANGES } from './english/changes.js'
import { DECISIONS } from './english/decisions.js'
import { DEEDS } from './english/deeds.js'
import { LASTING } from './english/lasting.js'
import { LASTING_ORDERS } from './english/lasting-orders.js'
import { AVERSIONS } from './english/aversions.js'
import { LIKES } from './english/likes.js'
import { MESSAGES } from './english/messages.js'
import { NO_RULES } from './english/no-rules.js'
import { OF_THE_MOMENT } from './english/of-the-moment.js'
import { ORDERS } from './english/orders.js'
import { PERSONS } from './english/persons.js'
import { PREFERENCES } from './english/preferences.js'
import { PROJECTS } from './english/projects.js'
import { RULES } from './english/rules.js'
import { TALK } from './english/talk.js'
import { THOUGHTS } from './english/thoughts.js'
import { WEAK } from './english/weak.js'
import type { TableRow } from './row.js'

/** What lines say in English. */
export const ENGLISH: readonly TableRow[] = [
  ...ALONE,
  ...ASIDES,
  ...CHANGES,
  ...DECISIONS,
  ...DEEDS,
  ...LASTING,
  ...LASTING_ORDERS,
  ...AVERSIONS,
  ...LIKES,
  ...MESSAGES,
  ...NO_RULES,
  ...OF_THE_MOMENT,
  ...ORDERS,
  ...PERSONS,
  ...PREFERENCES,
  ...PROJECTS,
  ...RULES,
  ...TALK,
  ...THOUGHTS,
  ...WEAK,
]
