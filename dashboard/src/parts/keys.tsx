import { useEffect, useState } from 'preact/hooks'
import { addressOf, route } from '../state/route.js'
import { Dialog } from './dialog.js'

/** Keys that work everywhere outside of a field: `/` goes to the search, `?` lists the keys. */

const KEYS: readonly [key: string, does: string][] = [
  ['/', 'Search: on the list of sessions its filter, elsewhere the search over all messages'],
  ['?', 'This list'],
  ['Tab, Shift+Tab', 'Next and previous control; the first one skips to the content'],
  ['← → ↑ ↓, Home, End, Page Up, Page Down', 'In Messages: over the messages. In Budget: over the points and cuts'],
  ['Enter, Space', 'In Messages: open the original'],
  ['← →', 'On Moment: the context one message earlier or later'],
  ['Escape', 'Close a dialog without doing anything'],
]

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

export function Keys() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
      if (document.querySelector('dialog[open]') !== null) return
      if (event.key === '?') setOpen(true)
      else if (event.key === '/') goToSearch()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  if (!isOpen) return null
  return (
    <Dialog title="Keys" onClose={() => setOpen(false)}>
      <dl class="keys">
        {KEYS.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <div class="dialog-buttons">
        <button type="button" onClick={() => setOpen(false)}>
          Close
        </button>
      </div>
    </Dialog>
  )
}

function goToSearch(): void {
  const field = () => document.querySelector<HTMLInputElement>('main input[type=search]')
  const own = field()
  if (own !== null && (route.value.view === 'sessions' || route.value.view === 'search')) return own.focus()
  location.hash = addressOf({ view: 'search', query: '' })
  // The view is drawn after the address changed.
  const drawn = new MutationObserver(() => {
    if (route.value.view !== 'search') return
    field()?.focus()
    if (field() !== null) drawn.disconnect()
  })
  drawn.observe(document.body, { childList: true, subtree: true })
}
