import { readContext, type ContextInput } from '../app/context/read-context.js'
import type { Appended } from '../app/history/append-messages.js'
import type { Ports } from '../ports/ports.js'
import type { Answer, Large } from './answer.js'
import { problemFor } from './problem.js'

/** Answers an append with the context after it. The messages are stored by now, so a context that cannot be read is no failure of the
 * request: a client that got an error would append them again. `contextProblem` says why there is none. [P1]
 * @param large holds the memory of the reply until the response is sent */
export function withContext(ports: Ports, large: Large, appended: Appended, wanted: ContextInput): Promise<Answer> {
  const start = `{"messages":${JSON.stringify(appended.messages)},"contextStatus":`
  const read: Parameters<Large>[0] = async (admit) => {
    try {
      const { pieces, recall, status } = await readContext(ports, { ...wanted, admit })
      const texts = [`${start}${JSON.stringify(status)},"context":`, ...pieces, '}']
      return { texts, headers: { 'X-Palimpsest-Recall': recall } }
    } catch (error) {
      const contextProblem = problemFor(error)
      ports.telemetry.refused(contextProblem.code)
      if (contextProblem.status >= 500)
        ports.log.error({ sessionId: wanted.sessionId, err: error, code: contextProblem.code }, 'context not read')
      const { contextStatus } = appended
      const rest = `"context":null,"contextProblem":${JSON.stringify(contextProblem)}}`
      return { texts: [`${start}${JSON.stringify(contextStatus)},${rest}`] }
    }
  }
  return large(read, 201)
}
