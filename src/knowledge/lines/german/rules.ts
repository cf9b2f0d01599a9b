import type { TableRow } from '../row.js'

/** Verbs that make a sentence with an infinitive at its end a statement. */
export const NO_ORDER = 'muss|müssen|kann|können|wird|werden|so_kann*|so_könn*|so_wird|so_werden'

/** Rules, which must survive verbatim. [C9] */
export const RULES: readonly TableRow[] = [
  {
    // An infinitive at the end orders; `Nur eine Minute` does not.
    kind: 'rule',
    priority: 50,
    at: 'clause-end',
    phrases: [`und|aber? niemals|nie|immer|nur|keinesfalls !${NO_ORDER} {words} *en|*ern|*eln`],
    like: `
      Niemals die Tabelle löschen. | Bitte nie löschen. | Immer testen. | Nur lesen. | Keinesfalls löschen. |
      Also immer testen. | Und nie löschen. | Aber nur lesen. | Wichtig: nie löschen. | Testen, nie löschen. |
      Immer Fehler verbessern. | Immer Namen sammeln.`,
    unlike: `
      Das ist nie so. | Nur eine Minute. | Immer diese Träumer! | Nur wer kann, will das durchsetzen. |
      Immer muss Ann warten. | Immer müssen alle warten. | Nie kann Ann warten. | Nie können alle warten. |
      Nie wird Ann warten. | Nie werden alle warten. | Nur so kannst du es lernen. | Nur so können wir es lernen. |
      Nur so wird er es lernen. | Nur so werden wir es lernen.`,
  },
  {
    kind: 'rule',
    priority: 50,
    phrases: ['darf|dürfen … nicht|nie|niemals|nur|immer|kein*', 'soll|sollen|muss|müssen … nie|niemals|immer'],
    like: `
      Die Tabelle darf nicht gelöscht werden. | Gäste dürfen sie nur lesen. | Sie soll man nie leeren. |
      Sie sollen es niemals leeren. | Es muss hier immer grün sein. | Sie müssen es immer prüfen. |
      Es darf da keine geben. | Es darf da nie fehlen. | Es darf da niemals fehlen. | Es darf da immer stehen.`,
    unlike: 'Die Tabelle soll wachsen. | Sie müssen nicht warten. | Man muss kein Insider sein.',
  },
  {
    // With an imperative, it forbids: `Ändere die Tests nicht`.
    kind: 'barring',
    phrases: ['nicht|kein|keine|keinen|keinerlei'],
    like: 'Ändere es nicht. | Nutze kein Gerüst. | Nutze keine Listen. | Nutze keinen Tab. | Nutze keinerlei Listen.',
    unlike: 'Ändere es.',
  },
]
