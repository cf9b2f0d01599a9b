import { useEffect } from 'preact/hooks'

/** Names the page in the tab and the history of the browser. */
export function useTitle(...names: readonly string[]): void {
  const title = [...names, 'Palimpsest'].join(' · ')
  useEffect(() => void (document.title = title), [title])
}
