import type { LineRow } from '../row.js'

const all = (list: string) => list.split(', ')

const THINGS_GERMAN =
  'Preise|Beträge|Datumsangaben|Uhrzeiten|Temperaturen|Entfernungen|Gewichte|Antworten|Erklärungen|Kommentare|Tests|' +
  'Commits|Variablen|Variablennamen|Funktionen|Quellen|Rezepte|Einrückung|Code-Beispiele'
const THINGS_CHINESE =
  '价格|金额|温度|日期|时间|距离|重量|单位|注释|变量名|函数名|提交信息|测试|数据库|缩进|文档|回答|回复|代码'

/** The same in German and Chinese. [M11] */
export const STANDING_ALONE_ELSEWHERE: readonly LineRow[] = [
  {
    // What nothing is done without.
    kind: 'alone',
    priority: 10,
    language: 'de',
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
    priority: 10,
    language: 'de',
    pattern: new RegExp(
      `^(?:bitte )?(?:(?:${THINGS_GERMAN}|Code)(?: bitte)? )?(?:nur |immer )?` +
        '(?:(?:auf|in|mit|ohne|als) |kein(?:e|en)? |nicht |kurz )[^,.!?]{0,40}?' +
        '(?:antworten|schreiben|verwenden|nutzen|angeben|erklären|formatieren)[.!]{0,3}$',
      'iu',
    ),
    like: [
      ...THINGS_GERMAN.split('|').map((thing) => `${thing} in Euro angeben`),
      ...all('Code mit Tests schreiben, Bitte auf Deutsch antworten, Preise bitte in Euro angeben'),
      ...all('Nur auf Deutsch antworten, Immer mit Quellen antworten, Ohne Umschweife erklären, Als Liste formatieren'),
      ...all(
        'Keine Tabellen nutzen, Kein ß verwenden, Keinen Slang verwenden, Nicht so lang antworten, Kurz antworten',
      ),
    ],
    unlike: 'Bitte Tests schreiben | Bitte antworten | Sie wollen auf Deutsch antworten',
  },
  {
    kind: 'alone',
    priority: 10,
    language: 'de',
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
    priority: 10,
    language: 'de',
    pattern: new RegExp(
      `^(?:(?:[Gg]ib|[Nn]enne?|[Ff]ormatiere|[Hh]alte) (?:mir )?)?(?:alle |deine |[Nn]ie |[Ii]mmer )?` +
        `(?:${THINGS_GERMAN}|[Cc]ommit-Nachrichten)(?: im Code| im Projekt)?(?:,? bitte| nur)? ` +
        '(?:in|auf|als|mit|ohne|unter|im) (?:\\p{Lu}[\\p{L}-]{1,30}|[\\d.]{1,6}|zwei|vier)' +
        '(?: (?:\\p{Lu}[\\p{L}-]{0,30}|[\\d.]{1,6}|und|im|in|pro)){0,4}(?:,? bitte)?(?: an)?[.!]{0,3}$',
      'u',
    ),
    like: [
      ...THINGS_GERMAN.split('|').map((thing) => `${thing} in Form`),
      ...all('Commit-Nachrichten auf Englisch und im Imperativ, Gib Preise in Euro an, Nenn Preise in Euro'),
      ...all('Nenne Preise in Euro, Tests mit JUnit 5, Tests mit JUnit, Preise ohne Steuer'),
      ...all('Preise als Zahl, Formatiere Preise in Euro, Halte Funktionen unter 40 Zeilen pro Datei'),
      ...all('Gib mir Preise in Euro, Gib alle Preise in Euro an, Gib deine Quellen im Text an'),
      ...all('Kommentare im Code auf Englisch, Kommentare im Projekt auf Englisch, Preise bitte in Euro'),
      ...all('Preise nur in Euro, commit-Nachrichten auf Englisch, Preise in Rom und Wien'),
      ...all('gib Preise in Euro an, nenne Preise in Euro'),
      ...all('formatiere Preise in Euro, halte Preise in Euro, Preise in 2.5 Euro'),
      ...all('Preise in Euro in Rom, Einrückung mit vier Leerzeichen, Einrückung mit zwei Leerzeichen'),
      ...all(
        'Nie Preise in Dollar, Immer Preise in Euro, nie Preise in Dollar, immer Preise in Euro, Preise in Euro bitte',
      ),
    ],
    unlike: `
      Preise in Hamburg steigen | Tests in diesem Ordner | Sie geben Preise in Euro an | Schreib Tests mit JUnit`,
  },
  {
    // Only its language is asked of all of it: `Schreib Tests mit JUnit` is a task.
    kind: 'alone',
    priority: 10,
    language: 'de',
    at: 'start',
    phrases: ['schreib|schreibe alle|deine? kommentare|commit-nachrichten|variablennamen|erklärungen auf|im {word}'],
    like: [
      ...['Kommentare', 'Commit-Nachrichten', 'Variablennamen', 'Erklärungen'].map(
        (text) => `Schreib ${text} auf Englisch`,
      ),
      ...all(
        'Schreibe alle Kommentare auf Englisch, Schreib deine Kommentare auf Englisch, Schreib Kommentare im Code auf Englisch',
      ),
      'Schreib Commit-Nachrichten im Imperativ',
    ],
    unlike: 'Schreib Tests auf Englisch | Schreib Kommentare mit Witz | Sie schreiben Kommentare auf Englisch',
  },
  {
    kind: 'alone',
    priority: 10,
    language: 'zh',
    pattern: new RegExp(
      `^(?:请)?(?:所有|代码)?(?:${THINGS_CHINESE})里?(?:[都请统一律要尽量也]{0,4})` +
        '(?:使用|采用|用(?![了完过到于不的途例户法量心错来力处什])|写成|写(?=[中英])|以)' +
        '[^，,。！？?了这那]{1,16}(?:[，,](?:不|别)[^，,。？?]{1,8})?[。！]?$',
      'u',
    ),
    like: [
      ...THINGS_CHINESE.split('|').map((thing) => `${thing}用空格`),
      ...all('请价格用欧元, 所有价格用欧元, 代码注释用中文, 代码注释写中文, 价格请用欧元, 日期写成数字, 注释写英文'),
      ...all(
        '注释里都用中文, 价格以欧元表示, 数据库采用 MySQL, 数据库使用 MySQL, 数据库用 MySQL，不要换, 注释用中文，别用英文',
      ),
      ...all('价格用欧元。, 价格用欧元！'),
    ],
    unlike: [
      ...[...'了完过到于不的途例户法量心错来力处什'].map((sign) => `时间用${sign}空格`),
      ...all('他的价格用欧元, 价格用欧元了, 价格用这个, 价格用那个, 注释写好, 价格用欧元吗？'),
    ],
  },
  {
    kind: 'alone',
    priority: 10,
    language: 'zh',
    at: 'start',
    phrases: [
      '说话|讲话|语气|回答|回复|解释 … 一些|点',
      '把我当 … 讲|说|解释|对待',
      '直接|只 说|讲|给 重点|结论|要点',
      '别|不要|不用|不必 跟我|对我 客气|客套|说教',
      '用 大白话|通俗',
      '用简单 … 讲|说|解释|回答',
      '先说结论|先给重点',
      '简短|简洁 回答|回复',
      '叫我 小|老|阿',
      '每次 提交|推送|合并|部署 前|后|时',
      '用|说|讲|写 繁体|简体|普通话|白话',
      '一次|每次 只 问|说|做|给 一',
      '缩进 二|两|四|八|2|4 个 空格',
      '单引号|双引号 ，|, 不|别',
      '不知道|不确定|不清楚 就|请|的话 说|告诉|直接说',
    ],
    like: `
      说话随意一点 | 讲话简单一些 | 语气轻松点 | 回答简短一点，谢谢 | 回复简短一点 | 解释简单一点 | 把我当初学者来讲解 |
      把我当成初学者来说 | 把我当作初学者解释 | 把我当专家对待 | 用大白话 | 用通俗的语言 | 用简单的语言解释 |
      用简单的话说 | 用简单的话讲 | 用简单的话回答 | 先说结论 | 先给重点 | 简短回答 | 简洁回复 | 叫我小林 | 叫我老王 |
      叫我阿明 | 用繁体字 | 写简体字 | 说普通话 | 讲白话 | 每次提交前跑测试 | 每次推送后看日志 | 每次合并时写说明 |
      每次部署前跑测试 | 一次只问一个问题 | 每次只说一点 | 一次只做一件 | 一次只给一步 | 缩进二个空格 | 缩进两个空格 |
      缩进四个空格 | 缩进八个空格 | 缩进2个空格 | 缩进4个空格 | 单引号，不要双引号 | 双引号，别用单引号 |
      单引号,不要双引号 | 直接说重点 | 直接讲结论 | 只说要点 | 直接给结论 | 别跟我客气 | 不要对我说教 | 不用跟我客套 |
      不必跟我客气 | 不知道就说不知道 | 不确定请告诉我 | 不清楚的话直接说`,
    unlike: '他说话慢一点 | 把我当朋友 | 直接说吧 | 别跟我去 | 不知道他说了什么',
  },
]
