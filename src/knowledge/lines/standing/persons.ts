import type { LineRow } from '../row.js'

const all = (list: string) => list.split(', ')

const FAMILY_GERMAN = 'Frau|Mann|Sohn|Tochter|Mutter|Vater|Bruder|Schwester|Freund|Freundin'

/** When a person works and is free, what they need to see, hear, and move, and how they are called: where such a clause begins. [M11] */
export const STANDING_PERSONS: readonly LineRow[] = [
  {
    // Days and times in the plural: a habit. `I'm free on Friday` is about one day.
    kind: 'being',
    priority: 10,
    language: 'en',
    phrases: [
      "I|we don't|do_not|never|only work on|at|after|before *days|weekends|nights|#",
      "I'm|I_am only? free|available|off|busy on|in_the|at *days|weekends|mornings|evenings|nights",
      'I use|need|wear|have a|an screen_reader|wheelchair|hearing_aid|pacemaker|guide_dog',
      'my pronouns|email|username|handle|nickname is|are',
      "I'm|I_am on windows|linux|macos|mac|android",
      "I'm|I_am usually|normally offline|online|available|free|busy",
      "I'm|I_am in_a_wheelchair",
      "I'm|I_am # years_old",
      'I have *? disease|syndrome|disorder',
      'I work from #',
      'my|our kids|children|sons|daughters|twins are #|two|three|four|five|called|named',
    ],
    like: `
      I don't work on Fridays | We do not work on weekends | I never work at nights | I only work after 9 |
      I only work before 9 | I'm only free on Mondays | I am available in the mornings | I'm off on weekends |
      I'm busy at nights | I'm free in the evenings | I am busy in the evenings | I use a screen reader |
      I need a wheelchair | I wear a hearing aid | I have a pacemaker | I have a guide dog | I use an hearing aid |
      my pronouns are they/them | my email is ann@example.net | I'm on Windows | I am on Linux | I'm on macOS |
      I'm on Mac | I'm on Android | I'm usually offline at six | I'm usually online at six |
      I am normally available at six | I'm usually free at six | I'm usually busy at six | I'm in a wheelchair |
      I am in a wheelchair | I am 34 years old | I'm 34 years old | I have celiac disease | I have Down syndrome |
      I have sleep disorder | I work from 7 to 3 | my username is ann | my handle is ann | my nickname is Ann |
      my kids are 3 and 6 | our children are two and four | our sons are three | my daughters are four |
      my twins are five | my kids are called Ann and Bob | our kids are named Ann and Bob`,
    unlike: "I'm free on Friday | I don't work on it | I use a hammer",
  },
  {
    kind: 'being',
    priority: 10,
    language: 'en',
    pattern: new RegExp(
      "\\b[Mm]y (?:wife|husband|partner|son|daughter|mother|father|brother|sister|boss|dog|cat)[’']?s name is|" +
        "\\bI(?:[’']m| am) (?:learning|studying) \\p{Lu}|" +
        "\\bI(?:[’']ve been| was| have been) diagnosed with \\p{L}|" +
        "\\bI(?:[’']m| am) an? (?:\\p{L}{2,12} ){0,2}(?:\\p{L}{3,14}(?<!tour)ist|\\p{L}{3,14}ician|chef|pilot|accountant|farmer)\\b",
      'u',
    ),
    like: `
      I was diagnosed with asthma | I've been diagnosed with it | I have been diagnosed with asthma |
      my wife's name is Ann | My husband’s name is Bob | my partner's name is Bob | my son's name is Bob |
      my daughter's name is Ann | my mother's name is Ann | my father's name is Bob | my brothers name is Bob |
      my sister's name is Ann | my boss’s name is Ann | my dog's name is Rex | my cat's name is Tom |
      I'm learning Spanish | I am studying French | I'm a guitarist | I am an electrician | I'm a chef | I'm a pilot |
      I'm a tax accountant | I'm a farmer`,
    unlike: "I'm a tourist | I'm a loser",
  },
  {
    kind: 'being',
    priority: 10,
    language: 'de',
    phrases: [
      '*tags|nachts|mittwochs arbeite|bin|habe ich',
      'ich arbeite|habe|bin nur|immer? *tags|nachts|mittwochs|von_zu_hause',
      'ich bin nur|meist|immer abends|morgens|tagsüber',
      'ich bin alleinerziehend',
      'ich arbeite|bin unter|auf linux|windows',
      'mein budget liegt|ist|beträgt',
      'ich nutze|benutze|brauche|trage|habe einen|ein|eine screenreader|rollstuhl|hörgerät|braillezeile|herzschrittmacher',
    ],
    like: `
      Freitags arbeite ich nicht | Nachts arbeite ich | Montags bin ich weg | Mittwochs habe ich frei |
      Ich arbeite freitags nicht | Ich bin immer montags weg | Ich habe mittwochs frei | Ich arbeite nur nachts |
      Ich bin nur abends da | Ich bin meist morgens da | Ich bin immer tagsüber da | Ich bin alleinerziehend |
      Ich arbeite unter Linux | Ich bin auf Windows | Mein Budget liegt bei 300 Euro | Mein Budget ist klein |
      Mein Budget beträgt 300 Euro | Ich arbeite von zu Hause | Ich nutze einen Screenreader |
      Ich benutze einen Rollstuhl | Ich trage ein Hörgerät | Ich brauche eine Braillezeile |
      Ich habe einen Herzschrittmacher`,
    unlike: `
      Am Montag arbeite ich nicht | Ich arbeite am Wochenende nicht | Ich arbeite am Text | Ich nutze einen Hammer`,
  },
  {
    kind: 'being',
    priority: 10,
    language: 'de',
    at: 'end',
    phrases: [`mein|meine ${FAMILY_GERMAN} ist {name}`],
    like: [...FAMILY_GERMAN.split('|').map((who) => `Mein ${who} ist Arzt`), 'Meine Frau ist Ärztin.'],
    unlike: 'Mein Mann ist müde | Mein Mann ist Arzt Nummer eins',
  },
  {
    kind: 'being',
    priority: 10,
    language: 'de',
    phrases: [`mein|meine ${FAMILY_GERMAN} ist {name},`],
    like: [...FAMILY_GERMAN.split('|').map((who) => `Mein ${who} ist Arzt, er hilft`), 'Meine Frau ist Ärztin, ja'],
    unlike: 'Mein Mann ist müde, er schläft | Mein Mann ist Arzt',
  },
  {
    kind: 'being',
    priority: 10,
    language: 'zh',
    pattern: new RegExp(
      '我(?:一般|平时|每个?)(?:周|星期)[一二三四五六日天末]\\p{sc=Han}{0,2}(?:不|只|才)(?:上班|工作|有空)|' +
        '我(?:一般|平时|每天)[^，,。]{1,12}(?:才|不|都)(?:有空|上班|在线)|' +
        '我(?:用|使用|需要|坐|戴)(?:着)?(?:读屏|屏幕阅读器|轮椅|助听器)|我(?:视力|听力)不好|我每天.{1,4}点(?:上班|下班|起床)|我的?(?:预算|老家|生日)[是在]|我今年[二三四五六七八九]?十[一二三四五六七八九]?岁|我(?:有)?(?:乳糖|麸质)不耐|' +
        '我们?的?(?:老板|经理|组长|领导|同事|医生|室友)叫(?![我你他她什做])\\p{sc=Han}|' +
        '我的?(?:妻子|老婆|丈夫|老公|儿子|女儿|父母|父亲|母亲|爸爸|妈妈)住在(?![这那])',
      'u',
    ),
    like: [
      ...all(
        '我一般周五不上班, 我平时周一只上班, 我一般周日不工作, 我每个周末才有空, 我每星期三不工作, 我每周五只上班',
      ),
      ...all('我一般晚上十点以后才有空, 我平时白天不在线, 我每天早上都上班'),
      ...all(
        '我用读屏软件, 我使用屏幕阅读器, 我需要轮椅, 我坐着轮椅, 我戴助听器, 我视力不好, 我听力不好, 我乳糖不耐受',
      ),
      ...all(
        '我有麸质不耐, 我老板叫王敏, 我们经理叫王敏, 我的组长叫王敏, 我领导叫王敏, 我同事叫王敏, 我医生叫王敏, 我室友叫王敏',
      ),
      ...all(
        '我每天九点上班, 我每天六点下班, 我每天六点起床, 我的预算是两千元, 我老家在山东, 我生日是五月, 我今年三十岁, 我今年十五岁, 我今年四十一岁',
      ),
      ...[...'二三五六七八九'].map((ten) => `我今年${ten}十岁`),
      ...[...'二三四六七八九'].map((one) => `我今年十${one}岁`),
      ...all('我妻子住在成都, 我老婆住在成都, 我丈夫住在成都, 我老公住在成都, 我儿子住在成都, 我女儿住在成都'),
      ...all('我父母住在成都, 我父亲住在成都, 我母亲住在成都, 我爸爸住在成都, 我的妈妈住在成都'),
      ...[...'二四六天'].map((day) => `我一般周${day}不上班`),
      ...all('我每周五晚上不上班'),
    ],
    unlike: [
      ...[...'我你他她什做'].map((sign) => `我老板叫${sign}走`),
      ...all('我一般周五上班, 我周一不上班, 他用读屏, 我妈妈住在这里, 我妈妈住在那里'),
    ],
  },
  {
    // What a person cannot see, hear, or eat.
    kind: 'being',
    priority: 10,
    language: 'en',
    phrases: [
      "I'm|I_am color_blind|colour_blind|deaf|blind|hard_of_hearing|dyslexic|autistic", // words: ok
      "I'm|I_am lactose_intolerant|gluten_intolerant|lactose-intolerant|gluten-intolerant",
    ],
    notThen: ['to'],
    like: [
      ...all("I'm color blind, I'm deaf, I am blind, I'm hard of hearing, I'm dyslexic, I'm autistic"),
      ...all("I'm colour blind, I'm lactose intolerant, I am gluten intolerant, I'm gluten-intolerant"), // words: ok
      "I'm lactose-intolerant",
    ],
    unlike: "I'm blind to it | They are deaf",
  },
  {
    kind: 'being',
    priority: 10,
    language: 'zh',
    pattern: new RegExp(
      '我有(?:[^\\P{sc=Han}毛点]{2,4}[病症炎]|高血压|哮喘)(?!人)|' +
        '我是(?:一[名个位])?(?:色[盲弱]|聋人|盲人|[听视]障|左撇子|素食者)',
      'u',
    ),
    like: `
      我有糖尿病 | 我有抑郁症 | 我有关节炎 | 我有高血压 | 我有哮喘 | 我是色盲 | 我是色弱 | 我是聋人 | 我是一名盲人 |
      我是听障人士 | 我是视障人士 | 我是左撇子 | 我是一个左撇子 | 我是一位素食者`,
    unlike: '我有点小小病 | 我有糖尿病人 | 我有毛病 | 我是好人',
  },
]
