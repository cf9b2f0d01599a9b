import { readFile } from 'node:fs/promises'
import { standingIn } from '../../src/domain/standing/find.js'
import { LANGUAGE_OF, messagesIn, type SourceName } from './sources.js'
import { hashOf, keyOf } from './stated.js'

/** `npm run eval -- standing --stated FOLDER` also judges entries of German and Chinese people that were labeled by hand: of those that are
 * still listed, the share that is right, and how many right ones are listed no longer. [M11] */
const LABELS = 'eval/standing/labels/listed.tsv'
/** Parts with which the rules were not corrected. */
const HELD_OUT = 'test'

export async function reportListed(folder: string): Promise<void> {
  const messages = new Map((await messagesIn(folder)).map((one) => [keyOf(one), one.text]))
  const [, ...rows] = (await readFile(LABELS, 'utf8')).trim().split('\n')
  const labels = rows.flatMap((row) => {
    const [source, talk, message, , hash, standing] = row.split('\t') as [SourceName, ...string[]]
    const text = messages.get(keyOf({ source, talk: talk!, message: message! }))
    if (text === undefined) return []
    const isListed = standingIn(text).some((one) => hashOf(one.text) === hash)
    return [{ language: LANGUAGE_OF[source], isHeldOut: talk === HELD_OUT, isRight: standing === 'yes', isListed }]
  })
  console.log(`${LABELS}: ${labels.length} of ${rows.length} entries have their text in the folder`)
  console.log(['language', 'part', 'labeled', 'listed', 'right', 'precision', 'right, not listed'].join('\t'))
  for (const language of ['de', 'zh'] as const)
    for (const isHeldOut of [false, true]) {
      const of = labels.filter((one) => one.language === language && one.isHeldOut === isHeldOut)
      const listed = of.filter((one) => one.isListed)
      const right = listed.filter((one) => one.isRight).length
      const lost = of.filter((one) => one.isRight && !one.isListed).length
      const precision = listed.length === 0 ? '-' : `${((100 * right) / listed.length).toFixed(1)}%`
      const part = isHeldOut ? 'others' : 'corrected with'
      console.log([language, part, of.length, listed.length, right, precision, lost].join('\t'))
    }
}
