import { formatInteger } from '../parts/format.js'
import { WAY_TITLES, WAYS, type Way } from './sums.js'

/** The input of each call as lines over the messages of a session. */

export type InputPoint = { seq: number } & Record<Way, number>

const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [900, 220, 70, 10, 24]

interface ChartProps {
  points: readonly InputPoint[]
  limit: number
}

export function InputChart({ points, limit }: ChartProps) {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || first === last) return null
  const most = Math.max(limit, ...points.flatMap((point) => WAYS.map((way) => point[way])))
  const x = (seq: number) => LEFT + ((WIDTH - LEFT) * (seq - first.seq)) / (last.seq - first.seq)
  const y = (tokens: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - tokens / most)
  const lineOf = (way: Way) => points.map((point) => `${x(point.seq).toFixed(1)},${y(point[way]).toFixed(1)}`).join(' ')
  const label = WAYS.map((way) => `${WAY_TITLES[way]} ${formatInteger(last[way])}`).join(', ')
  return (
    <figure class="input-chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Input of the newest call: ${label} tokens; limit ${formatInteger(limit)}`}
      >
        {[0, most / 2, most].map((tokens) => (
          <g key={tokens}>
            <line class="grid" x1={LEFT} x2={WIDTH} y1={y(tokens)} y2={y(tokens)} />
            <text x={LEFT - 6} y={y(tokens) + 4} text-anchor="end">
              {formatInteger(tokens)}
            </text>
          </g>
        ))}
        <line class="limit" x1={LEFT} x2={WIDTH} y1={y(limit)} y2={y(limit)} />
        {WAYS.map((way) => (
          <polyline key={way} class={way} points={lineOf(way)} />
        ))}
        <text x={LEFT} y={HEIGHT - 6}>
          message {formatInteger(first.seq)}
        </text>
        <text x={WIDTH} y={HEIGHT - 6} text-anchor="end">
          message {formatInteger(last.seq)}
        </text>
      </svg>
      <figcaption>
        {WAYS.map((way) => (
          <span key={way}>
            <i class={way} aria-hidden="true" /> {WAY_TITLES[way]}
          </span>
        ))}
        <span>
          <i class="limit" aria-hidden="true" /> Limit
        </span>
      </figcaption>
    </figure>
  )
}
