import type { TableRow } from '../row.js'

/** Orders that hold for every session, and those that hold if they are about what an assistant makes or the tools of the work. [M11] */
export const LASTING_ORDERS: readonly TableRow[] = [
  {
    kind: 'topic',
    phrases: [
      'antwort*|erklärung*|zusammenfassung*|kommentar*|stichpunkt*|stichwort*|emojis|aufzählung*|absätze|absätzen|überschrift*|tabellen|beispiele|sätze|sätzen|abkürzung*|anglizismen|fachbegriff*|floskeln|entschuldigungen|zu_entschuldigen|zu_wiederholen|zusammenzufassen',
      'code-*|commit-*|variablen*|funktionsnamen|leerzeichen|einrück*|semikolon*|abhängigkeit*|bibliothek*',
      'einfache_sprache|rechtschreibung|einheiten|metrisch*|modus|*modus|schriftart|tonfall|stil|formatierung|ansatz|herangehensweise|schritt_für_schritt|förmlich',
      'keine|ohne|statt listen',
      'wörter|ausrufezeichen|witze|smalltalk|fremdwörter|einleitungen',
      'auf deutsch|englisch|französisch|spanisch',
    ],
    like: `
      Antworten | Erklärung | Zusammenfassungen | Kommentare | Stichpunkte | Stichworte | keine Listen | ohne Listen |
      statt Listen | Emojis | Aufzählung | Absätze | Absätzen | Überschriften | Tabellen | Beispiele | Sätze | Sätzen |
      Abkürzungen | Anglizismen | Fachbegriffe | Floskeln | Entschuldigungen | sich zu entschuldigen | zu wiederholen |
      zusammenzufassen | Code-Beispiel | Commit-Nachrichten | Variablennamen | Funktionsnamen | Leerzeichen |
      Einrückung | Semikolons | Abhängigkeiten | Bibliotheken | einfache Sprache | Rechtschreibung | Einheiten |
      metrisch | Wörter | Ausrufezeichen | Witze | Smalltalk | Fremdwörter | Einleitungen | Modus | Dunkelmodus |
      Schriftart | Tonfall | Stil | Formatierung | Ansatz | Herangehensweise | Schritt für Schritt | förmlich |
      auf Deutsch | auf Englisch | auf Französisch | auf Spanisch`,
    unlike: 'Suppe | am Fenster | deutsch',
  },
  {
    kind: 'using',
    at: 'opens',
    phrases: [
      'verwende|benutze|nutze|lass|spar|sei|antworte|formatiere|verzichte|hör_auf|lieber|nur|ohne|kein|keine|keinen|rück|schreib_auf',
    ],
    notThen: ['sie', 'ihn', 'es', 'ahnung', 'sorge', 'problem', 'antwort', 'kommentar'],
    like: `
      Verwende Tabs | Benutze Tabs | Nutze Tabs | Lass Listen weg | Spar dir Listen | Sei förmlich | Antworte kurz |
      Formatiere Code | Verzichte auf Listen | Hör auf, Listen zu machen | Lieber Listen | Nur Listen | Ohne Listen |
      Kein Code | Keine Listen | Keinen Code | Rück mit Tabs ein | Schreib auf Englisch`,
    unlike: `
      Sie nutzen Tabs. | Benutze sie so. | Benutze ihn so. | Benutze es so. | Keine Ahnung davon | Keine Sorge, Ann |
      Kein Problem, Ann | Keine Antwort von Ann | Kein Kommentar dazu`,
  },
  {
    kind: 'standing-order',
    phrases: [
      'duze|sieze|duz|siez mich|uns',
      'sprich mich … an',
      'du|sie kannst|können mich duzen',
      'wir duzen|siezen uns',
      'entschuldige dich nicht',
      'sprich|rede|schreib|schreibe bitte? auf? deutsch|englisch|hochdeutsch mit_mir',
      'sprich|rede mit_mir bitte? auf? deutsch|englisch|hochdeutsch',
      'frag|frage|warne mich bevor|ehe du',
      '*e nichts ohne rückfrage|zu_fragen|meine_zustimmung',
    ],
    like: `
      Bitte duze mich | Sieze uns | Duz mich | Siez mich | Entschuldige dich nicht | Sprich mich mit Namen an |
      Du kannst mich duzen | Sie können mich duzen | Wir duzen uns | Wir siezen uns | Sprich bitte Deutsch mit mir |
      Rede Englisch mit mir | Schreib Hochdeutsch mit mir | Schreibe auf Deutsch mit mir |
      Sprich mit mir bitte Deutsch | Rede mit mir auf Englisch | Sprich mit mir Hochdeutsch |
      Frag mich, bevor du etwas löschst | Frage mich, ehe du löschst | Warne mich, bevor du löschst |
      Lösche nichts ohne Rückfrage | Installiere nichts, ohne zu fragen | Ändere nichts ohne meine Zustimmung`,
    unlike: 'Sprich mich nie wieder darauf | Wir duzen',
  },
  {
    kind: 'standing-order',
    at: 'start',
    phrases: [
      'fass|rühr|ändere|lösche|bearbeite … ordner|verzeichnis|branch|dateien … nicht|nichts',
      'finger_weg|lass_die_finger vom|von',
      '*e nichts im|in … ordner|verzeichnis|branch',
    ],
    like: `
      Finger weg vom Server | Lass die Finger von der Datenbank | Rühr den Ordner alt nicht an |
      Fass den Ordner alt nicht an | Ändere am Verzeichnis selbst nichts | Lösche den Branch main nicht |
      Bearbeite alte Dateien bitte nicht | Lösche nichts im alten Ordner | Lege nichts in das Verzeichnis |
      Pushe nichts in den Branch`,
    unlike: 'Fass mich nicht an | Die Finger von Ann',
  },
  {
    kind: 'duty-of',
    phrases: ['muss|müssen|soll|sollen|sollten|sollte|darf|dürfen|gehört|gehören'],
    notThen: ['falsch|richtig|kaputt'],
    like: `
      es muss so | sie müssen | es soll | sie sollen | sie sollten | es sollte | es darf | sie dürfen | es gehört |
      sie gehören`,
    unlike: 'es kann | es muss falsch sein | es muss richtig sein | es muss kaputt sein',
  },
  {
    // About all of a kind.
    kind: 'all-of-kind',
    at: 'start',
    phrases: ['alle|jede|jeder|jedes *? * sollen|soll|brauchen|braucht'],
    like: `
      Alle Preise sollen in Euro sein | Jede Seite soll laden | Jeder Test soll laufen | Jedes Bild braucht Text |
      Alle neuen Bilder brauchen Text`,
    unlike: 'Alle Preise steigen | Jeder muss essen',
  },
  {
    // For each time that a person asks: after the comma, an imperative, which does not end like the other forms of verbs.
    kind: 'each-time',
    pattern: new RegExp(
      '^wenn (?:ich|du) [^,.?!]{0,60}' +
        '(?:schreibe|schreibst|antwortest|erklärst|frage|bitte|schicke|sende|poste|teile|zeige|gebe|brauche|will|möchte|erwähne), ' +
        '\\p{Ll}{2,20}(?<!t|en|bin)(?! (?:ich|du|er|sie|es|wir|ihr|man)\\b)(?=[ .!])',
      'iu',
    ),
    like: `
      Wenn ich so schreibe, gib Namen | Wenn du Code schreibst, gib Namen | Wenn du antwortest, gib Namen |
      Wenn du es erklärst, gib Namen | Wenn ich frage, antworte kurz | Wenn ich um Namen bitte, bitte keine Listen |
      Wenn ich es schicke, gib Namen | Wenn ich es sende, gib Namen | Wenn ich es poste, gib Namen |
      Wenn ich es teile, gib Namen | Wenn ich es zeige, gib Namen | Wenn ich Code gebe, lies ihn |
      Wenn ich es brauche, gib Namen | Wenn ich es will, gib Namen | Wenn ich es möchte, gib Namen |
      Wenn ich Code erwähne, gib Namen`,
    unlike: `
      Wenn ich frage, sagt Ann nie was | Wenn ich frage, gehen alle | Wenn ich frage, bin da |
      Wenn ich frage, lache ich | Wenn ich frage, lache du | Wenn ich frage, lache er | Wenn ich frage, lache sie |
      Wenn ich frage, lache es | Wenn ich frage, lache wir | Wenn ich frage, lache ihr | Wenn ich frage, lache man`,
  },
]
