import type { ComponentChildren } from 'preact'
import { Empty } from '../parts/notices.js'

interface OriginalPaneProps {
  isOpen: boolean
  /** How to open one. */
  hint: string
  onClose: () => void
  children: ComponentChildren
}

/** The place beside a list where an original is read. On a narrow screen it covers the lower half of the page. */
export function OriginalPane({ isOpen, hint, onClose, children }: OriginalPaneProps) {
  return (
    <div class={`original-pane ${isOpen ? 'open' : ''}`} aria-live="polite">
      {!isOpen ? (
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
