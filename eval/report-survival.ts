import { readLogFile } from '../src/cli/demo/read-example.js'
import { openEvalService } from './eval-service.js'
import { replay, type PrefixKept } from './replay.js'
import { addSurvival, NO_SURVIVAL, survivalOf, type Survival } from './survival.js'

/** Plays logged conversations without a model. Prints which exact strings of messages that left the context it still
 * contains, and how much of the prompt did not change across cuts. */
export async function reportSurvival(files: readonly string[], size: string): Promise<void> {
  const service = await openEvalService()
  let all = NO_SURVIVAL
  const prefix = { asIs: 0, withoutLedger: 0, whole: 0, cuts: 0 }
  try {
    for (const file of files) {
      for (const conversation of await readLogFile(file)) {
        const played = await replay(service, conversation, size)
        if (!played) continue
        all = addSurvival(all, survivalOf(played))
        prefix.asIs += played.prefix.asIs
        prefix.withoutLedger += played.prefix.withoutLedger
        prefix.whole += played.prefix.whole
        prefix.cuts += played.prefix.cuts
      }
    }
  } finally {
    await service.close()
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
    `prompt kept across ${prefix.cuts} cuts: ${share(prefix.asIs, prefix.whole)}; without the ledger: ${share(prefix.withoutLedger, prefix.whole)}`,
  )
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`
}
