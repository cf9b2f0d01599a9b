import { useState } from 'preact/hooks'
import { formatInteger } from './format.js'

/** Characters shown at first. A message may have millions. */
const SHOWN_CHARS = 4_000

export function LongText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false)
  const rest = text.length - SHOWN_CHARS
  return (
    <>
      <pre class="long-text" dir="auto" tabIndex={0}>
        {isWhole || rest <= 0 ? text : `${text.slice(0, SHOWN_CHARS)} …`}
      </pre>
      {rest > 0 && !isWhole && (
        <button type="button" class="quiet" onClick={() => setWhole(true)}>
          Show {formatInteger(rest)} more characters
        </button>
      )}
    </>
  )
}
