import { signal } from '@preact/signals'

/** Width up to which the styles lay out a page for a phone. */
const query = matchMedia('(max-width: 720px)')

/** Whether the page is as narrow as a phone. */
export const isNarrow = signal(query.matches)
query.addEventListener('change', ({ matches }) => (isNarrow.value = matches))
