import { useState } from 'preact/hooks'

interface CopyProps {
  /** Returns the text, or reads it first. */
  text: () => string | Promise<string>
  /** What is copied, for people who do not see where the button is. */
  what: string
  title?: string
}

/** Copies a text, and says whether it worked. */
export function CopyButton({ text, what, title = 'Copy' }: CopyProps) {
  const [result, setResult] = useState<'' | 'Reading' | 'Copied' | 'Could not copy'>('')
  const copy = async () => {
    setResult('Reading')
    try {
      await writeText(text())
      setResult('Copied')
    } catch {
      setResult('Could not copy')
    }
  }
  return (
    <span class="copy">
      <button type="button" class="quiet" aria-label={`Copy ${what}`} onClick={() => void copy()}>
        {title}
      </button>
      <span role="status">{result}</span>
    </span>
  )
}

/** A text that is read first is given to the browser as a promise: after a wait, it may refuse to copy. */
async function writeText(text: string | Promise<string>): Promise<void> {
  if (typeof text === 'string') return navigator.clipboard.writeText(text)
  const blob = text.then((found) => new Blob([found], { type: 'text/plain' }))
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
}
