import { countText } from '../../model/encoding.js'
import { O200kTokenizer } from '../../model/tokenizer.js'
import { missing, ok, reasonOf, type Finding } from './finding.js'

/** Text of several kinds: prose, code, JSON, digits, other scripts, emoji, a long run. */
const SAMPLE = [
  "It didn't fit, so the oldest results were offloaded first; all 1,204 of them.",
  'export const total = (items: readonly Item[]) => items.reduce((sum, { size }) => sum + size, 0)',
  '{"id":"off_01","tokens":40960,"nested":[1.0,2e9,null,"\\u00e9"]}',
  'Сервис хранит каждое сообщение. 这个服务保存每一条消息。 サービスは全て保存する。 👩‍💻🚀',
  'a'.repeat(1_000),
]

/** Counts sample texts with both encoders. They must agree, because stored counts are never corrected. [T1] */
export async function tokenCounts(): Promise<Finding> {
  const tokenizer = new O200kTokenizer()
  try {
    const recounted = await tokenizer.recount(SAMPLE, 'o200k_base')
    const deviating = SAMPLE.filter((text, index) => countText(text) !== recounted[index]).length
    if (deviating === 0) return ok('token counts agree between both encoders')
    return missing(`token counts differ in ${deviating} of ${SAMPLE.length} sample texts`, 'Run npm ci again')
  } catch (error) {
    return missing(`token counts cannot be checked (${reasonOf(error)})`, 'Run npm ci again')
  } finally {
    await tokenizer.close()
  }
}
