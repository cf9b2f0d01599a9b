import { describeCell, LOOKS, MARKS, type Cells } from './cells.js'
import { cornerOf, type Layout } from './layout.js'
import { shapesOf, type Ink, type Shape } from './shapes.js'

/** Writes the strip as an SVG document of its own. Each kind of cell is a symbol.
 * @param title shown above the cells @param inks a color for each ink and for the paper */
export function stripSvg(
  cells: Cells,
  layout: Layout,
  { title, inks, paper }: { title: string; inks: Record<Ink, string>; paper: string },
): string {
  const { cellWidth, cellHeight } = layout
  const kinds = new Set<number>()
  const uses: string[] = []
  for (let seq = 1; seq <= cells.count; seq++) {
    const kind = cells.looks[seq - 1]! * MARKS + cells.marks[seq - 1]!
    kinds.add(kind)
    const { x, y } = cornerOf(layout, seq)
    uses.push(`<use href="#k${kind}" x="${x}" y="${y}"><title>${describeCell(cells, seq)}</title></use>`)
  }
  const symbols = [...kinds].map((kind) => {
    const shapes = shapesOf(LOOKS[Math.floor(kind / MARKS)]!, kind % MARKS, cellWidth, cellHeight)
    return `<symbol id="k${kind}" width="${cellWidth}" height="${cellHeight}" viewBox="0 0 ${cellWidth} ${cellHeight}">${shapes.map((shape) => element(shape, inks)).join('')}</symbol>`
  })
  const [width, height] = [layout.width + 2 * MARGIN, layout.height + 2 * MARGIN + TITLE_HEIGHT]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="${paper}"/>
<text x="${MARGIN}" y="${MARGIN + 12}" font-family="serif" font-size="15" fill="${inks.ink}">${escapeXml(title)}</text>
<defs>${symbols.join('\n')}</defs>
<g transform="translate(${MARGIN} ${MARGIN + TITLE_HEIGHT})">
${uses.join('\n')}
</g>
</svg>
`
}

const MARGIN = 16
const TITLE_HEIGHT = 28

/** Returns the SVG element of a shape. */
function element(shape: Shape, inks: Record<Ink, string>): string {
  const color = inks[shape.ink]
  if (shape.kind === 'line')
    return `<line x1="${shape.x1}" y1="${shape.y1}" x2="${shape.x2}" y2="${shape.y2}" stroke="${color}" opacity="${shape.opacity}"/>`
  return `<rect x="${shape.x}" y="${shape.y}" width="${shape.width}" height="${shape.height}" fill="${color}" opacity="${shape.opacity}"/>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeXml = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character]!)
