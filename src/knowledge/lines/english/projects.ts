import { texts } from '../lists.js'
import type { TableRow } from '../row.js'

const PARTS = 'os|ci|api|database|server|cluster|backend|frontend|repo|branch|framework|language|laptop|website'

/** What is called or placed how in a project, what people work with, and what they do not do: where such a clause begins. [M11] */
export const PROJECTS: readonly TableRow[] = [
  {
    // What people work with, without an article: `We use pnpm`.
    kind: 'being',
    at: 'within',
    phrases: ['we|I currently|now|always|mostly|all? use'],
    notThen: [
      'the|that|this|these|those|it|them|him|her|a|an|one|two|#|your|my|our|his|their|mine|to|some|all|each|up|what|so|as|lots|in|on|for|from|at|when|here|there|and',
    ],
    like: `
      We use pnpm | I use Vim | We currently use Go | We now use Go | We always use Go | We mostly use Go |
      We all use Go`,
    unlike: `
      We use mine now | We use the map | We use that map | We use this map | We use these maps | We use those maps |
      We use it now | We use them now | We use him so | We use her car | We use a map | We use an oven |
      We use one map | We use two maps | We use 2 maps | We use your map | We use my map | We use our map |
      We use his map | We use their map | We use to go | We use some maps | We use all maps | We use each map |
      We use up food | We use what works | We use so much | We use as many | We use lots of maps | We use in tables |
      We use on maps | We use for maps | We use from home | We use at home | We use when ill | We use here now |
      We use there now | We use and love maps | They use pnpm`,
  },
  {
    kind: 'being',
    pattern: new RegExp(
      '^(?:[Ww]e|I) (?:deploy|build|host|test|develop|write|code|ship)\\b[^,.?!]{0,30} (?:with|in|on|to|using) \\p{Lu}|' +
        "^[Ww]e(?:[’']re| are) using \\p{Lu}|" +
        '^[Oo]ur stack is \\p{Lu}',
      'u',
    ),
    like: `
      We're using AWS | We are using Redis | Our stack is React | We deploy with Docker | I build in Go |
      we host on Azure | We test with Jest | We develop in Go | We write tests using Jest | I code in Go |
      We ship to Azure`,
    unlike: 'We write in ink | They deploy with Docker',
  },
  {
    kind: 'being',
    at: 'within',
    phrases: [
      'our|my team|company|project|app|backend|frontend|codebase|website|shop uses|runs_on|is_written_in|is_built_with',
    ],
    notThen: ['the|that|this|it|them|a|an'],
    like: `
      our team uses Slack | our company uses Slack | our project is written in Go | my app is built with Go |
      our backend runs on Go | our frontend uses Go | our codebase uses Go | my website runs on Go | our shop uses Go`,
    unlike: `
      our team uses the bus | our team uses that bus | our team uses this bus | our team uses it daily |
      our team uses them daily | our team uses a bus | our team uses an app | their team uses Slack`,
  },
  {
    // What people do not do in a project.
    kind: 'being',
    at: 'opens',
    phrases: ["we don't|do_not deploy|release|merge|ship|publish|support|commit|push"],
    like: `
      We don't deploy on Fridays | We do not release on Fridays | We don't merge drafts | We don't ship drafts |
      We don't publish drafts | We don't support Windows | We don't commit binaries | We don't push to main`,
    unlike: "They don't deploy on Fridays | We don't know",
  },
  {
    kind: 'being',
    phrases: ['our {word} {word}? {word}? is|runs|lives at|on|in? {address}'],
    like: `
      our server is test.example.net | our main web server is test.example.net | Our test server runs on db-1.local:80 |
      our API lives at /srv/api | our config lives in ~/shop/config | our site is https://example.net |
      our mail is ann@example.net`,
    unlike: 'our server is down | our meeting is at 9:15 | their server is test.example.net',
  },
  {
    kind: 'being',
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
    // A part of a project or a tool of a person, and its name: `Our CI runs on GitHub Actions`, `My editor is Neovim`.
    kind: 'being',
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
    phrases: [`my|our|the {word}? ${PARTS} is|runs|lives called|named? at|on|in? {name}|{address}`],
    like: [
      ...PARTS.split('|').map((part) => `My ${part} is Alpha`),
      ...texts(
        'Our CI runs on Jenkins, Our API lives at api.example.net, The test server is Apache, My server is /srv/www',
      ),
      ...texts('The cluster runs in Rome, The branch is called Main, The branch is named Main, My laptop runs Linux'),
    ],
    unlike: 'The server is down | My laptop is slow | The server is I think down | Their server is Apache',
  },
]
