import { ALONE } from './chinese/alone.js'
import { ASIDES } from './chinese/asides.js'
import { CHANGES } from './chinese/changes.js'
import { DECISIONS } from './chinese/decisions.js'
import { DEEDS } from './chinese/deeds.js'
import { LASTING } from './chinese/lasting.js'
import { LASTING_ORDERS } from './chinese/lasting-orders.js'
import { LIKES } from './chinese/likes.js'
import { MESSAGES } from './chinese/messages.js'
import { NO_RULES } from './chinese/no-rules.js'
import { OF_THE_MOMENT } from './chinese/of-the-moment.js'
import { ORDERS } from './chinese/orders.js'
import { PERSONS } from './chinese/persons.js'
import { PREFERENCES } from './chinese/preferences.js'
import { PROJECTS } from './chinese/projects.js'
import { RULES } from './chinese/rules.js'
import { TALK } from './chinese/talk.js'
import { THOUGHTS } from './chinese/thoughts.js'
import type { TableRow } from './row.js'

/** What lines say in Chinese. */
export const CHINESE: readonly TableRow[] = [
  ...ALONE,
  ...ASIDES,
  ...CHANGES,
  ...DECISIONS,
  ...DEEDS,
  ...LASTING,
  ...LASTING_ORDERS,
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
