import { readFile } from 'node:fs/promises'
import { appendMessages } from '../../src/app/history/append-messages.js'
import { indexPending } from '../../src/app/search/index-messages.js'
import { searchMessages } from '../../src/app/search/search-messages.js'
import { createSession } from '../../src/app/sessions/create-session.js'
import { openEvalService } from '../eval-service.js'

/** `npm run eval -- longmemeval FILE`: of the sessions that answer a question of LongMemEval, the share of questions with all of them
 * (and any) among the first 5 and 10 sessions that search finds. FILE is `longmemeval_s_cleaned.json` or alike. [R7] */
export async function reportLongMemEval([file]: string[]): Promise<void> {
  if (file === undefined) throw new Error('Name the file of LongMemEval.')
  const items = JSON.parse(await readFile(file, 'utf8')) as Item[]
  const service = await openEvalService()
  const { ports } = service
  const found: { any5: boolean; any10: boolean; all5: boolean; all10: boolean }[] = []
  try {
    for (const [at, item] of items.entries()) {
      const { id } = await createSession(ports, { appId: 'default', model: 'asked', contextLimit: 3_000_000 })
      const sessionOf: string[] = []
      for (const [index, turns] of item.haystack_sessions.entries()) {
        const values = turns.map(({ role, content }) => ({ role, content }))
        for (const _ of turns) sessionOf.push(item.haystack_session_ids[index]!)
        const raw = values.map((value) => JSON.stringify(value))
        await appendMessages(ports, {
          appId: null,
          sessionId: id,
          format: 'openai',
          values,
          raw,
          validation: 'lenient',
        })
      }
      await indexPending(ports)
      const where = { appId: 'default', home: 'default', sessionId: id }
      const { hits } = await searchMessages(ports, {
        ...where,
        query: item.question,
        limit: 200,
        maxTokens: null,
        after: null,
      })
      const ranked = [...new Set(hits.map(({ seq }) => sessionOf[seq - 1]!))]
      const has = (one: string, first: number) => ranked.slice(0, first).includes(one)
      const answers = item.answer_session_ids
      found.push({
        any5: answers.some((one) => has(one, 5)),
        any10: answers.some((one) => has(one, 10)),
        all5: answers.every((one) => has(one, 5)),
        all10: answers.every((one) => has(one, 10)),
      })
      await ports.store.deleteSession(id, null)
      if (at % 25 === 24) console.error(`${at + 1} of ${items.length}`)
    }
  } finally {
    await service.close()
  }
  const share = (name: keyof (typeof found)[number]) =>
    `${((100 * found.filter((one) => one[name]).length) / Math.max(1, found.length)).toFixed(1)}%`
  console.log(
    `questions: ${found.length}; session recall, any: R@5 ${share('any5')}, R@10 ${share('any10')}; all: R@5 ${share('all5')}, R@10 ${share('all10')}`,
  )
}

interface Item {
  question: string
  haystack_sessions: { role: string; content: string }[][]
  haystack_session_ids: string[]
  answer_session_ids: string[]
}
