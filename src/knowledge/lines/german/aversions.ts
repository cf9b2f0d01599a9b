import type { TableRow } from '../row.js'

/** What people avoid, and do without exception, in the forms that have a noun or a strong verb: `Ich habe eine Abneigung gegen Höhen`. Patterns leave out
 * what only points at something said before. [M11] */
export const AVERSIONS: readonly TableRow[] = [
  {
    kind: 'liking',
    at: 'within',
    phrases: [
      'ich verabscheue|meide|vermeide',
      'ich habe eine? *? abneigung|vorliebe|angst|interesse gegen|für|vor|an',
    ],
    notThen: ['es|das|dich|den|die|dem|der|dein|deine|deinem|diese|diesen|dieses|diesem|ihm|ihr'],
    like: `
      Ich verabscheue Horrorfilme | Ich meide Menschenmengen | Ich vermeide Gluten strikt |
      Ich habe eine starke Abneigung gegen Höhen | Ich habe eine Vorliebe für Fensterplätze | Ich habe Angst vor Höhen |
      Ich habe kein Interesse an Fußball`,
    unlike: `
      Ich vermeide es sonst | Ich vermeide das Wort | Ich meide dich jetzt | Ich meide den Hund | Ich meide die Stadt |
      Ich habe Angst vor dem Hund | Ich habe Angst vor der Prüfung | Ich meide dein Haus | Ich meide deine Stadt |
      Ich habe Angst vor deinem Hund | Ich meide diese Stadt | Ich meide diesen Ort | Ich meide dieses Haus |
      Ich habe Angst vor diesem Hund | Ich habe Angst vor ihm jetzt | Ich habe Angst vor ihr jetzt | Er meidet Gluten`,
  },
  {
    kind: 'liking',
    at: 'within',
    phrases: ['ich weigere_mich', 'ich trage|schaue|kaufe kein|keine|keinen'],
    notThen: ['das', 'die'],
    like: `
      Ich weigere mich, Pelz zu tragen | Ich trage kein Leder | Ich schaue keine Horrorfilme |
      Ich kaufe keinen Fisch dort`,
    unlike: 'Ich weigere mich, das zu tun | Ich weigere mich, die Tür zu öffnen | Er weigert sich, Pelz zu tragen',
  },
  {
    kind: 'being',
    phrases: [
      'ich ernähre_mich *? vegan|vegetarisch|glutenfrei|koscher|halal',
      'ich habe ein|eine|einen? *? *allergie|*intoleranz|*unverträglichkeit|*phobie|diabetes|asthma|epilepsie',
    ],
    like: `
      Ich ernähre mich streng vegan | Ich ernähre mich vegetarisch | Ich ernähre mich glutenfrei |
      Ich ernähre mich koscher | Ich ernähre mich halal | Ich habe eine schwere Erdnussallergie |
      Ich habe eine Laktoseintoleranz | Ich habe eine Histaminunverträglichkeit | Ich habe eine Spinnenphobie |
      Ich habe Diabetes | Ich habe Asthma | Ich habe Epilepsie | Ich habe ein schweres Asthma |
      Ich habe einen schweren Diabetes`,
    unlike: 'Er ernährt sich vegan | Ich habe eine Frage',
  },
]
