import type { TableRow } from './row.js'

/** What lines say in Italian. */
export const ITALIAN: readonly TableRow[] = [
  {
    kind: 'rule',
    priority: 50,
    at: 'clause',
    phrases: ['mai|sempre *are|*ere|*ire'],
    like: 'Mai cancellare la tabella. | Sempre provare prima. | Mai scrivere qui. | Mai aprire la porta.',
    unlike: 'Non piove mai qui. | Sempre meno persone vanno.',
  },
]
