import type { TableRow } from '../row.js'

/** What is called or placed how in a project, what people work with, and what they do not do: where such a clause begins. [M11] */
export const PROJECTS: readonly TableRow[] = [
  {
    kind: 'being',
    at: 'opens',
    phrases: ['wir|ich verwenden|verwende|nutzen|nutze|benutzen|benutze|arbeiten_mit|arbeite_mit'],
    notThen: [
      'das|die|den|dem|der|es|sie|ihn|diese|dieses|diesen|ein|eine|einen|einem|mein|meine|meinen|unser|unsere|unseren|meinem|nur_noch|#',
    ],
    like: `
      Wir verwenden pnpm | Ich verwende Vim | Wir nutzen Go | Ich nutze Vim | Wir benutzen Go | Ich benutze Vim |
      Wir arbeiten mit Go | Ich arbeite mit Vim`,
    unlike: `
      Wir nutzen das aus | Wir nutzen die Karte | Wir nutzen den Plan | Wir arbeiten mit dem Plan |
      Wir arbeiten mit der Karte | Wir nutzen es aus | Wir nutzen sie aus | Wir nutzen ihn aus |
      Wir nutzen diese Karte | Wir nutzen dieses Blatt | Wir nutzen diesen Plan | Wir nutzen ein Blatt |
      Wir nutzen eine Karte | Wir nutzen einen Plan | Wir arbeiten mit einem Plan | Ich nutze mein Auto |
      Ich nutze meine Karte | Ich nutze meinen Plan | Wir nutzen unser Auto | Wir nutzen unsere Karte |
      Wir nutzen unseren Plan | Ich arbeite mit meinem Plan | Wir nutzen nur noch Reste | Wir nutzen 2 Karten |
      Sie verwenden pnpm`,
  },
  {
    kind: 'being',
    pattern: new RegExp(
      '\\b(?:[Uu]nsere?|[Dd]as|[Dd]ie) (?:Firma|Projekt|Produkt|App|Team) heißt \\p{Lu}|' +
        '\\b[Uu]nsere? [\\p{L}-]{2,30} (?:ist|sind) (?:täglich|wöchentlich|jede[nrs]?)\\b|' +
        '\\b(?:[Uu]nsere|[Dd]ie) \\p{L}{0,20}[Ss]prache im Projekt ist \\p{Lu}|' +
        '\\b[Ww]ir (?:deployen|releasen|veröffentlichen|mergen|hosten) (?:nur|nie|nicht|\\p{L}{3,9}s(?= nicht| nie)|auf|bei|mit) \\p{L}|' +
        '\\b[Ww]ir setzen (?:\\S{0,20}\\p{Ll}\\p{Lu}\\S{0,20}|\\p{Lu}\\S{1,20}(?= v?\\d))[^,.!?]{0,12} ein\\b',
      'u',
    ),
    like: `
      Das Projekt heißt Nord | Unsere Firma heißt Nord | Die App heißt Nord | Das Produkt heißt Nord |
      Das Team heißt Nord | Unser Treffen ist täglich um neun | Unsere Treffen sind wöchentlich |
      Unser Treffen ist jeden Montag | Die Sprache im Projekt ist Go | Unsere Hauptsprache im Projekt ist Go |
      Wir deployen nur nachts | Wir releasen nie am Freitag | Wir veröffentlichen nicht am Freitag |
      Wir mergen freitags nicht | Wir mergen freitags nie | Wir hosten auf Azure | Wir hosten bei Azure |
      Wir deployen mit Docker | Wir setzen GitLab ein | Wir setzen Java 21 ein`,
    unlike: 'Unser Server ist kaputt | Wir setzen Leute ein | Das Projekt heißt so',
  },
  {
    kind: 'being',
    pattern: new RegExp(
      '\\b(?:[Uu]nsere?|[Mm]eine?|[Dd]er|[Dd]ie|[Dd]as) ' +
        '(?:(?:Test|Haupt)?[Dd]atenbank|(?:Haupt)?[Bb]ranch|Framework|Server|Editor|Backend|Frontend|Sprache|API-Version) ' +
        '(?:heißt [a-z]|(?:ist|heißt) (?:v\\d|\\p{Lu}\\p{L}*(?:\\p{Lu}| \\d)))|' +
        '\\b(?:Abgabetermin|Abgabe|Stichtag) ist (?:der|am) \\d|' +
        '\\b(?:[Uu]nsere?|[Mm]eine?) (?:\\p{L}{0,12}[Cc]hef(?:in)?|\\p{L}{0,12}[Ll]eiter(?:in)?) ist (?:Frau|Herr) \\p{Lu}',
      'u',
    ),
    like: `
      Unsere Datenbank ist MariaDB | Unsere Hauptdatenbank ist MariaDB | Unsere Testdatenbank ist MariaDB |
      Der Hauptbranch heißt develop | Der Branch heißt develop | Unser Framework ist Symfony 6 |
      Mein Server heißt Rom 2 | Das Framework ist Symfony 6 | Mein Server heißt pluto | Meine Sprache ist TypeScript |
      Die Sprache ist Java 21 | Mein Editor heißt nano | Unser Backend ist NestJS | Unser Frontend ist NextJS |
      Die API-Version ist v2 | Abgabetermin ist der 30. Juni | Abgabe ist am 30. Juni | Stichtag ist der 30. Juni |
      Unsere Chefin ist Frau Weber | Mein Chef ist Herr Weber | Unser Teamleiter ist Herr Weber |
      Meine Leiterin ist Frau Weber | Unsere Teamchefin ist Frau Weber`,
    unlike: 'Unser Server ist langsam | Die Datenbank ist Mist | Abgabe ist bald | Unser Chef ist Pilot',
  },
  {
    kind: 'being',
    phrases: ['unser|unsere {word} ist|liegt|läuft unter|auf|in? {address}'],
    like: `
      Unser Server ist test.example.net | Unsere API liegt unter /srv/api | Unser Server läuft auf db-1.local |
      Unsere Datei liegt in ~/shop/config | Unsere Seite ist https://example.net`,
    unlike: 'Unser Server ist kaputt | Ihr Server ist test.example.net',
  },
  {
    kind: 'being',
    at: 'start',
    phrases: ['produktion|staging läuft|liegt|ist auf|in|unter {address}'],
    like: 'Produktion läuft auf server3.example.de | Staging liegt unter /srv/www | Produktion ist in eu-1.example.de',
    unlike: 'Produktion läuft auf Hochtouren | Die Produktion liegt unter /srv/www',
  },
]
