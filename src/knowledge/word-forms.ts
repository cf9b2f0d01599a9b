/** Forms of a word that no ending explains, so that a question finds them all: “Where did I go?” and “I went to Turku”. One word a row.
 * Forms that only take an ending are not here: src/domain/search/fold.ts removes it. [M2] [R7] */

/** Verbs of English, without those whose past is another common word (left, lay, saw, found, felt), and nouns. */
const ENGLISH = [
  'go goes went gone|buy bought|eat ate eaten|drink drank drunk|drive drove driven|fly flew flown|write wrote written',
  'speak spoke spoken|take took taken|bring brought|catch caught|teach taught|seek sought|fight fought|think thought',
  'come came|become became|begin began begun|run ran|swim swam swum|sing sang sung|ring rang rung|sink sank sunk',
  'break broke broken|choose chose chosen|freeze froze frozen|steal stole stolen|wake woke woken|wear wore worn|tear tore torn',
  'swear swore sworn|forget forgot forgotten|get got gotten|give gave given|forgive forgave forgiven',
  'grow grew grown|know knew known|throw threw thrown|blow blew blown|draw drew drawn|show shown',
  'ride rode ridden|rise rose risen|hide hid hidden|bite bit bitten|fall fell fallen|shake shook shaken|mistake mistook mistaken',
  'see seen|keep kept|sleep slept|meet met|lead led|feed fed|lose lost|shoot shot|sit sat|win won|hold held|stand stood', // words: ok
  'understand understood|sell sold|tell told|pay paid|make made|hear heard|build built|send sent|spend spent|lend lent|bend bent', // words: ok
  'mean meant|deal dealt|dream dreamt|learn learnt|burn burnt|hang hung|dig dug|stick stuck|strike struck|swing swung',
  'cling clung|spin spun|shine shone|slide slid|breed bred|bleed bled|flee fled|weep wept|sweep swept|creep crept',
  'weave wove woven|withdraw withdrew withdrawn|undergo underwent|overcome overcame|undertake undertook|rebuild rebuilt',
  'child children|man men|woman women|person people|foot feet|tooth teeth|mouse mice|goose geese',
  'wife wives|life lives|knife knives|wolf wolves|shelf shelves|half halves|loaf loaves|leaf leaves|thief thieves',
]

/** Verbs of German: infinitive, second or third person where the vowel changes, past, participle. */
const GERMAN = [
  'gehen geht ging gingen gegangen|fahren fährt fuhr fuhren gefahren|fliegen flog flogen geflogen|kommen kam kamen gekommen',
  'nehmen nimmt nahm nahmen genommen|geben gibt gab gaben gegeben|essen isst aß aßen gegessen|trinken trank tranken getrunken',
  'lesen liest las lasen gelesen|schreiben schrieb schrieben geschrieben|sprechen spricht sprach sprachen gesprochen',
  'sehen sieht sah sahen gesehen|finden fand fanden gefunden|bringen brachte brachten gebracht|denken dachte dachten gedacht',
  'bleiben blieb blieben geblieben|treffen trifft traf trafen getroffen|helfen hilft half halfen geholfen',
  'verlieren verlor verloren|vergessen vergisst vergaß|gewinnen gewann gewonnen|beginnen begann begonnen',
  'schlafen schläft schlief geschlafen|laufen läuft lief liefen gelaufen|tragen trägt trug trugen getragen',
  'schließen schloss schlossen geschlossen|entscheiden entschied entschieden|schneiden schnitt geschnitten',
  'sterben stirbt starb gestorben|werfen wirft warf geworfen|ziehen zog zogen gezogen|stehen stand standen gestanden', // words: ok
  'verstehen verstand verstanden|sitzen saß saßen gesessen|liegen lag lagen gelegen|singen sang gesungen|springen sprang gesprungen',
  'schwimmen schwamm geschwommen|reiten ritt geritten|leihen lieh geliehen|verschieben verschob verschoben|bieten bot geboten',
  'wissen weiß wusste gewusst|kennen kannte gekannt|nennen nannte genannt|brennen brannte gebrannt|rennen rannte gerannt',
  'heißen hieß geheißen|rufen rief riefen gerufen|lassen lässt ließ gelassen|fangen fängt fing gefangen|hängen hing gehangen',
  'halten hält hielt gehalten|erhalten erhält erhielt|behalten behält behielt|fallen fällt fiel gefallen|gefallen gefällt gefiel',
  'empfehlen empfiehlt empfahl empfohlen|stehlen stiehlt stahl gestohlen|messen misst maß gemessen|backen bäckt gebacken',
  'wachsen wächst wuchs gewachsen|waschen wäscht wusch gewaschen|schlagen schlägt schlug geschlagen|graben gräbt grub gegraben',
  'laden lädt lud geladen|einladen eingeladen|frieren fror gefroren|lügen log gelogen|wiegen wog gewogen|biegen bog gebogen',
  'riechen roch gerochen|fließen floss geflossen|steigen stieg gestiegen|streiten stritt gestritten|leiden litt gelitten',
  'unterschreiben unterschrieb unterschrieben|umziehen umgezogen|anrufen angerufen|abgeben abgegeben|mitnehmen mitgenommen',
]

/** Returns the words, each with all its forms. */
export function wordForms(): string[][] {
  return [...ENGLISH, ...GERMAN].flatMap((rows) => rows.split('|').map((row) => row.split(' ')))
}
