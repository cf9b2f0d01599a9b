import { conversationTokens } from '../../domain/session/budget.js'
import { promptOverBudget } from '../../domain/reports/budget-events.js'
import { requireFreeTokens } from '../../domain/session/session-size.js'
import type { SessionTx } from '../../ports/ports.js'

/** A system prompt, or tools, to set; undefined keeps the present one. */
export interface NewPrompt {
  systemPrompt?: string | null
  /** Exact JSON text. */
  tools?: string | null
}

/** Sets system prompt and tools, and counts system text again: the prompt together with the system messages in the
 * context. Keeps the replaced prompt for older context versions. Returns the names of the changed fields; the caller
 * records the cut. Throws system_prompt_exceeds_window. [PATCH] [T3]
 * @param counted base tokens of the new prompt and the new tools
 * @param mayShrink the conversation may shrink to make space, so only the fixed part has to fit */
export async function changePrompt(
  tx: SessionTx,
  { systemPrompt, tools }: NewPrompt,
  counted: { system: number; tools: number },
  mayShrink = false,
): Promise<string[]> {
  const { session } = tx
  const isNewPrompt = systemPrompt !== undefined && systemPrompt !== session.systemPrompt
  const areNewTools = tools !== undefined && tools !== session.tools
  if (!isNewPrompt && !areNewTools) return []
  const before = { systemPrompt: session.systemPrompt, tools: session.tools }
  const counts = { ...session.tokenCounts }
  if (isNewPrompt) counts.system = counted.system + (await systemMessageTokens(tx))
  if (areNewTools) counts.tools = counted.tools
  requireFreeTokens(
    session,
    counts.system + counts.tools,
    mayShrink ? counts.goals : counts.goals + counts.checkpoints + conversationTokens(counts),
  )
  tx.change({ tokenCounts: counts, ...(isNewPrompt && { systemPrompt }), ...(areNewTools && { tools }) })
  tx.keepPrompt(session.version + 1, before)
  if (isNewPrompt) for (const event of promptOverBudget(session, counted.system)) tx.emit(event)
  return [...(isNewPrompt ? ['systemPrompt'] : []), ...(areNewTools ? ['tools'] : [])]
}

async function systemMessageTokens(tx: SessionTx): Promise<number> {
  return (await tx.entries()).reduce((sum, { role, viewTokens }) => sum + (role === 'system' ? viewTokens : 0), 0)
}
