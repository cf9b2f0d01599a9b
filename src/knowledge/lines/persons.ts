import type { LineRow } from './row.js'

const POINTERS = 'the|that|this|these|those|it|them|him|her|how|what|when|where|why|you|your|a|an|his|their|its|our|to'

/** What people like, avoid, and do as a habit, and what they are, have, and build: where such a clause begins. Patterns leave out what only
 * points at something said before: `I like that`. [M11] */
export const PERSONS: readonly LineRow[] = [
  {
    kind: 'liking',
    priority: 10,
    language: 'en',
    at: 'within',
    phrases: [
      'I really|also|especially|absolutely|always? like|love|enjoy|hate|dislike|avoid|favor|value',
      ...["I don't|do_not really? like|enjoy|eat|drink", "I'm|I_am not? a big|huge? fan of"],
      'I still? tend|lean to|toward|towards',
    ],
    notThen: [
      'the|that|this|these|those|it|them|him|her|how|what|when|where|why|you|your|a|an|his|their|its|our|both|all|think|see',
      'to_think|to_know|to_say|to_see|to_do_that',
    ],
    like: `
      I really like jazz | I also love jazz | I especially enjoy jazz | I absolutely hate jazz | I dislike jazz |
      I always avoid dairy | I favor tabs | I value honesty | I like jazz | I like to read | I don't like jazz |
      I do not enjoy jazz | I don't really eat fish | I don't drink wine | I'm not a big fan of jazz |
      I am a huge fan of jazz | I'm a fan of jazz | I tend to work late | I still lean toward tabs | I lean towards tabs`,
    unlike: `
      I like the plan | I like that plan | I like this plan | I like these plans | I like those plans | I like it more |
      I like them more | I like him more | I like her more | I like how it works | I like what it does |
      I like when it works | I like where it goes | I like why it works | I like you more | I like your plan |
      I like a plan | I like an idea | I like his plan | I like their plan | I like its plan | I like our plan |
      I like both plans | I like all plans | I tend to think so | I tend to see more | I like to think so |
      I like to know more | I like to say so | I like to see more | I like to do that so | They like jazz`,
  },
  {
    kind: 'liking',
    priority: 10,
    language: 'en',
    at: 'within',
    phrases: ['I usually|normally|typically'],
    notThen: ["feel|get|think|have|find|end|don't|am|*ed"],
    like: 'I usually work late | I normally work late | I typically work late',
    unlike: `
      I usually feel tired | I usually get lost | I usually think so | I usually have doubts | I usually find one |
      I usually end there | I usually don't mind | I usually am late | I usually guided tours`,
  },
  {
    kind: 'liking',
    priority: 10,
    language: 'en',
    at: 'within',
    phrases: ['my favorite … is|are'],
    notThen: ['on', 'at', 'in', 'coming'],
    like: 'My favorite color is green | My favorite books are short',
    unlike: `
      My favorite was blue | My favorite show is on now | My favorite place is at home now |
      My favorite cup is in there | My favorite singer is coming today`,
  },
  {
    kind: 'liking',
    priority: 10,
    language: 'de',
    at: 'within',
    phrases: [
      ...['ich mag|liebe|hasse', 'ich esse|trinke|vertrage kein|keine|keinen', 'ich bin kein|ein großer? fan von'],
      'mein|meine lieblings* ist|sind',
    ],
    notThen: ['es|das|dich|mich|sie|ihn|den|die|dein|deine|deinen|diese|diesen|dieses|wie|was|solche|ihre|nicht_mehr'],
    like: `
      Ich mag Jazz | Ich liebe Jazz | Ich hasse Jazz | Ich esse kein Fleisch | Ich vertrage keine Nüsse |
      Ich trinke keine Milch | Ich esse keinen Fisch | Ich bin kein Fan von Jazz | Ich bin ein großer Fan von Jazz |
      Mein Lieblingsbuch ist kurz | Meine Lieblingsfarben sind hell`,
    unlike: `
      Ich mag es sehr | Ich mag das Buch | Ich mag dich sehr | Ich mag sie sehr | Ich mag ihn sehr | Ich mag den Plan |
      Ich mag die Idee | Ich mag dein Buch | Ich mag deine Idee | Ich mag deinen Plan | Ich mag diese Idee |
      Ich mag diesen Plan | Ich mag dieses Buch | Ich mag wie es klingt | Ich mag nicht mehr so | Ich mag was ich sehe |
      Ich mag solche Sachen | Ich mag Ihre Bücher | Ich mag mich irren`,
  },
  {
    kind: 'liking',
    priority: 10,
    language: 'zh',
    phrases: [
      '我 |也|还|很|最|不|都|更|比较|一直|非常|特别|也很|还很|不太|一直很|从小就|个人更|现在更 喜欢|偏好',
      ...['我 很|最|不|真的很 爱', '我倾向于', '我习惯用', '我讨厌', '我不吃', '我不喝', '我不能 吃|喝', '我受不了'],
      ...['我最喜欢的 … 是', '我 通常|一般 会|都是'],
    ],
    notThen: [...'这那你它他她的我被完_，。！$', '得到', '一位', '一个'],
    like: `
      我喜欢爵士 | 我也喜欢爵士 | 我还喜欢爵士 | 我很喜欢爵士 | 我最喜欢爵士 | 我不喜欢爵士 | 我都喜欢吃 |
      我更喜欢爵士 | 我比较喜欢爵士 | 我一直喜欢读书 | 我非常喜欢爵士 | 我特别喜欢爵士 | 我也很喜欢爵士 |
      我还很喜欢读书 | 我不太喜欢爵士 | 我一直很喜欢阅读 | 我从小就喜欢画画 | 我个人更喜欢爵士 | 我现在更喜欢爵士 |
      我偏好空格 | 我很爱读书 | 我最爱读书 | 我不爱吃鱼 | 我真的很爱音乐 | 我倾向于空格 | 我习惯用空格 | 我讨厌下雨 |
      我不吃鱼 | 我不能吃鱼 | 我不能喝酒 | 我不喝酒 | 我受不了噪音 | 我最喜欢的颜色是绿色 | 我通常会早起 |
      我一般都是早起`,
    unlike: `
      我很喜欢这个 | 我很喜欢那个 | 我很喜欢你 | 我很喜欢它 | 我很喜欢他 | 我很喜欢她 | 我很喜欢的歌 | 我喜欢我的工作 |
      我喜欢被夸 | 我喜欢一位歌手 | 我很喜欢一个演员 | 我喜欢得到更多 | 我不能吃完饭 | 我都喜欢 ！ | 我喜欢， |
      我都喜欢。 | 我也喜欢！ | 我喜欢 | 他很喜欢爵士`,
  },
  {
    kind: 'liking',
    priority: 10,
    language: 'en',
    at: 'within',
    phrases: [
      ...["I've|I_have always loved|liked|enjoyed|hated|preferred", 'I will_always|do like|love|enjoy|hate'],
      "I've|I_have always had_a love|passion for|of",
      ...[
        "I'm|I_am not|really|very? passionate_about|into|comfortable_with",
        "I can't|cannot bear|stand|eat|drink|tolerate", // words: ok
      ],
      'I prioritize|prioritise',
    ],
    notThen: [POINTERS, 'anymore|more|now|all|any|too'],
    like: [
      ...["I've always loved jazz", 'I have always liked jazz', "I've always enjoyed jazz", "I've always hated jazz"],
      ...["I've always preferred jazz", 'I will always love jazz', 'I do like jazz', 'I do enjoy jazz'],
      ...['I do hate jazz', "I've always had a love for horses", 'I have always had a passion of horses'],
      ...["I'm passionate about horses", 'I am really into jazz', "I'm not comfortable with heights"],
      ...[
        "I'm very passionate about jazz",
        "I can't bear jazz",
        'I cannot bear jazz',
        "I can't stand jazz", // words: ok
        "I can't eat gluten",
        'I cannot drink milk',
        'I cannot tolerate noise',
        'I prioritize short answers',
      ],
      'I prioritise short answers',
    ],
    unlike: `
      I do like the plan | I do like that plan | I do like this plan | I do like these plans | I do like those plans |
      I do like it so | I do like them so | I do like him so | I do like her so | I do like how it works |
      I do like what it does | I do like when it works | I do like where it goes | I do like why it works |
      I do like you so | I do like your plan | I do like a plan | I do like an idea | I do like his plan |
      I do like their plan | I do like its plan | I do like our plan | I do like to think | I can't eat anymore now |
      I can't eat more now | I can't eat now so | I can't eat all night | I can't eat any more | I can't eat too much`,
  },

  {
    kind: 'liking',
    priority: 10,
    language: 'en',
    at: 'within',
    phrases: ['I have|work|value|like|love … and also? prefer'],
    notThen: ['to_do|it|that'],
    like: `
      I have a plain style and prefer clear words | I work alone and also prefer quiet | I value time and prefer lists |
      I like jazz and prefer vinyl | I love jazz and prefer vinyl`,
    unlike: 'I have a plan and prefer to do it | I have a plan and prefer it | I have a plan and prefer that',
  },
  {
    kind: 'liking',
    priority: 10,
    language: 'en',
    at: 'within',
    phrases: ["I really|also? like|love|prefer|hate|dislike|don't_like it when|if"],
    like: `
      I like it when answers are short | I love it if answers are short | I prefer it if you ask |
      I really hate it when you guess | I also love it when you ask | I dislike it when you guess |
      I don't like it when you guess`,
    unlike: "I like it | They like it when you guess | I'd like it if you could look",
  },
  {
    kind: 'liking',
    priority: 10,
    language: 'en',
    pattern:
      /(?<=^|[,;:.!?] )(?!(?:it|that|this|which|what|these|those|whatever|he|she|I|you)\b)\p{L}[^,.;:!?\n]{2,60} works? (?:much |far )?(?:better|best) for me\b/iu,
    like: `
      Short lists work better for me | Well, short lists work better for me | A plain table works best for me |
      Short lists work much better for me | Short lists work far better for me`,
    unlike: `
      It just works better for me | That works better for me | This works better for me | which works better for me |
      what works better for me | these work better for me | those work better for me | Whatever works best for me |
      He just works better for me | She works better for me | I now work better for me | You work better for me`,
  },
]
