import type { TableRow } from '../row.js'

/** What binds an order or a taste to what is before a person now, and clauses without their end. [M11] */
export const OF_THE_MOMENT: readonly TableRow[] = [
  {
    kind: 'bound',
    phrases: [
      'diese|dieser|dieses|diesem|diesen|hier|oben|unten|heute|erstmal|zuerst|noch_nicht|seinen|seinem|seiner|seines|zum_beispiel',
    ],
    like: `
      diese Zeile | dieser Text | dieses Wort | diesem Text | diesen Text | hier nicht | wie oben | wie unten |
      heute nicht | erstmal nicht | zuerst nicht | noch nicht | seinen Worten | seinem Wort | seiner Frau |
      seines Wortes | nimm zum Beispiel Tabs`,
    unlike: 'Tabs | Diesel',
  },
  {
    // The next step of a task.
    kind: 'bound',
    at: 'start',
    phrases: ['*e|lass|gib|mach uns|mir? dann'],
    like: 'Gliedere dann die Schritte | Lass uns dann testen | Gib mir dann Namen | Mach dann Tests',
    unlike: 'Wenn ich frage, dann antworte',
  },
  {
    kind: 'bound',
    phrases: ['jetzt|morgen'],
    notAfter: ['ab', 'von'],
    like: 'jetzt Tabs | morgen Tabs',
    unlike: 'ab jetzt Tabs | von jetzt an Tabs',
  },
  {
    kind: 'certain',
    phrases: ['der|dem|den|das|mein|meine|meinem|meinen|meiner|meines|ihr|ihre|ihrem|ihren|ihrer|ihres'],
    like: `
      in der Mail | in dem Brief | in den Brief | in das Buch | mein Brief | meine Mail | meinem Brief | meinen Brief |
      meiner Mail | meines Briefs | ihr Brief | ihre Mail | ihrem Brief | ihren Brief | ihrer Mail | ihres Briefs`,
    unlike: 'in Mails | in einem Brief',
  },
  {
    kind: 'reason',
    phrases: ['nach|weil|seit'],
    like: 'Redis nach dem Ausfall | Redis weil es schnell ist | Redis seit gestern',
    unlike: 'Redis als Cache',
  },
  {
    kind: 'definite',
    phrases: ['deinen|deine|deiner|ersten|zweiten|letzten'],
    like: 'deinen Code | deine Liste | deiner Liste | im ersten Code | im zweiten Code | im letzten Code',
    unlike: 'die Tests | das metrische System',
  },
]
