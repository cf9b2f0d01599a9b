import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { standingIn } from '../../src/domain/standing/find.js'
import { readTalks } from '../recall/load.js'

/** `npm run eval -- standing --labels FOLDER`: judges what is listed of BEAM's talks (`FOLDER/N/chat.json`) by the labels of this repository.
 * What has no label counts as unlabeled, not as right. [M11] */

/** Talks by which the rules were corrected, and talks whose entries were only read afterwards. */
const LABELS = ['eval/standing/labels/beam.tsv', 'eval/standing/labels/beam-held-out.tsv']
const EXCERPT_CHARS = 120

export async function reportPrecision(folder: string): Promise<void> {
  for (const file of LABELS) await reportLabels(folder, file)
}

async function reportLabels(folder: string, file: string): Promise<void> {
  const [, ...rows] = (await readFile(file, 'utf8')).trim().split('\n')
  const labels = new Map(
    rows.map((row) => {
      const [talk, message, , standing, excerpt] = row.split('\t')
      return [`${talk} ${message} ${excerpt}`, standing === 'yes']
    }),
  )
  const counts = { listed: 0, right: 0, wrong: 0, unlabeled: 0 }
  for (const name of new Set(rows.map((row) => row.split('\t')[0]!))) {
    const [talk] = await readTalks(join(folder, name, 'chat.json'))
    const keys = new Set<string>()
    for (const [at, { role, text }] of talk!.messages.entries())
      if (role === 'user')
        for (const one of standingIn(text))
          keys.add(`${name} ${at + 1} ${one.text.replace(/\s+/g, ' ').slice(0, EXCERPT_CHARS)}`)
    for (const key of keys) {
      const label = labels.get(key)
      counts.listed += 1
      counts[label === undefined ? 'unlabeled' : label ? 'right' : 'wrong'] += 1
      if (label !== true) console.log(`${label === undefined ? 'unlabeled' : 'wrong'}\t${key}`)
    }
  }
  const { right, wrong } = counts
  console.log(['labels', 'listed', 'right', 'wrong', 'unlabeled', 'precision'].join('\t'))
  const precision = `${((100 * right) / Math.max(1, right + wrong)).toFixed(1)}%`
  console.log([file, ...Object.values(counts), precision].join('\t'))
}
