import type { LineRow } from '../row.js'

const all = (list: string) => list.split(', ')

const PARTS = 'os|ci|api|database|server|cluster|backend|frontend|repo|branch|framework|language|laptop|website'

/** What is called or placed how in a project: where such a clause begins. [M11] */
export const STANDING_PROJECTS: readonly LineRow[] = [
  {
    kind: 'being',
    priority: 10,
    language: 'en',
    phrases: ['our {word} {word}? {word}? is|runs|lives at|on|in? {address}'],
    like: `
      our server is test.example.net | our main web server is test.example.net | Our test server runs on db-1.local:80 |
      our API lives at /srv/api | our config lives in ~/shop/config | our site is https://example.net |
      our mail is ann@example.net`,
    unlike: 'our server is down | our meeting is at 9:15 | their server is test.example.net',
  },
  {
    kind: 'being',
    priority: 10,
    language: 'en',
    phrases: [
      'our *? company|team|project|product|app|shop|firm|client is called|named',
      'the company|project|product|app is called|named',
      'our *? * is|are|happens every|daily|weekly|monthly',
    ],
    like: `
      our company is called North | our small team is called North | our project is named North |
      our product is called North | our app is called North | our shop is called North | our firm is called North |
      our client is called North | the company is called North | the project is named North |
      the product is called North | the app is called North | our sync is every Monday | our team syncs are daily |
      our review happens weekly | our audit is monthly`,
    unlike: 'our train is late | our company is old',
  },
  {
    kind: 'being',
    priority: 10,
    language: 'en',
    pattern: new RegExp(
      '\\b(?:[Oo]ur|[Mm]y) (?:\\p{L}{2,20} )?(?:lead|manager|boss|CTO|CEO|owner|designer|admin|architect) is \\p{Lu}\\p{Ll}|' +
        "\\b[Ww]e(?:[’']re| are)(?: still)? on (?!Route|Flight|Highway|Page|Day|Week)\\p{Lu}[\\p{L}.+#-]{1,20} v?\\d|" +
        '\\b\\p{Lu}\\p{L}{1,20}(?: \\p{Lu}\\p{L}{1,20})? is (?:our|my) (?:\\p{L}{2,20} )?(?:lead|manager|boss|designer|admin)\\b|' +
        '\\b[Oo]ur (?:\\p{L}{2,20} )?(?:offices?|servers?|team|data) (?:is|are) in \\p{Lu}|' +
        '\\b(?:[Tt]he|[Oo]ur) [^,.!?]{2,40} (?:is|are) (?:off[- ]limits|read-only)\\b',
      'u',
    ),
    like: `
      our lead is Ann | our team manager is Ann | our boss is Ann | our CTO is Ann | our CEO is Ann | our owner is Ann |
      our designer is Ann | our admin is Ann | our architect is Ann | Ann is our team lead | Ann Lee is my manager |
      Ann is my boss | Ann is our designer | Ann is our admin | our office is in Rome | our main offices are in Rome |
      our servers are in Rome | our team is in Rome | our data is in Rome | our server is in Rome | my boss is Ann |
      The old folder is off limits | Our schema is off-limits | the files are read-only | we're on Node 18 |
      we are still on Java v8`,
    unlike: `
      our boss is late | we're on Route 66 | we're on Flight 12 | we're on Highway 1 | we're on Page 3 |
      we're on Day 2 | we're on Week 2`,
  },
  {
    kind: 'being',
    priority: 10,
    language: 'de',
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
    priority: 10,
    language: 'zh',
    pattern: new RegExp(
      '我们(?:公司|团队|项目|产品)叫(?![我你他她什做])|' +
        '我们(?:组长|经理|老板|主管|领导|负责人)(?:是|叫)(?![不个一谁很那这])\\p{sc=Han}{2,3}(?=[，,。]|$)|' +
        '我们(?:周|星期)[一二三四五六日天]\\p{sc=Han}{0,2}(?:不|只|才)(?:上线|发布|部署|合并|提交)|' +
        '(?:项目|团队)(?:里|都|统一)?(?:用的是|使用|采用|用) ?[A-Za-z]|' +
        '(?:^|[，,])(?:当前|目前|这个|本|我们的?|整个|我的)?项目(?:是(?:一个)?(?:基于|用)?|基于) ?[A-Za-z]|' +
        '我们部署在 ?[A-Za-z]',
      'u',
    ),
    like: `
      我们公司叫北方 | 我们团队叫北方 | 我们项目叫北方 | 我们产品叫北方 | 我们组长是王敏 | 我们经理叫王敏 |
      我们老板是王敏 | 我们主管是王敏 | 我们领导是王敏 | 我们负责人是王敏 | 我们周五不上线 | 我们星期三才发布 |
      我们周一只部署 | 我们周二不合并 | 我们周四晚上不提交 | 我们周六不发布 | 我们周日不发布 | 我们星期天不发布 |
      项目用的是 Vue 3 | 团队使用 Vue | 项目采用 Vue | 项目用 Vue | 项目里用 Vue | 项目都用 Vue | 团队统一用 Vue |
      当前项目是一个 Vue 项目 | 目前项目是用 Vue 写的 | 这个项目是 Vue | 本项目基于 Vue | 我们项目是基于Vue的 |
      我们的项目是 Vue | 整个项目是基于Vue | 我的项目是Vue | 项目基于Vue | 你好，项目是 Vue | 我们部署在 Fly |
      我们老板是王敏，她很忙 | 我们老板是王敏。`,
    unlike: [
      ...[...'我你他她什做'].map((sign) => `我们团队叫${sign}北方`),
      ...[...'不个一谁很那这'].map((sign) => `我们老板是${sign}好人`),
      ...all('我们的服务器是坏的, 我们周五上线, 项目用钱, 项目是坏的, 我们部署在这, 别的项目是 Vue'),
    ],
  },
  {
    // A part of a project or a tool of a person, and its name: `Our CI runs on GitHub Actions`, `My editor is Neovim`.
    kind: 'being',
    priority: 10,
    language: 'en',
    pattern: new RegExp(
      '\\b(?:[Mm]y|[Oo]ur) (?:shell|editor|IDE) is \\p{L}|\\b[Tt]he (?:main|default) branch is (?:called )?[a-z]|' +
        '^(?:[Pp]roduction|[Ss]taging) (?:is|runs|lives) (?:on|at|in) \\S|^[Tt]ests live (?:in|next to) \\S|' +
        '\\b(?:[Mm]y|[Oo]ur|[Tt]he) [a-z]{2,12} (?:is|are) (?:hosted|deployed) (?:on|with|at) \\p{Lu}|' +
        '^[Ww]e(?: only)? (?:support|target|require) \\p{Lu}|\\b[Tt]he deadline is (?:on )?(?:\\p{Lu}|\\d)',
      'u',
    ),
    like: `
      My shell is zsh | Our editor is vim | My IDE is new | The main branch is called trunk |
      The default branch is trunk | Production is on Azure | staging runs on Azure | Production lives in Rome |
      Production runs at Azure | Tests live next to code | tests live in spec | We support Safari 15 |
      We only target Node | We require Java | The app is hosted on Azure | My site is deployed with Docker |
      Our files are hosted at Hetzner | The deadline is June 30 | the deadline is 30 June | the deadline is on June 30`,
    unlike: 'Their shell is zsh | The deadline is near',
  },
  {
    kind: 'being',
    priority: 10,
    language: 'de',
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
    priority: 10,
    language: 'en',
    phrases: [`my|our|the {word}? ${PARTS} is|runs|lives called|named? at|on|in? {name}|{address}`],
    like: [
      ...PARTS.split('|').map((part) => `My ${part} is Alpha`),
      ...all(
        'Our CI runs on Jenkins, Our API lives at api.example.net, The test server is Apache, My server is /srv/www',
      ),
      ...all('The cluster runs in Rome, The branch is called Main, The branch is named Main, My laptop runs Linux'),
    ],
    unlike: 'The server is down | My laptop is slow | The server is I think down | Their server is Apache',
  },
  {
    kind: 'being',
    priority: 10,
    language: 'de',
    phrases: ['unser|unsere {word} ist|liegt|läuft unter|auf|in? {address}'],
    like: `
      Unser Server ist test.example.net | Unsere API liegt unter /srv/api | Unser Server läuft auf db-1.local |
      Unsere Datei liegt in ~/shop/config | Unsere Seite ist https://example.net`,
    unlike: 'Unser Server ist kaputt | Ihr Server ist test.example.net',
  },
  {
    kind: 'being',
    priority: 10,
    language: 'de',
    at: 'start',
    phrases: ['produktion|staging läuft|liegt|ist auf|in|unter {address}'],
    like: 'Produktion läuft auf server3.example.de | Staging liegt unter /srv/www | Produktion ist in eu-1.example.de',
    unlike: 'Produktion läuft auf Hochtouren | Die Produktion liegt unter /srv/www',
  },
  {
    kind: 'being',
    priority: 10,
    language: 'zh',
    phrases: ['我们 {words} 是|在 _? {address}'],
    like: `
      我们的服务器是 test.example.cn | 我们接口在 /srv/api | 我们网站是 https://example.cn | 我们配置在 ~/shop/config |
      我们网站是https://example.cn`,
    unlike: '我们的服务器是坏的 | 他们的服务器是 test.example.cn',
  },
  {
    // A name in Latin letters follows.
    kind: 'being',
    priority: 10,
    language: 'zh',
    pattern: new RegExp(
      '(?:^|[，,])(?:我们?的?|项目的?)?(?:数据库|主分支|生产环境|测试环境|服务器|仓库|(?:接口)?文档|框架|前端|后端|电脑|手机|系统|编辑器)' +
        '(?:是|叫|在|用的是|跑在) ?[A-Za-z~/]|(?:我用的是|我们不用|(?:测试|文档|配置)放在) ?[A-Za-z]|截止日期是',
      'u',
    ),
    like: `
      数据库是 MariaDB | 我的数据库是 MariaDB | 我们的主分支叫 develop | 项目的测试环境在 test.example.cn |
      主分支叫 develop | 生产环境在 prod.example.cn | 我们服务器跑在 Linux | 仓库在 GitHub | 文档在 docs/api |
      接口文档在 docs/api | 测试放在 tests 目录 | 文档放在 docs | 配置放在 etc | 框架是 Vue | 前端用的是 Vue |
      后端是 Go | 我的电脑是 Mac | 我手机是 iPhone | 系统是 Windows | 编辑器是 Vim | 我用的是 Mac | 我们不用 Docker |
      截止日期是六月三十号 | 注意，数据库是 MariaDB | 项目数据库是 MariaDB`,
    unlike: '数据库是坏的 | 我们不用担心 | 他的电脑是 Mac',
  },
]
