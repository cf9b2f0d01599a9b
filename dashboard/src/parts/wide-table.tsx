import type { ComponentChildren } from 'preact'

/** A box in which a wide table scrolls sideways, with keys too. */
export function WideTable({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="wide-table" role="group" aria-label={title} tabIndex={0}>
      {children}
    </div>
  )
}
