import type { TableRow } from '../row.js'

/** What replaces and ends what was said before, and the parts of a statement that say of what it is. [M11] */
export const CHANGES: readonly TableRow[] = [
  {
    kind: 'ending',
    phrases: ['vergiss|ignoriere|streiche|lösche'],
    like: 'vergiss die Regel | ignoriere die Regel | streiche die Regel | lösche die Regel',
    unlike: 'die Regel',
  },
  {
    kind: 'taken-back',
    at: 'whole',
    phrases: ['bitte? vergiss das|es wieder|bitte?'],
    like: 'vergiss das | bitte vergiss es! | vergiss das wieder. | vergiss das bitte',
    unlike: 'vergiss das Brot nicht',
  },
  {
    kind: 'replacing',
    phrases: [
      'ab_jetzt|ab_sofort|ab_heute|von_nun_an|von_jetzt_an|künftig|in_zukunft|stattdessen|statt|anstatt|nicht_mehr|doch_lieber',
      'kein|keine|keinen|keinem|keiner … mehr',
      'ich|wir {word}? {word}? jetzt',
    ],
    like: `
      ab jetzt Tabs | ab sofort Tabs | ab heute Tabs | von nun an Tabs | von jetzt an Tabs | künftig Tabs |
      in Zukunft Tabs | stattdessen Tabs | Tabs statt Kommas | Tabs anstatt Kommas | nicht mehr so | doch lieber Tabs |
      kein Tab mehr | keine Tabs mehr | keinen Tab mehr | keinem Tab mehr | keiner Regel mehr | wir jetzt |
      ich nutze jetzt Tabs | wir nutzen Tabs jetzt`,
    unlike: 'nutze Tabs | keine Tabs | jetzt Tabs',
  },
  {
    kind: 'dropping',
    phrases: ['statt|anstatt|kein|keine|keinen|keinem|keiner|nicht_mehr'],
    like: `
      Tabs statt Kommas | Tabs anstatt Kommas | kein Tab | keine Tabs | keinen Tab | keinem Tab | keiner Regel |
      nicht mehr Tabs`,
    unlike: 'nutze Tabs | nicht Tabs',
  },
  {
    kind: 'case',
    phrases: ['bei|für|wenn|vor|nach'],
    like: 'bei Fehlern | für Tests | wenn ich frage | vor dem Merge | nach dem Merge',
    unlike: 'nutze Tabs',
  },
  {
    kind: 'purpose',
    phrases: ['für|als|zum|zur|beim'],
    like: 'Redis für den Cache | Redis als Cache | Redis zum Test | Redis zur Probe | Redis beim Test',
    unlike: 'Redis',
  },
]
