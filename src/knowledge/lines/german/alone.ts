import { texts } from '../lists.js'
import type { TableRow } from '../row.js'

const THINGS =
  'Preise|Beträge|Datumsangaben|Uhrzeiten|Temperaturen|Entfernungen|Gewichte|Antworten|Erklärungen|Kommentare|Tests|' +
  'Commits|Variablen|Variablennamen|Funktionen|Quellen|Rezepte|Einrückung|Code-Beispiele'

/** Orders about how an assistant speaks, and how it makes things of a kind: `Keep the tone friendly`, `Give prices in euros`. The same words in a
 * task are about the task, so they hold only if the message has nothing else to which they could belong. [M11] */
export const ALONE: readonly TableRow[] = [
  {
    // What nothing is done without.
    kind: 'alone',
    at: 'start',
    phrases: ['kein|keine|keinen|nichts {words} ohne {word}', 'ohne {words} nichts|nicht|kein|keine|keinen {word}'],
    like: `
      Kein Merge ohne Review | Keine Änderung ohne Segen | Keinen Code ohne Test | Nichts pushen ohne Test |
      Ohne meine Freigabe nichts löschen | Ohne Test nicht pushen | Ohne Test kein Merge | Ohne Test keine Änderung |
      Ohne Test keinen Code`,
    unlike: 'Kein Tee | ohne Milch | Sie mergen ohne Review',
  },
  {
    // An infinitive at the end orders.
    kind: 'alone',
    pattern: new RegExp(
      `^(?:bitte )?(?:(?:${THINGS}|Code)(?: bitte)? )?(?:nur |immer )?` +
        '(?:(?:auf|in|mit|ohne|als) |kein(?:e|en)? |nicht |kurz )[^,.!?]{0,40}?' +
        '(?:antworten|schreiben|verwenden|nutzen|angeben|erklären|formatieren)[.!]{0,3}$',
      'iu',
    ),
    like: [
      ...THINGS.split('|').map((thing) => `${thing} in Euro angeben`),
      ...texts('Code mit Tests schreiben, Bitte auf Deutsch antworten, Preise bitte in Euro angeben'),
      ...texts(
        'Nur auf Deutsch antworten, Immer mit Quellen antworten, Ohne Umschweife erklären, Als Liste formatieren',
      ),
      ...texts(
        'Keine Tabellen nutzen, Kein ß verwenden, Keinen Slang verwenden, Nicht so lang antworten, Kurz antworten',
      ),
    ],
    unlike: 'Bitte Tests schreiben | Bitte antworten | Sie wollen auf Deutsch antworten',
  },
  {
    kind: 'alone',
    at: 'start',
    phrases: [
      'rede|red|sprich|schreib|schreibe mit_mir|mir wie|als|so|nicht|*er',
      'erklär|erkläre mir? alles|dinge|sachen so|wie|einfach|kurz',
      'behandle mich wie|als',
      'sei * zu_mir|mit_mir',
      'bleib|bleiben_wir bitte? beim du|sie',
      'halt|halte|mach den|deinen|die ton|tonfall|stil|sprache *',
      'sei bitte|ruhig|etwas? direkt|kritisch|locker|knapp',
      'kurze|knappe|einfache antworten|erklärungen|sätze',
      'lass die|das floskeln|gerede|lob|geplauder',
      'stell|stelle mir? nicht|keine|weniger … fragen|rückfragen|gegenfragen',
      'wenn du … nicht_weißt|nicht_sicher_bist|unsicher_bist sag|frag|frage|schreib',
      'nicht|nich|weniger mehr? so? förmlich|steif|ausführlich|lang|technisch',
      'rate|erfinde nicht|nichts',
      '… bleibt|bleiben unverändert|unangetastet',
      'komm direkt|gleich zum_punkt',
    ],
    like: `
      Die Datei a.yml bleibt unverändert | Die Tests bleiben unangetastet | Halte den Ton locker |
      Halt deinen Tonfall locker | Mach den Stil locker | Halte die Sprache einfach | Sei bitte direkt |
      Sei ruhig kritisch | Sei etwas locker | Sei knapp | Kurze Antworten | Knappe Erklärungen | Einfache Sätze |
      Rede mit mir wie ein Freund | Red mit mir wie ein Freund | Sprich mit mir als Kollege |
      Schreib mir so wie einem Kind | Schreibe mir nicht so förmlich | Sprich mit mir lockerer |
      Erklär mir alles einfach | Erkläre Dinge wie einem Kind | Erklär Sachen kurz | Erklär alles so wie früher |
      Behandle mich wie einen Profi | Behandle mich als Profi | Sei ehrlich zu mir | Sei streng mit mir |
      Bleib bitte beim Sie | Bleiben wir beim Du | Lass die Floskeln | Lass das Gerede | Lass das Lob |
      Lass das Geplauder | Komm direkt zum Punkt | Komm gleich zum Punkt | Stell mir nicht so viele Fragen |
      Stelle keine weiteren Rückfragen | Stell weniger kurze Fragen | Stell mir keine langen Gegenfragen |
      Nicht mehr so förmlich | Nich so steif | Weniger ausführlich | Nicht so lang | Weniger technisch |
      Wenn du etwas nicht weißt, sag es | Wenn du dir nicht sicher bist, frag mich |
      Wenn du mal unsicher bist, frage mich | Wenn du es nicht weißt, schreib das | Rate nicht | Erfinde nichts`,
    unlike: 'Rede mit mir über Rom | Sie redet mit mir wie ein Freund | Erklär mir den dritten Schritt',
  },
  {
    // Nouns after the word for how have a capital letter: no verb follows, so it is no report.
    kind: 'alone',
    pattern: new RegExp(
      `^(?:(?:[Gg]ib|[Nn]enne?|[Ff]ormatiere|[Hh]alte) (?:mir )?)?(?:alle |deine |[Nn]ie |[Ii]mmer )?` +
        `(?:${THINGS}|[Cc]ommit-Nachrichten)(?: im Code| im Projekt)?(?:,? bitte| nur)? ` +
        '(?:in|auf|als|mit|ohne|unter|im) (?:\\p{Lu}[\\p{L}-]{1,30}|[\\d.]{1,6}|zwei|vier)' +
        '(?: (?:\\p{Lu}[\\p{L}-]{0,30}|[\\d.]{1,6}|und|im|in|pro)){0,4}(?:,? bitte)?(?: an)?[.!]{0,3}$',
      'u',
    ),
    like: [
      ...THINGS.split('|').map((thing) => `${thing} in Form`),
      ...texts('Commit-Nachrichten auf Englisch und im Imperativ, Gib Preise in Euro an, Nenn Preise in Euro'),
      ...texts('Nenne Preise in Euro, Tests mit JUnit 5, Tests mit JUnit, Preise ohne Steuer'),
      ...texts('Preise als Zahl, Formatiere Preise in Euro, Halte Funktionen unter 40 Zeilen pro Datei'),
      ...texts('Gib mir Preise in Euro, Gib alle Preise in Euro an, Gib deine Quellen im Text an'),
      ...texts('Kommentare im Code auf Englisch, Kommentare im Projekt auf Englisch, Preise bitte in Euro'),
      ...texts('Preise nur in Euro, commit-Nachrichten auf Englisch, Preise in Rom und Wien'),
      ...texts('gib Preise in Euro an, nenne Preise in Euro'),
      ...texts('formatiere Preise in Euro, halte Preise in Euro, Preise in 2.5 Euro'),
      ...texts('Preise in Euro in Rom, Einrückung mit vier Leerzeichen, Einrückung mit zwei Leerzeichen'),
      ...texts(
        'Nie Preise in Dollar, Immer Preise in Euro, nie Preise in Dollar, immer Preise in Euro, Preise in Euro bitte',
      ),
    ],
    unlike: `
      Preise in Hamburg steigen | Tests in diesem Ordner | Sie geben Preise in Euro an | Schreib Tests mit JUnit`,
  },
  {
    // Only its language is asked of all of it: `Schreib Tests mit JUnit` is a task.
    kind: 'alone',
    at: 'start',
    phrases: ['schreib|schreibe alle|deine? kommentare|commit-nachrichten|variablennamen|erklärungen auf|im {word}'],
    like: [
      ...['Kommentare', 'Commit-Nachrichten', 'Variablennamen', 'Erklärungen'].map(
        (text) => `Schreib ${text} auf Englisch`,
      ),
      ...texts(
        'Schreibe alle Kommentare auf Englisch, Schreib deine Kommentare auf Englisch, Schreib Kommentare im Code auf Englisch',
      ),
      'Schreib Commit-Nachrichten im Imperativ',
    ],
    unlike: 'Schreib Tests auf Englisch | Schreib Kommentare mit Witz | Sie schreiben Kommentare auf Englisch',
  },
]
