import type { LineRow } from '../row.js'

/** What people work with, and what they do not do in a project: where such a clause begins. [M11] */
export const STANDING_USES: readonly LineRow[] = [
  {
    // What people work with, without an article: `We use pnpm`.
    kind: 'being',
    priority: 10,
    language: 'en',
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
    priority: 10,
    language: 'de',
    at: 'opens',
    phrases: ['wir|ich verwenden|verwende|nutzen|nutze|benutzen|benutze|arbeiten_mit|arbeite_mit'],
    notThen: [
      'das|die|den|dem|der|es|sie|ihn|diese|dieses|diesen|ein|eine|einen|einem|mein|meine|meinen|unser|unsere|unseren|meinem|nur_noch|#',
    ],
    like: `
      Wir verwenden pnpm | Ich verwende Vim | Wir nutzen Go | Ich nutze Vim | Wir benutzen Go | Ich benutze Vim |
      Wir arbeiten mit Go | Ich arbeite mit Vim`,
    unlike: `
      Wir nutzen das aus | Wir nutzen die Karte | Wir nutzen den Plan | Wir arbeiten mit dem Plan |
      Wir arbeiten mit der Karte | Wir nutzen es aus | Wir nutzen sie aus | Wir nutzen ihn aus |
      Wir nutzen diese Karte | Wir nutzen dieses Blatt | Wir nutzen diesen Plan | Wir nutzen ein Blatt |
      Wir nutzen eine Karte | Wir nutzen einen Plan | Wir arbeiten mit einem Plan | Ich nutze mein Auto |
      Ich nutze meine Karte | Ich nutze meinen Plan | Wir nutzen unser Auto | Wir nutzen unsere Karte |
      Wir nutzen unseren Plan | Ich arbeite mit meinem Plan | Wir nutzen nur noch Reste | Wir nutzen 2 Karten |
      Sie verwenden pnpm`,
  },
  {
    kind: 'being',
    priority: 10,
    language: 'zh',
    pattern:
      /我们(?:项目|团队)?(?:都|只|统一|一直|现在)?(?:使用|采用|用的是|用)(?![了过的这那到不一完你我]|以下)[^，,。的]{1,12}(?:[。！]?$|[，,](?:不用|不是|而不是))/u,
    like: `
      我们用空格 | 我们用的是空格 | 我们项目用空格 | 我们团队用空格 | 我们都用空格 | 我们只用空格 | 我们统一用空格 |
      我们一直用空格 | 我们现在使用空格 | 我们采用空格。 | 我们用空格！ | 我们用空格，不用制表符 |
      我们用空格，不是制表符 | 我们用空格，而不是制表符`,
    unlike: `
      我们用以下空格 | 我们用了空格 | 我们用过空格 | 我们用的空格 | 我们用这个 | 我们用那个 | 我们用到空格 |
      我们用不着 | 我们用一个 | 我们用完空格 | 我们用你 | 我们用我 | 他用空格 | 我们用空格，很好`,
  },
  {
    kind: 'being',
    priority: 10,
    language: 'en',
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
    priority: 10,
    language: 'en',
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
    priority: 10,
    language: 'en',
    at: 'opens',
    phrases: ["we don't|do_not deploy|release|merge|ship|publish|support|commit|push"],
    like: `
      We don't deploy on Fridays | We do not release on Fridays | We don't merge drafts | We don't ship drafts |
      We don't publish drafts | We don't support Windows | We don't commit binaries | We don't push to main`,
    unlike: "They don't deploy on Fridays | We don't know",
  },
]
