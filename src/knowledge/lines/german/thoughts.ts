import type { TableRow } from '../row.js'

/** What passes in the work of an agent: plans, questions, next steps, reports, and what it supposes; and what a line says of a file, of a
 * failure, and of a step. [C4] */
export const THOUGHTS: readonly TableRow[] = [
  // What an agent says in other languages that it will do: the call that follows says more.
  {
    kind: 'thought',
    at: 'start',
    phrases: ['jetzt|nun werde|prüfe ich', 'ich werde|schaue|prüfe', 'lass|lassen_sie mich'],
    like: `
      Jetzt werde ich die Datei lesen. | Nun prüfe ich die Datei. | Ich werde die Datei lesen. |
      Ich schaue in die Datei. | Ich prüfe die Datei. | Lass mich die Datei lesen. | Lassen Sie mich die Datei lesen.`,
    unlike: 'Die Datei ist leer. | Ich habe die Datei gelesen. | Jetzt ist die Datei leer.',
  },
]
