import { recordAct } from '../../src/app/cut/record-goals.js'
import { activeGoal } from '../../src/domain/goal/goal.js'
import { putItem, type ItemInput } from '../../src/domain/goal/item.js'
import type { LoggedConversation } from '../../src/importers/index.js'
import { openEvalService, type EvalService } from '../eval-service.js'
import { conversations, logFiles } from '../files.js'
import { play } from '../play.js'
import { commonPrefix, promptOf } from '../prompt.js'

/** Compares positions of the goal in the context (docs/decisions/0007). Plays logs with a goal whose progress changes
 * every few messages. Counts the characters at the start of the prompt that do not change across cuts. */

/** Messages between two reads, and between two locks. */
const STEP = 4
const LOCK_EVERY = 40
const PLACES = ['two blocks', 'one at the head', 'one at the checkpoint', 'no goal'] as const
type Place = (typeof PLACES)[number]
type Kept = Record<Place, number> & { whole: number; cuts: number }

export async function reportGoals(named: readonly string[], contextSize: string): Promise<void> {
  const service = await openEvalService()
  try {
    console.log(['conversation', 'cuts', ...PLACES].join('\t'))
    let all = NOTHING
    for await (const { file, conversation } of conversations(await logFiles(named))) {
      const kept = await keptOf(service, conversation, contextSize)
      if (!kept) continue
      all = added(all, kept)
      console.log(line(file.split('/').at(-1) ?? file, kept))
    }
    console.log(line('together', all))
  } finally {
    await service.close()
  }
}

const NOTHING: Kept = {
  'two blocks': 0,
  'one at the head': 0,
  'one at the checkpoint': 0,
  'no goal': 0,
  whole: 0,
  cuts: 0,
}

function added(a: Kept, b: Kept): Kept {
  const sum = { ...a, whole: a.whole + b.whole, cuts: a.cuts + b.cuts }
  for (const place of PLACES) sum[place] = a[place] + b[place]
  return sum
}

function line(name: string, kept: Kept): string {
  return [
    name,
    kept.cuts,
    ...PLACES.map((place) => `${((100 * kept[place]) / Math.max(1, kept.whole)).toFixed(1)} %`),
  ].join('\t')
}

async function keptOf(
  service: EvalService,
  conversation: LoggedConversation,
  contextSize: string,
): Promise<Kept | null> {
  const goal = { description: 'Finish the requested work and follow what was agreed.' }
  let kept = NOTHING
  let before: { cuts: number; texts: Record<Place, string> } | null = null
  let messages = 0
  for await (const id of play(service, conversation, { contextSize, goal, step: STEP })) {
    const now = {
      cuts: (await service.ports.store.cuts(id)).length,
      texts: await textsOf(service, id, conversation.format),
    }
    if (before && now.cuts > before.cuts) {
      const across = { ...NOTHING, cuts: 1, whole: before.texts['two blocks'].length }
      for (const place of PLACES) across[place] = commonPrefix(before.texts[place], now.texts[place])
      kept = added(kept, across)
    }
    before = now
    await recordLock(service, id, messages)
    messages += STEP
  }
  return kept.cuts === 0 ? null : kept
}

/** Records the step and lock that a goal marker would add. The log has no markers. */
async function recordLock({ ports }: EvalService, sessionId: string, n: number): Promise<void> {
  await ports.store.change(sessionId, null, async (tx) => {
    const goals = await tx.goals()
    const items: ItemInput[] = [
      { kind: 'step', text: `look at part ${n} of the work`, status: 'in-progress' },
      { kind: 'step', text: `look at part ${n - STEP} of the work`, status: 'completed' },
      ...(n % LOCK_EVERY === 0 ? [{ kind: 'decision' as const, text: `part ${n} stays as it is`, locked: true }] : []),
    ]
    const changes = items.flatMap(
      (item, index) => putItem(activeGoal(goals)!, item, { id: `itm_${n}_${index}`, seq: null }).changes,
    )
    const { lastSeq: seq, lastActivityAt: at } = tx.session
    await recordAct(tx, ports, goals, { by: 'marker', seq, at, changes, refused: [] })
  })
}

/** Returns the prompt as one text for each position of the goal. */
async function textsOf(
  service: EvalService,
  sessionId: string,
  format: LoggedConversation['format'],
): Promise<Record<Place, string>> {
  const { session, text } = await promptOf(service, sessionId, format)
  const goal = session.goals?.goal?.text ?? ''
  const progress = session.goals?.progress?.text ?? ''
  const whole = () => `${goal}\n${progress}`
  return {
    'two blocks': text,
    'one at the head': progress === '' ? text : text.replace(progress, '').replace(goal, whole),
    'one at the checkpoint': progress === '' ? text : text.replace(goal, '').replace(progress, whole),
    'no goal': text.replace(goal, '').replace(progress, ''),
  }
}
