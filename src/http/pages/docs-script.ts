import { createHash } from 'node:crypto'

/** The only script of the reference page: its search, and buttons that copy. Without it, the page is complete. */
export const DOCS_SCRIPT = `
const box = document.querySelector('#find')
const none = document.querySelector('#none')
const items = [...document.querySelectorAll('[data-find]')]
const groups = [...document.querySelectorAll('[data-group]')]
function find() {
  const words = box.value.toLowerCase().split(/\\s+/).filter(Boolean)
  let found = 0
  for (const item of items) {
    item.hidden = !words.every((word) => item.dataset.find.includes(word))
    if (!item.hidden) found += 1
  }
  for (const group of groups) group.hidden = !group.querySelector('[data-find]:not([hidden])')
  none.hidden = found > 0
}
box.hidden = false
box.addEventListener('input', find)
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== box) { event.preventDefault(); box.focus() }
  if (event.key === 'Escape' && document.activeElement === box) { box.value = ''; find() }
})
addEventListener('hashchange', () => { if (document.querySelector(':target[hidden], [hidden] :target')) { box.value = ''; find(); document.querySelector(':target').scrollIntoView() } })
for (const block of document.querySelectorAll('pre.curl')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    try { await navigator.clipboard.writeText(block.querySelector('code').textContent); button.textContent = 'Copied' }
    catch { button.textContent = 'Select and copy by hand' }
  })
  block.append(button)
}
`

/** Source of the script for a Content-Security-Policy. */
export const DOCS_SCRIPT_SOURCE = `'sha256-${createHash('sha256').update(DOCS_SCRIPT, 'utf8').digest('base64')}'`
