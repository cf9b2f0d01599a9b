import { ALONE } from './german/alone.js'
import { ASIDES } from './german/asides.js'
import { CHANGES } from './german/changes.js'
import { DECISIONS } from './german/decisions.js'
import { DEEDS } from './german/deeds.js'
import { LASTING } from './german/lasting.js'
import { LASTING_ORDERS } from './german/lasting-orders.js'
import { AVERSIONS } from './german/aversions.js'
import { LIKES } from './german/likes.js'
import { MESSAGES } from './german/messages.js'
import { NO_RULES } from './german/no-rules.js'
import { OF_THE_MOMENT } from './german/of-the-moment.js'
import { ORDERS } from './german/orders.js'
import { PERSONS } from './german/persons.js'
import { PREFERENCES } from './german/preferences.js'
import { PROJECTS } from './german/projects.js'
import { RULES } from './german/rules.js'
import { TALK } from './german/talk.js'
import { THOUGHTS } from './german/thoughts.js'
import type { TableRow } from './row.js'

/** What lines say in German. */
export const GERMAN: readonly TableRow[] = [
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
]
