// Tables of sentences on a phone: each cell gets the title of its column, so that the style can show a row as a list.

/** Characters of a cell from which its table is one of sentences. Tables of numbers stay tables, and scroll. */
const SENTENCE = 40

/** Adds to each cell of such a table the title of its column. */
export function titleCells(md) {
  md.core.ruler.push('title-cells', ({ tokens }) => {
    for (const [start, token] of tokens.entries()) {
      if (token.type !== 'table_open') continue
      const end = tokens.findIndex(({ type }, index) => index > start && type === 'table_close')
      titleTable(tokens.slice(start, end))
    }
  })
}

function titleTable(tokens) {
  const textAfter = (token) => textOf(tokens[tokens.indexOf(token) + 1])
  const cells = tokens.filter(({ type }) => type === 'td_open')
  if (!cells.some((cell) => textAfter(cell).length > SENTENCE)) return
  const titles = tokens.filter(({ type }) => type === 'th_open').map(textAfter)
  cells.forEach((cell, index) => cell.attrSet('data-title', titles[index % titles.length]))
}

const textOf = ({ children }) => children.map(({ content }) => content).join('')
