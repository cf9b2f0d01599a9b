import { parseArgs } from 'node:util'
import { torture } from './torture/run.js'
import type { Tally } from './torture/tally.js'
import type { Shape } from './torture/world.js'

/** `npm run torture -- --minutes 5 --seed 1`: repeatedly kills every process while clients write, and counts losses. */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    sessions: { type: 'string', default: '12' },
    shape: { type: 'string', default: 'both' },
    logs: { type: 'string' },
  },
})
const named = (['small', 'full', 'scaled'] as const).filter((shape) => shape === values.shape)
const shapes: Shape[] = named.length > 0 ? named : ['small', 'full']
const seconds = (Number(values.minutes) * 60) / shapes.length
const say = (line: string) => console.log(`  ${line}`)

let violations = 0
for (const shape of shapes) {
  console.log(`${shape} shape, ${Math.round(seconds)} s, seed ${values.seed}`)
  const tally = await torture({
    shape,
    seconds,
    seed: Number(values.seed),
    sessions: Number(values.sessions),
    logs: values.logs,
    say,
  })
  report(tally)
  violations += tally.violations.length
}
process.exit(violations === 0 ? 0 : 1)

function report(tally: Tally): void {
  const kills = Object.entries(tally.kills).map(([name, times]) => `${name} ${times}`)
  const rows = {
    'messages acknowledged': tally.acknowledged,
    'lost · doubled · altered': `${tally.lost} · ${tally.doubled} · ${tally.altered}`,
    'giant results sent': tally.giants,
    'appends with poisoned strings': tally.poisoned,
    'refused as too large': tally.refused,
    'requests repeated': tally.retries,
    'contexts read': tally.contexts,
    'over the limit · with broken pairs': `${tally.overLimit} · ${tally.brokenPairs}`,
    'events replayed': tally.events,
    'compressions completed': tally.compressions,
    kills: kills.join(', ') || 'none',
    violations: tally.violations.length,
  }
  for (const [name, value] of Object.entries(rows)) console.log(`  ${name.padEnd(36)} ${value}`)
  for (const sentence of tally.violations.slice(0, 30)) console.log(`  ! ${sentence}`)
}
