/** Words by which a sentence without a question mark is known to ask, or to request what was said. The table is data: what decides with it is in src/domain/recall/asks.ts. [M3] */
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
  /** Words that make “what it was” part of a statement, and “was it” a question. */
  subjects: string
  /** Verbs that begin a request: “remind me of the key”. */
  requests: string
  /** Its tests. */
  like: readonly string[]
  unlike: readonly string[]
}

export const QUESTION_WORDS: readonly QuestionWords[] = [
  {
    language: 'en',
    before: 'and but so or ok okay hey hi oh anyway also btw please just now then',
    begins: 'who whom where when why',
    ofThings: 'what which whose how',
    whole: 'whats whos wheres whens hows',
    verbs: 'is are am was were do does did has have had would will can could should happened s re d',
    measures: 'much many long often far old kind type sort',
    subjects: 'i you he she it we they the this that',
    requests: 'tell remind recall describe explain summarize summarise list show find give', // words: ok
    like: [
      'Remind me of the name of the kiln',
      'please list all boxes',
      'then give me the key',
      ...['how much did you say those rails were', 'what was the recipe for that soup', "what's the number on my bike"],
      ...['whats the number on my bike', 'who is the man with the kiln', 'ok so when did we meet him'],
      ...['Which color did we choose for the hall', 'whose key do I have', 'how old is the cat'],
      ...[
        'what kind of bread was it',
        'what happened to the kiln',
        'did we ever buy the oven',
        'do you remember the man with the kiln',
        'which color would fit the hall',
      ],
      ...['how many boxes fit into the car', 'I forgot it. Where did I leave the key', 'where are the boxes\nthanks'],
    ],
    unlike: [
      'I will list the files',
      'My list is long',
      ...['When I run it, it fails', 'what it was is a secret', 'What the neighbor has is a loud dog', 'How nice'],
      ...['What a day, I am tired', 'My sister, who is in Oslo, called', 'I know where the key is', 'ok'],
      ...['Is fine, thanks', 'Do not worry', 'Can be done'],
    ],
  },
  {
    language: 'de',
    before: 'und aber also na bitte nun',
    begins: 'wer wem wen wo wohin woher wann warum wieso weshalb was',
    ofThings: 'welche welcher welches welchen welchem wie',
    whole: 'wieviel',
    verbs: 'ist sind bin war waren hat hast habe haben hatte hatten heißt hieß heisst hiess kostet',
    measures: 'viel viele lange oft weit alt',
    subjects: 'ich du er sie es wir ihr der die das',
    requests:
      'sag sage erzähl erzähle erinner erinnere beschreib beschreibe erklär erkläre zeig zeige nenn nenne fass fasse gib such suche finde liste',
    like: [
      'bitte erinnere mich an den Termin',
      'Fass den Plan zusammen',
      ...['wie hieß nochmal der Arzt', 'und wann war das', 'welche Farbe haben wir genommen'],
      ...['wie viele Kisten passen ins Auto', 'wieviel kostet das', 'was hast du mir geraten'],
    ],
    unlike: ['Ich zeige dir die Kiste', 'Wie gesagt, ich komme', 'was die Katze hat, wird teuer'],
  },
  {
    language: 'es',
    before: 'y pero o pues bueno oye hola ok',
    begins: 'quién quiénes quien dónde donde adónde cómo qué',
    ofThings: 'cuál cuáles cuánto cuánta cuántos cuántas',
    whole: '',
    verbs:
      'es son era eran fue fueron está están estaba hay había he has ha han hemos tengo tienes tiene cuesta se me te nos',
    measures: '',
    subjects: '',
    requests:
      'dime cuéntame recuérdame describe explica explícame resume muéstrame enséñame dame busca encuentra enumera',
    like: [
      'y recuérdame el nombre del gato',
      'resume el plan',
      ...['dónde está la llave', 'y cómo se llama el gato', 'cuántos años tiene mi hermana', 'quién es la vecina'],
      'cuánto cuesta el billete',
    ],
    unlike: [
      'Te explico el plan',
      'Cuando está cansada, duerme',
      'Como siempre, llega tarde',
      'Qué lindo',
      'Donde vivo, llueve',
    ],
  },
  {
    language: 'fr',
    before: 'et mais ou alors bon salut ok',
    begins: 'qui où comment pourquoi qu',
    ofThings: 'quel quelle quels quelles combien',
    whole: '',
    verbs: 'est sont était étaient a ont avait ai as avons avez suis es coûte s se j',
    measures: '',
    subjects: '',
    requests: 'dis rappelle raconte décris explique résume montre donne trouve cherche énumère',
    like: [
      'rappelle-moi le nom du chat',
      'bon résume le plan',
      ...['où est la clé', "comment s'appelle le chat", 'quel âge a ma sœur', 'combien coûte le billet'],
      ...["qu'est-ce que tu as dit", "où j'ai mis la clé"],
    ],
    unlike: [
      "Je t'explique le plan",
      'Quand je dors, il pleut',
      'Comme toujours, il dort',
      'Quelle belle journée',
      'Où je vis, il pleut',
    ],
  },
  {
    language: 'it',
    before: 'e ma o allora ciao ok',
    begins: 'chi dove dov come com cosa',
    ofThings: 'quale quali qual quanto quanta quanti quante',
    whole: '',
    verbs: 'è era erano fu ha hanno aveva ho hai abbiamo avete sta stanno costa si',
    measures: '',
    subjects: '',
    requests: 'dimmi ricordami raccontami descrivi spiega spiegami riassumi mostrami dammi trova cerca elenca',
    like: [
      'ricordami il nome del gatto',
      'allora riassumi il piano',
      ...['dove ho messo la chiave', "dov'è la chiave", 'come si chiama il gatto', 'quanti anni ha mia sorella'],
      ...['chi è la vicina', 'quanto costa il biglietto'],
    ],
    unlike: [
      'Ti spiego il piano',
      'Come sempre, arriva tardi',
      'Che bella giornata',
      'Dove vivo, piove',
      'Quando è stanca, dorme',
    ],
  },
  {
    language: 'pt',
    before: 'e mas ou então oi ok',
    begins: 'quem onde como',
    ofThings: 'qual quais quanto quanta quantos quantas',
    whole: '',
    verbs: 'é são era eram foi foram está estão estava fica há tem tinha custa se',
    measures: '',
    subjects: '',
    requests: 'diga lembre descreva explique resuma mostre dê encontre procure liste',
    like: [
      'e lembre o nome do gato',
      'resuma o plano',
      'onde está a chave',
      'como se chama o gato',
      'quantos anos tem minha irmã',
      'quem é a vizinha',
    ],
    unlike: ['Eu explico o plano', 'Como sempre, chega tarde', 'Que lindo dia', 'Onde moro, chove'],
  },
]

/** Questions in languages whose words of asking may be anywhere in a sentence. */
export interface QuestionLook {
  /** Two letters. */
  language: string
  pattern: RegExp
  /** Its tests. */
  like: readonly string[]
  unlike: readonly string[]
}

export const QUESTION_LOOKS: readonly QuestionLook[] = [
  {
    language: 'zh',
    // Not in Japanese, which has some of these characters.
    pattern:
      /^(?!.{0,100}[\u3041-\u30fa]).{0,100}(?:(?<![没沒不无無])(?:什[么麼]|谁|誰|哪|多少|怎[么麼]|[为為]何|如何|几[点岁号]|幾[點歲號])|(?:[吗嗎呢]|没有|沒有)$)/u,
    like: [
      ...[
        '我的猫叫什么名字',
        '谁养了牛',
        '钥匙放在哪里',
        '票多少钱',
        '怎么去那里',
        '她为何走了',
        '如何联系他',
        '他几岁了',
      ],
      ...[
        '你还记得吗',
        '那把钥匙呢',
        '他来了没有',
        '我的貓叫什麼名字',
        '她為何走了',
        '你還記得嗎',
        '他來了沒有',
        '誰養了牛',
        '怎麼去',
      ],
      '他幾歲了',
    ],
    unlike: ['没什么', '我有几个朋友', '猫叫小白', '沒什麼', '我沒有貓，謝謝'],
  },
  {
    language: 'ja',
    pattern: /(?:何|誰|だれ|どこ|いつ|どれ|なぜ|いくら|いくつ|どんな)(?![もか])|(?:[すた]か|かな|っけ)$/u,
    like: [
      ...[
        '猫の名前は何',
        '誰が来た',
        'だれの鍵',
        '鍵はどこ',
        '会議はいつ',
        'どれがいい',
        'なぜ遅れた',
        'いくらだった',
        'いくつある',
      ],
      ...['どんな犬', '来ますか', '行ったか', '来るかな', '名前なんだっけ'],
    ],
    unlike: ['いつも眠い', '誰かが来た', '何もない', '猫が好き'],
  },
  {
    language: 'ko',
    pattern: /(?<!\S)(?:누구|누가|어디|언제|무엇|뭐|뭘|얼마|왜)\S{0,4}(?!\S)|(?:까|나요)$/u,
    like: [
      ...[
        '누구 차야',
        '누가 왔어',
        '열쇠 어디에 있어',
        '언제 와',
        '무엇을 샀어',
        '이름이 뭐야',
        '뭘 먹었어',
        '얼마야',
        '왜 늦었어',
      ],
      ...['갈까', '있나요'],
    ],
    unlike: ['고양이가 자', '언니가 왔어', '내일 갈게'],
  },
]
