import { readLogFile } from '../src/cli/demo/read-example.js'
import { openEvalRoom } from './eval-room.js'
import { replay, type PrefixKept } from './replay.js'
import { addSurvival, NO_SURVIVAL, survivalOf, type Survival } from './survival.js'

/** Plays logged conversations through the service without a model and says what of the exact strings that left the context still stands in
 * it, and how much of the prompt stayed as it was across cuts. */
export async function reportSurvival(files: readonly string[], size: string): Promise<void> {
  const room = await openEvalRoom()
  let all = NO_SURVIVAL
  const prefix = { asIs: 0, withoutLedger: 0, whole: 0, cuts: 0 }
  try {
    for (const file of files) {
      for (const conversation of await readLogFile(file)) {
        const played = await replay(room, conversation, size)
        if (!played) continue
        all = addSurvival(all, survivalOf(played))
        prefix.asIs += played.prefix.asIs
        prefix.withoutLedger += played.prefix.withoutLedger
        prefix.whole += played.prefix.whole
        prefix.cuts += played.prefix.cuts
      }
    }
  } finally {
    await room.close()
  }
  print(all, prefix, files, size)
}

function print(survival: Survival, prefix: PrefixKept, files: readonly string[], size: string): void {
  console.log(
    `${files.length} files at ${size}, no model; ${survival.sessions} sessions with cuts; ledger ${share(survival.ledgerTokens, survival.limits)} of the limit`,
  )
  console.log(
    `${'exact strings that left'.padEnd(26)}${'all'.padStart(9)}${'in context'.padStart(12)}${'in ledger'.padStart(11)}${'only there'.padStart(12)}`,
  )
  for (const [name, { all: total, inContext, inLedger, onlyLedger }] of Object.entries(survival.kinds)) {
    const cells = [
      share(inContext, total).padStart(12),
      share(inLedger, total).padStart(11),
      share(onlyLedger, total).padStart(12),
    ]
    console.log(`${name.padEnd(26)}${String(total).padStart(9)}${cells.join('')}`)
  }
  console.log(
    `prompt kept across ${prefix.cuts} cuts: ${share(prefix.asIs, prefix.whole)}; were there no ledger in it: ${share(prefix.withoutLedger, prefix.whole)}`,
  )
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`
}
