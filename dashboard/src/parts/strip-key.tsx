import { TableHead } from './table-head.js'
import { useMemo, useState } from 'preact/hooks'
import {
  countLooks,
  HUMAN,
  LOOK_TITLES,
  LOOKS,
  PINNED,
  RECALLED,
  runsOf,
  type Cells,
  type Look,
} from '../strip/cells.js'
import { shapesOf } from '../strip/shapes.js'
import { formatInteger } from './format.js'

/** What the cells mean, and the strip as a table. */

const [WIDTH, HEIGHT] = [14, 18]

/** One cell as it looks in the strip. */
export function Sample({ look, marks = 0 }: { look: Look; marks?: number }) {
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {shapesOf(look, marks, WIDTH, HEIGHT).map((shape, index) =>
        shape.kind === 'rect' ? (
          <rect
            key={index}
            x={shape.x}
            y={shape.y}
            width={shape.width}
            height={shape.height}
            opacity={shape.opacity}
            class={`ink-${shape.ink}`}
          />
        ) : (
          <line
            key={index}
            x1={shape.x1}
            y1={shape.y1}
            x2={shape.x2}
            y2={shape.y2}
            opacity={shape.opacity}
            class={`ink-${shape.ink}`}
          />
        ),
      )}
    </svg>
  )
}

export function StripKey({ cells }: { cells: Cells }) {
  const counts = countLooks(cells)
  return (
    <ul class="strip-key" aria-label="Key">
      {LOOKS.map((look, index) =>
        counts[index] === 0 ? null : (
          <li key={look}>
            <Sample look={look} /> {LOOK_TITLES[look]} <b>{formatInteger(counts[index]!)}</b>
          </li>
        ),
      )}
      <li>
        <Sample look="raw" marks={HUMAN} /> Human words
      </li>
      <li>
        <Sample look="raw" marks={PINNED} /> Pinned
      </li>
      <li>
        <Sample look="raw" marks={RECALLED} /> Earlier words recalled before it
      </li>
    </ul>
  )
}

/** Rows added by one click. */
const PAGE = 100

export function RunTable({ cells }: { cells: Cells }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="twin" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>The messages as a table</summary>
      {isOpen && <Runs cells={cells} />}
    </details>
  )
}

function Runs({ cells }: { cells: Cells }) {
  const [shown, setShown] = useState(PAGE)
  const runs = useMemo(() => runsOf(cells), [cells])
  return (
    <>
      <table>
        <TableHead columns={['Messages', 'State', 'Marks']} />
        <tbody>
          {runs.slice(0, shown).map(({ from, to, look, marks }) => (
            <tr key={from}>
              <td>{from === to ? formatInteger(from) : `${formatInteger(from)} to ${formatInteger(to)}`}</td>
              <td>{LOOK_TITLES[look]}</td>
              <td>{marks.join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {runs.length > shown && (
        <button type="button" onClick={() => setShown(shown + PAGE)}>
          Show more
        </button>
      )}
    </>
  )
}
