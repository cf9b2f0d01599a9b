import { readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'

const LABELS = 'eval/standing/labels/governing.tsv'

/** Returns the words of a person that govern the answer to a question about a preference, labeled by hand; null: the talk has no label. [M11]
 * @param file `FOLDER/TALK/chat.json`
 * @param place among the questions about preferences, from 1 */
export async function governing(file: string, place: number): Promise<{ isStated: boolean; words: string } | null> {
  const talk = basename(dirname(file))
  const [, ...rows] = (await readFile(LABELS, 'utf8')).trim().split('\n')
  const fields = rows.map((row) => row.split('\t')).find(([of, at]) => of === talk && Number(at) === place)
  return fields ? { isStated: fields[2] === 'yes', words: fields[3]! } : null
}
