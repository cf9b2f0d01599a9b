import { setFlagsFromString } from 'node:v8'

/** V8 lets garbage grow to several times what is alive while the machine has memory to spare. A daemon on a laptop shares it with a model:
 * the heap may grow by this many per cent over what was alive before it is collected. Measured after 4,000 sessions: 224 instead of 330 MB
 * resident, with no loss in appends a second that a benchmark could see. */
const GROWTH_PERCENT = 40

/** Once, at the start of a process. */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
}
