import { recordAct } from '../../src/app/cut/record-goals.js'
import { activeGoal } from '../../src/domain/goal/goal.js'
import { putItem, type ItemInput } from '../../src/domain/goal/item.js'
import type { LoggedConversation } from '../../src/importers/index.js'
import { openEvalRoom, type EvalRoom } from '../eval-room.js'
import { conversations, logFiles } from '../files.js'
import { play } from '../play.js'
import { commonPrefix, promptOf } from '../prompt.js'

/** Where the goal should stand [decision 0007]: logs are played with a goal whose progress changes every few messages, and the characters
 * of the prompt are counted that stay as they were across each cut, for each place. */

/** Messages between two reads, and between two locks. */
const STEP = 4
const LOCK_EVERY = 40
const PLACES = ['two blocks', 'one at the head', 'one at the checkpoint', 'no goal'] as const
type Place = (typeof PLACES)[number]
type Kept = Record<Place, number> & { whole: number; cuts: number }

export async function reportGoals(named: readonly string[], contextSize: string): Promise<void> {
  const room = await openEvalRoom()
  try {
    console.log(['conversation', 'cuts', ...PLACES].join('\t'))
    let all = NOTHING
    for await (const { file, conversation } of conversations(await logFiles(named))) {
      const kept = await keptOf(room, conversation, contextSize)
      if (!kept) continue
      all = added(all, kept)
      console.log(line(file.split('/').at(-1) ?? file, kept))
    }
    console.log(line('together', all))
  } finally {
    await room.close()
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

async function keptOf(room: EvalRoom, conversation: LoggedConversation, contextSize: string): Promise<Kept | null> {
  const goal = { description: 'Bring the work that was asked for to its end, and keep to what was agreed on the way.' }
  let kept = NOTHING
  let before: { cuts: number; texts: Record<Place, string> } | null = null
  let messages = 0
  for await (const id of play(room, conversation, { contextSize, goal, step: STEP })) {
    const now = { cuts: (await room.ports.store.cuts(id)).length, texts: await textsOf(room, id, conversation.format) }
    if (before && now.cuts > before.cuts) {
      const across = { ...NOTHING, cuts: 1, whole: before.texts['two blocks'].length }
      for (const place of PLACES) across[place] = commonPrefix(before.texts[place], now.texts[place])
      kept = added(kept, across)
    }
    before = now
    await say(room, id, messages)
    messages += STEP
  }
  return kept.cuts === 0 ? null : kept
}

/** What a marker would do, without its words in the log. */
async function say({ ports }: EvalRoom, sessionId: string, n: number): Promise<void> {
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

/** The prompt as one text, with the goal in each place. */
async function textsOf(
  room: EvalRoom,
  sessionId: string,
  format: LoggedConversation['format'],
): Promise<Record<Place, string>> {
  const { session, text } = await promptOf(room, sessionId, format)
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
