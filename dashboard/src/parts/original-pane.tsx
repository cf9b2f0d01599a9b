import type { ComponentChildren } from 'preact'
import { Empty } from './notices.js'

interface OriginalPaneProps {
  /** Message that is open; null: none. */
  opened: number | null
  /** How to open one. */
  hint: string
  onClose: () => void
  children: ComponentChildren
}

/** The place beside a list where an original is read. On a narrow screen it covers the lower half of the page. */
export function OriginalPane({ opened, hint, onClose, children }: OriginalPaneProps) {
  return (
    <div class={`original-pane ${opened === null ? '' : 'open'}`} aria-live="polite">
      {opened === null ? (
        <Empty title="Original">{hint}</Empty>
      ) : (
        <>
          <button type="button" class="close" onClick={onClose}>
            Close
          </button>
          {children}
        </>
      )}
    </div>
  )
}
