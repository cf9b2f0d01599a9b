import { markersOf } from '../../src/domain/goal/markers.js'
import { atMost, median, type Figure } from '../support/figures.js'

const CHARS = 1_000_000
const RUNS = 9
/** The slowest texts to scan, each after one marker, so that the scanner cannot skip them. */
const SHAPES = {
  brackets: '[',
  'brackets, one a line': '[\n',
  'half markers': '[GOAL',
  'markers, one a line': '[NEXT] a\n',
  fences: '```x`\n',
}

/** Measures the scan of an assistant message of a million characters for markers. [G3] */
export function measureMarkers(): Figure[] {
  return Object.entries(SHAPES).map(([name, shape]) => {
    const text = `[GOAL] a\n${shape.repeat(CHARS / shape.length)}`
    const times = Array.from({ length: RUNS }, () => {
      const started = performance.now()
      markersOf({ role: 'assistant', parts: [{ type: 'text', text }] })
      return performance.now() - started
    })
    return atMost(`markers in 1 MB of ${name}`, median(times), name.startsWith('brackets') ? 50 : 200, 'ms')
  })
}
