/** Saves a text or bytes as a file of the browser. */
export function download(name: string, type: string, content: string | Blob): void {
  const url = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has the content as soon as the click is handled; Safari needs a moment more.
  setTimeout(() => URL.revokeObjectURL(url), 1_000)
}
