import type { LineRow } from '../row.js'

/** What an assistant makes or says, and the tools and settings of work, in their words; and what binds an order to one certain thing. [M11] */
export const STANDING_TOPICS: readonly LineRow[] = [
  {
    kind: 'topic',
    priority: 10,
    language: 'en',
    phrases: [
      'answer|answers|reply|replies|response|responses|explanation*|summaries|comment*|docstring*|emoji*|emoticon*|bullet*|paragraph*|heading*',
      'markdown|latex|tables|lists|examples|sentence*|abbreviation*|acronym*|jargon|slang|apolog*|summarizing|repeating|explaining|disclaimer*|filler|preamble|small_talk',
      'code|snippet*|commit|commits|variable*|identifier*|tests|type_hints|tabs|spaces|indent*|semicolon*|quotes|naming|documentation|dependencies|libraries|packages|logs',
      'pull_requests|messages|names|dates|timestamps|units|metric|imperial|celsius|fahrenheit|24-hour|12-hour|euros|mode|theme|layout|font|tone|style|format|formatting|approach|humor|spelling|imperative|tense|active_voice',
      'language|design|british_english|american_english|saying_sorry|flattering|brief|briefly|terse|concise|concisely|formally|informally|casually|formal|informal',
      'links|citations|exclamation_marks|hashtags|em_dashes|puns|jokes|metaphors|buzzwords|sarcasm|dollars|kilometers|grams|liters',
      'in plain|simple? english|german|french|spanish|italian|chinese|japanese|words',
    ],
    like: `
      quotes | documentation | language | design | British English | American English | saying sorry | flattering |
      answer | answers | reply | replies | response | responses | explanations | summaries | comments | docstrings |
      emojis | emoticons | bullets | paragraphs | headings | markdown | latex | tables | lists | examples | sentences |
      apologizing | summarizing | repeating | explaining | abbreviations | acronyms | jargon | slang | apologies |
      disclaimers | filler | preamble | small talk | code | snippets | commit | commits | variables | identifiers |
      tests | type hints | tabs | spaces | indentation | semicolons | naming | dependencies | libraries | packages |
      logs | units | metric | imperial | celsius | pull requests | messages | names | dates | timestamps | fahrenheit |
      24-hour | 12-hour | euros | mode | theme | layout | font | tone | style | format | formatting | approach | humor |
      spelling | imperative | tense | active voice | brief | briefly | terse | concise | concisely | formally |
      informally | casually | formal | informal | in English | in German | in French | in Spanish | in Italian | links |
      citations | exclamation marks | hashtags | em dashes | puns | jokes | metaphors | buzzwords | sarcasm | dollars |
      kilometers | grams | liters | in Chinese | in Japanese | in plain words | in simple words`,
    unlike: 'a window seat | beef soup | English tea | a table',
  },
  {
    // A name: of its own, with a capital letter inside, or with an underscore.
    kind: 'named',
    priority: 10,
    language: 'en',
    pattern: new RegExp(
      "^(?:[Pp]lease |[Bb]itte |请)?(?!.{0,80}(?: to \\p{Ll}|[’']s |(?<!instead) of ))(?:[Uu]se \\p{Lu}\\p{Ll}|" +
        '(?:[Uu]se|[Vv]erwende|[Bb]enutze|[Nn]utze) \\S{0,20}(?:\\p{Ll}\\p{Lu}|\\p{L}_\\p{L})|(?:别|不要)?使?用 ?[A-Za-z][\\w.+#-]{0,20}(?=[\\s。！!]{0,3}$|[，,]|而不)|' +
        '(?:[Uu]se|[Vv]erwende|[Nn]utze|[Nn]imm) [^,.!?]{2,30} (?:instead of|rather than|statt) )',
      'u',
    ),
    like: `
      use Postgres | please use TypeScript | use snake_case | bitte verwende TypeScript | 请使用Vue | 用Vue | 别用Vue |
      不要用Vue | 用Vue。 | 用Vue，不用React | 用Vue而不是React | use miles instead of feet |
      Use miles rather than feet | Verwende Euro statt Dollar | Nutze Euro statt Dollar | Nimm pnpm statt npm |
      nimm pnpm statt npm | benutze snake_case | nutze TypeScript | use typeScript`,
    unlike: `
      Postgres | use pans | Verwende Butter | 用手 | Use Postgres to store it | Use Ann's model |
      Use Greek names of gods | 用Vue更新页面 | 使用 public 文件夹`,
  },
  {
    kind: 'topic',
    priority: 10,
    language: 'de',
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
    kind: 'topic',
    priority: 10,
    language: 'zh',
    phrases: [
      '回答|回复|解释|说明文字|总结|注释|表情|段落|标题|列表|表格|例子|示例|缩写|术语|客套|道歉|废话|感叹号|网络用语|开场白|单词',
      '代码|提交信息|变量|函数|测试|空格|制表符|缩进|分号|依赖|公制|英制|摄氏|模式|字体|语气|风格|格式',
      '一步一步|小时制|用markdown',
      '用|说 中文|英文|德语|英语|汉语|法语|日语',
    ],
    like: `
      回答 | 回复 | 解释 | 说明文字 | 总结 | 注释 | 表情 | 段落 | 标题 | 列表 | 表格 | 例子 | 示例 | 缩写 | 术语 |
      客套 | 道歉 | 废话 | 感叹号 | 网络用语 | 开场白 | 单词 | 代码 | 提交信息 | 变量 | 函数 | 测试 | 空格 | 制表符 |
      缩进 | 分号 | 依赖 | 公制 | 英制 | 摄氏 | 模式 | 字体 | 语气 | 风格 | 格式 | 一步一步 | 24小时制 | 用Markdown |
      用中文 | 说中文 | 用英文 | 用德语 | 用英语 | 用汉语 | 用法语 | 用日语`,
    unlike: '靠窗的座位 | 坐火车',
  },
  {
    // One certain thing.
    kind: 'definite',
    priority: 10,
    language: 'en',
    phrases: ['the'],
    notThen: ['metric|imperial|imperative|active|present|past|24-hour|oxford'],
    notAfter: ['in', 'with', 'at'],
    like: 'use the tabs',
    unlike: `
      the metric system | the imperial system | the imperative form | the active voice | the present tense |
      the past tense | the 24-hour clock | the Oxford comma | in the code | with the code | at the end`,
  },
  {
    kind: 'definite',
    priority: 10,
    language: 'en',
    phrases: ['my|his|her|their|one|two|three|second|last'],
    notThen: ['spaces|sentence|sentences|question|questions|words'],
    like: `
      use my code | his code | her code | their code | one list | two lists | three lists | the second list |
      the last list`,
    unlike: 'two spaces | one sentence | two sentences | my question | my questions | my words',
  },
  {
    kind: 'definite',
    priority: 10,
    language: 'en',
    pattern: /\ban? (?!(?:\S+ ){0,3}(?:style|tone|approach|mode|theme|layout|format|description)\b)/iu,
    like: 'a list | an answer',
    unlike: `
      a formal style | a tone | a step-by-step approach | a dark mode | a light theme | a plain layout |
      an open format | a description`,
  },
  {
    // What is made now.
    kind: 'definite',
    priority: 10,
    language: 'en',
    phrases: ['in the answer|reply|response|output|result|text|list|table|title'],
    like: `
      in the answer | in the reply | in the response | in the output | in the result | in the text | in the list |
      in the table | in the title`,
    unlike: 'in answers | in the code',
  },
  {
    // A file. `Node.js` is no file.
    kind: 'definite',
    priority: 10,
    language: 'en',
    pattern: /(?<!\S)[`"']?[\w/-]{1,60}\.(?!js\b|net\b|io\b)[a-z]{2,4}(?![\w.])/u,
    like: ['format notes.md', 'in `src/main.ts`', "'a.py'"],
    unlike: 'Node.js | ASP.net | socket.io | Use tabs. | a.b.c.d',
  },
  {
    kind: 'definite',
    priority: 10,
    language: 'de',
    phrases: ['deinen|deine|deiner|ersten|zweiten|letzten'],
    like: 'deinen Code | deine Liste | deiner Liste | im ersten Code | im zweiten Code | im letzten Code',
    unlike: 'die Tests | das metrische System',
  },
  {
    // One of several: `Antworte nur auf Frage 3`.
    kind: 'bound',
    priority: 10,
    language: 'en',
    phrases: ['question|step|part|frage|schritt|teil #'],
    like: 'question 3 | step 3 | part 3 | Frage 3 | Schritt 3 | Teil 3',
    unlike: '3 questions | questions',
  },
  {
    kind: 'bound',
    priority: 10,
    language: 'en',
    phrases: ['first'],
    notThen: ['name'],
    like: 'tabs first',
    unlike: 'my first name',
  },
  {
    kind: 'bound',
    priority: 10,
    language: 'en',
    phrases: ['above|below'],
    notThen: ['#'],
    like: 'as above | as below',
    unlike: 'lines below 40 signs | tabs',
  },
]
