import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { eventsDocText } from './events-doc.js'
import { openApiText } from './openapi.js'
import { OPERATIONS } from '../operations/index.js'

/** Entry of `npm run openapi`: writes openapi.yaml and docs/events.md. Run it in the root of the repository. */
const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')))
writeFileSync('openapi.yaml', await openApiText(OPERATIONS, version))
writeFileSync('docs/events.md', eventsDocText())
