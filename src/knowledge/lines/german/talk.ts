import type { TableRow } from '../row.js'

/** What one who serves says: offers of help, wishes, requests to wait, of which nothing matters later; and requests for data, whose reply
 * says what was given. Questions for a yes or no are none of these: a reply of “yes” needs them. And forms of a question: for a time, and those
 * that say whose words answer it; what decides with them is in src/domain/recall. [C4] [M2] */
export const TALK: readonly TableRow[] = [
  {
    kind: 'politeness',
    phrases: [
      'wie|womit kann|können ich|wir … helfen|dienen|behilflich',
      'sonst noch etwas',
      'wünsche Ihnen|dir|euch',
      'haben|hab Sie? einen|eine schönen|guten|schöne|gute Tag|Abend|Flug|Reise|Fahrt|Zeit',
      'viel Spaß|Vergnügen|Erfolg',
      'auf Wiedersehen',
      'gern|gerne geschehen',
      'genießen Sie',
      'lassen Sie mich nachsehen|nachschauen',
    ],
    like: `
      Wie kann ich Ihnen helfen? | Womit können wir Ihnen dienen? | Wie kann ich dir behilflich sein? |
      Brauchen Sie sonst noch etwas? | Ich wünsche Ihnen viel Glück. | Ich wünsche dir Glück. |
      Ich wünsche euch Glück. | Haben Sie einen guten Flug. | Hab eine schöne Reise! | Haben Sie einen schönen Tag. |
      Hab einen guten Abend. | Haben Sie eine gute Fahrt. | Hab eine gute Zeit. | Viel Spaß im Kino. | Viel Vergnügen! |
      Viel Erfolg! | Auf Wiedersehen! | Gern geschehen. | Gerne geschehen. | Genießen Sie Ihren Kaffee. |
      Lassen Sie mich nachsehen. | Lassen Sie mich nachschauen.`,
    unlike: `
      Die Karte wurde belastet. | Es gibt noch etwas Brot. | Dort können wir Ihnen Plätze geben. |
      Wie können wir die Sicherung testen? | Wir haben eine gute Lösung gefunden. |
      Lassen Sie mich zusammenfassen: Der Flug geht über Wien.`,
  },
  {
    kind: 'politeness',
    at: 'start',
    phrases: ['einen Moment|Augenblick'],
    like: 'Einen Moment, bitte. | Einen Augenblick.',
    unlike: 'Die Pumpe hielt einen Moment an.',
  },
  {
    kind: 'asking',
    phrases: [
      'können|könnten Sie mir|uns',
      'nennen|geben Sie mir|uns',
      'brauche|benötige|brauchen|benötigen Ihre|Ihren|deine|deinen',
    ],
    like: `
      Können Sie mir die Nummer sagen? | Könnten Sie uns die Nummer geben? | Nennen Sie mir die Nummer. |
      Geben Sie uns Ihren Namen. | Ich brauche Ihre Nummer. | Ich benötige Ihren Namen. | Wir brauchen deine Nummer. |
      Wir benötigen deinen Namen.`,
    unlike: 'Die Nummer ist falsch. | Sie brauchen nichts.',
  },
  {
    kind: 'of-assistant',
    priority: 20,
    phrases: ['hast|hattest du', 'haben|hatten {capital}sie'],
    like: `
      Was hast du mir empfohlen? | Hast du den Fehler gefunden? | Was hattest du vorher geändert? |
      Was haben Sie vorgeschlagen? | Was hatten Sie vorher gesagt?`,
    unlike: 'Kannst du mir helfen? | Wo haben sie sich getroffen?',
  },
  {
    kind: 'of-user',
    phrases: ['habe|hatte|bin|war ich'],
    like: `
      Was habe ich bestellt? | Habe ich schon bezahlt? | Was hatte ich geplant? | Wogegen bin ich allergisch? |
      Bin ich schon angemeldet? | Wann war ich in Wien? | War ich schon dort?`,
    unlike: 'Wann war das Treffen? | Ich bin müde. Was hilft?',
  },
  {
    kind: 'time-question',
    phrases: [
      'wann',
      'welche|welchem|welchen|welches|welcher tag|datum|woche|monat|jahr',
      'wie_lange',
      'wie_viele tage|wochen|monate|jahre',
    ],
    like: `
      Wann war ich in Wien? | An welchem Tag war das? | Welches Datum war das? | Welchen Tag hatten wir? |
      Welche Woche war das? | In welcher Woche war das? | In welchem Monat war das? | In welchem Jahr war das? |
      Wie lange ist das her? | Wie viele Tage dauert es? | Wie viele Wochen? | Wie viele Monate? | Wie viele Jahre?`,
    unlike: 'Wo war ich? | Wie viele Kisten sind es? | Welche Farbe war das?',
  },
]
