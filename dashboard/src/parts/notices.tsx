import type { ComponentChildren } from 'preact'

/** The states of a view that has nothing to show yet. */

export function Loading({ what }: { what: string }) {
  return (
    <p class="notice" role="status">
      <span class="spinner" aria-hidden="true" /> Loading {what} …
    </p>
  )
}

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="notice empty">
      <strong>{title}</strong>
      {children && <p>{children}</p>}
    </div>
  )
}

export function Fault({ text, retry }: { text: string; retry?: () => void }) {
  return (
    <div class="notice fault" role="alert">
      <span>{text}</span>
      {retry && (
        <button type="button" onClick={retry}>
          Retry
        </button>
      )}
    </div>
  )
}
