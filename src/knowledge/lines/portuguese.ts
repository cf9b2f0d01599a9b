import type { TableRow } from './row.js'

/** What lines say in Portuguese. */
export const PORTUGUESE: readonly TableRow[] = [
  {
    kind: 'thought',
    at: 'start',
    phrases: ['agora? vou', 'deixe-me|deixa_eu'],
    like: 'Vou ler o arquivo. | Agora vou ler o arquivo. | Deixe-me ler o arquivo. | Deixa eu ler o arquivo.',
    unlike: 'O arquivo está vazio. | Agora os testes passam.',
  },
]
