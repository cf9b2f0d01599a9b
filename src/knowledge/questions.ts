/** Words by which a sentence without a question mark is known to ask. The table is data: what decides with it is in src/domain/recall/asks.ts. [M3] */
export interface QuestionWords {
  /** Two letters. */
  language: string
  /** Words before a question that are no part of it. */
  before: string
  /** Words that begin a question if a verb follows. */
  begins: string
  /** Those that another word may follow before the verb: “which color did we choose”. */
  ofThings: string
  /** Those that are two words in one. */
  whole: string
  /** Verbs of a question. In “When I run it, it fails”, another word follows. */
  verbs: string
  /** Words of measure before the verb. */
  measures: string
  /** Words that make “what it was” part of a statement. */
  subjects: string
  /** Its tests. */
  like: readonly string[]
  unlike: readonly string[]
}

export const QUESTION_WORDS: readonly QuestionWords[] = [
  {
    language: 'en',
    before: 'and but so or ok okay hey hi oh',
    begins: 'who whom where when why',
    ofThings: 'what which whose how',
    whole: 'whats whos wheres whens hows',
    verbs: 'is are am was were do does did has have had s re d',
    measures: 'much many long often far old',
    subjects: 'i you he she it we they the this that',
    like: [
      ...['how much did you say those rails were', 'what was the recipe for that soup', "what's the number on my bike"],
      ...['whats the number on my bike', 'who is the man with the kiln', 'ok so when did we meet him'],
      ...['Which color did we choose for the hall', 'whose key do I have', 'how old is the cat'],
      ...['how many boxes fit into the car', 'I forgot it. Where did I leave the key', 'where are the boxes\nthanks'],
    ],
    unlike: [
      ...['When I run it, it fails', 'what it was is a secret', 'What the neighbor has is a loud dog', 'How nice'],
      ...['What a day, I am tired', 'My sister, who is in Oslo, called', 'I know where the key is', 'ok'],
    ],
  },
  {
    language: 'de',
    before: 'und aber also na',
    begins: 'wer wem wen wo wohin woher wann warum wieso weshalb was',
    ofThings: 'welche welcher welches welchen welchem wie',
    whole: 'wieviel',
    verbs: 'ist sind bin war waren hat hast habe haben hatte hatten heißt hieß heisst hiess kostet',
    measures: 'viel viele lange oft weit alt',
    subjects: 'ich du er sie es wir ihr der die das',
    like: [
      ...['wie hieß nochmal der Arzt', 'und wann war das', 'welche Farbe haben wir genommen'],
      ...['wie viele Kisten passen ins Auto', 'wieviel kostet das', 'was hast du mir geraten'],
    ],
    unlike: ['Wie gesagt, ich komme', 'was die Katze hat, wird teuer'],
  },
]
