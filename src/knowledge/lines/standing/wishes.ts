import type { LineRow } from '../row.js'

/** What a person wants of what an assistant makes, and what they eat and do as a habit: where such a clause begins. [M11] */
export const STANDING_WISHES: readonly LineRow[] = [
  {
    kind: 'wishing',
    priority: 10,
    language: 'en',
    phrases: [
      "I|we don't|do_not want|need to_see|to_read|to_get",
      "I|we don't|do_not want|need",
      "I'd|I_would|we'd much? rather|prefer",
      'I want|need|expect you to_be',
      "I|we|I'd|I_would want|like|need|expect *? *? answers|replies|responses|explanations|comments",
    ],
    notThen: ['to'],
    like: `
      I want you to be brief | I need you to be brief | I expect you to be brief | I don't want to see lists |
      We don't want to read lists | I don't want to get lists | I don't want lists | We don't need comments |
      I do not want lists | I do not need to see lists | I'd rather have lists | I'd prefer lists |
      I would prefer lists | We'd rather see lists | I'd much rather see lists | I want short answers today |
      I like replies in prose | I need full responses now | We expect explanations with code |
      I'd like short plain answers too | I would like comments in code`,
    unlike: "They want lists | I'd go home | I don't want to go",
  },
  {
    kind: 'wishing',
    priority: 10,
    language: 'de',
    phrases: [
      'ich|wir will|wollen|möchte|möchten|brauche|brauchen|hätte|hätten|würde|würden kein|keine|keinen|lieber|gern|gerne',
      'ich|wir will|wollen|möchte|möchten|brauche|brauchen *e antworten|erklärungen|kommentare',
    ],
    like: `
      Ich will kurze Antworten hier | Ich möchte lange Erklärungen hier | Wir brauchen kurze Kommentare hier |
      Wir wollen kurze Antworten hier | Wir möchten kurze Antworten hier | Ich brauche kurze Antworten hier |
      Ich will keine Listen | Wir wollen kein Emoji hier | Ich möchte keinen Code | Wir möchten keine Listen |
      Ich brauche keine Listen | Wir brauchen keine Listen | Ich hätte lieber Listen | Wir hätten gern Listen |
      Ich würde gerne Listen sehen | Wir würden lieber Listen sehen`,
    unlike: 'Er will keine Listen | Ich will gehen',
  },
  {
    kind: 'wishing',
    priority: 10,
    language: 'zh',
    phrases: ['我|我们 不想要|不想看到|不需要|不要|宁愿|宁可|希望|想让|要你'],
    like: `
      我不想要注释 | 我们不想看到注释 | 我不需要注释 | 我不要注释 | 我宁愿看列表 | 我宁可看列表 | 我希望回答简短 |
      我想让回答简短 | 我要你回答简短`,
    unlike: '他不要注释 | 我想去',
  },
  {
    // A habit. What is done once has an article or points at something.
    kind: 'liking',
    priority: 10,
    language: 'en',
    at: 'within',
    phrases: [
      'I|we only|never|always|mostly|rarely eat|drink|cook|buy|wear|read|watch|travel|fly|use|work|pay',
      'I|we eat|drink only',
    ],
    notThen: [
      'the|that|this|these|those|it|them|him|her|a|an|one|once|#|your|his|their|so|too|when|what|all|again|up|out',
    ],
    like: `
      I only eat halal | We never drink wine | I always cook rice | I mostly buy bread | I rarely wear red |
      I only read fiction | I only watch films | I only travel light | I never fly home | I never work late |
      I always pay cash | I eat only fish | We drink only tea | I only use Vim`,
    unlike: `
      I only eat the soup | I only eat that soup | I only eat this soup | I only eat these two | I only eat those two |
      I only eat it now | I only eat them now | I never watch him play | I never watch her play | I only eat a bit |
      I only eat an egg | I only eat one egg | I only eat once more | I only eat 2 eggs | I only use your map |
      I only read his books | I only read their books | I never eat so late | I never eat too late |
      I only eat when ill | I only eat what works | I always use up food | I never read all pages |
      I never use again that | I only work out now | They only eat halal`,
  },
  {
    // How a person takes something: `I drink my coffee black`.
    kind: 'liking',
    priority: 10,
    language: 'en',
    at: 'within',
    phrases: ['I|we drink|eat|like my *', 'I take|have|want my coffee|tea|steak|eggs'],
    notThen: ['to|so|and|but|because|in|on|at|for|or|is|are|as|too|very|a|job|more'],
    like: `
      I drink my coffee black | I eat my steak rare | We like my tea black | I take my tea with milk |
      I have my coffee black | I want my eggs soft | I take my steak rare`,
    unlike: `
      I like my dog to run | I like my job so much | I like my job and pay | I like my job but quit |
      I like my job because of it | I eat my lunch in bed | I eat my lunch on trains | I eat my lunch at work |
      I like my dog for walks | I eat my lunch or yours | I like my job is fun | I like my dogs are fun |
      I like my job as is | I like my job too much | I like my job very much | I like my job a bit |
      I like my new job now | I like my job more now | They like my tea black`,
  },
  {
    kind: 'liking',
    priority: 10,
    language: 'de',
    at: 'within',
    phrases: [
      'ich|wir esse|essen|trinke|trinken|lese|lesen|trage|kaufe|kaufen nur',
      'ich|wir trinke|trinken|esse|essen|mag|mögen meinen|meine|mein|unseren *',
    ],
    notThen: [
      'das|die|den|diese|dieses|ein|eine|einen|eins|#|wenn|weniger|im|in|am|auf|zu|um|und|aber|weil|gerade|jetzt|mit_meiner|mit_meinem',
    ],
    like: `
      Ich esse nur halal | Wir essen nur vegan | Ich trinke nur Wasser | Wir trinken nur Wasser | Ich lese nur Krimis |
      Wir lesen nur Krimis | Ich trage nur Blau | Ich kaufe nur Bio | Wir kaufen nur Bio |
      Ich trinke meinen Kaffee schwarz | Wir trinken unseren Kaffee schwarz | Ich esse mein Steak blutig |
      Ich mag meine Eier weich | Wir mögen unseren Tee stark | Wir essen meine Eier weich`,
    unlike: `
      Ich esse nur das hier | Ich esse nur die Suppe | Ich esse nur den Fisch | Ich esse nur diese Suppe |
      Ich lese nur dieses Buch | Ich esse nur ein Ei | Ich esse nur eine Suppe | Ich esse nur einen Apfel |
      Ich esse nur eins davon | Ich esse nur 2 Eier | Ich esse nur wenn nötig | Ich esse nur weniger als du |
      Ich esse mein Brot im Zug | Ich esse mein Brot in Ruhe | Ich esse mein Brot am Tisch |
      Ich esse mein Brot auf Reisen | Ich esse mein Brot zu spät | Ich esse mein Brot um acht |
      Ich mag mein Brot und Wein | Ich mag mein Brot aber kalt | Ich mag mein Brot weil es warm ist |
      Ich esse mein Brot gerade hier | Ich esse mein Brot jetzt hier | Ich esse mein Brot mit meiner Frau |
      Ich esse mein Brot mit meinem Sohn | Er isst nur halal`,
  },
  {
    kind: 'liking',
    priority: 10,
    language: 'en',
    phrases: ['I|we eat kosher|halal|vegan|vegetarian|organic|*-free'],
    like: 'I eat kosher | We eat halal | I eat vegan | I eat vegetarian | I eat organic | I eat gluten-free',
    unlike: 'They eat kosher',
  },
  {
    kind: 'liking',
    priority: 10,
    language: 'de',
    at: 'within',
    phrases: ['mir ist|sind … lieber'],
    like: 'Mir sind Listen lieber als Tabellen | Mir ist Tee lieber als Saft',
    unlike: 'Ihr ist Tee lieber als Saft',
  },
  {
    kind: 'liking',
    priority: 10,
    language: 'zh',
    phrases: ['我|我们 只|从不|从来不|一向只 吃|喝|用|穿|看|买', '我 喝|吃 … 不加|不放|只加', '我 吃素|吃清真'],
    notThen: ['了', '这', '那', '一', '两', '过', '到', '得', '别', '花', '。'],
    like: `
      我只吃清真 | 我们只喝茶 | 我从不用糖 | 我从来不穿红色 | 我一向只看小说 | 我只买有机 | 我喝咖啡不加糖 |
      我吃面不放辣 | 我喝茶只加奶 | 我吃素 | 我吃清真`,
    unlike: `
      他只吃清真 | 我只吃了 | 我只吃这个 | 我只吃那个 | 我只吃一个 | 我只吃两个 | 我只看过 | 我只看到 | 我只买得起 |
      我只看别人打 | 我从不用花钱 | 我从不喝。`,
  },
]
