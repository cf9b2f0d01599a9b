import type { Store } from '../../ports/ports.js'
import type { PromptVersion } from '../../ports/store-records.js'
import { insertRows, type Database, type Transaction } from '../database.js'

/** Keeps the prompt that versions before `untilVersion` had. Sends without waiting. */
export function keepPrompt(tx: Transaction, sessionId: string, untilVersion: number, prompt: PromptVersion): void {
  const columns = ['session_id', 'until_version', 'body']
  tx.send(insertRows('replaced_prompts', columns, [[sessionId, untilVersion, JSON.stringify(prompt)]]))
}

export function replacedPrompts(db: Database): Pick<Store, 'replacedPrompt'> {
  return {
    replacedPrompt: async (sessionId, version) => {
      const text = `
        SELECT body FROM replaced_prompts WHERE session_id = $1 AND until_version > $2 ORDER BY until_version LIMIT 1`
      const [row] = await db.query<{ body: string }>({ text, values: [sessionId, version] })
      return row ? JSON.parse(row.body) : null
    },
  }
}
