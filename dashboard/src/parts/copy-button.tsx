import { useState } from 'preact/hooks'

/** Copies a text, and says whether it worked. */
export function CopyButton({ text, what }: { text: () => string; what: string }) {
  const [result, setResult] = useState<'' | 'Copied' | 'Not allowed by the browser'>('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text())
      setResult('Copied')
    } catch {
      setResult('Not allowed by the browser')
    }
  }
  return (
    <span class="copy">
      <button type="button" class="quiet" aria-label={`Copy ${what}`} onClick={() => void copy()}>
        Copy
      </button>
      <span role="status">{result}</span>
    </span>
  )
}
