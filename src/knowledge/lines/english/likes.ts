import type { TableRow } from '../row.js'

const POINTERS = 'the|that|this|these|those|it|them|him|her|how|what|when|where|why|you|your|a|an|his|their|its|our|to'

/** What people like, avoid, and do as a habit, and what they want of what an assistant makes: where such a clause begins. Patterns leave out what
 * only points at something said before: `I like that`. [M11] */
export const LIKES: readonly TableRow[] = [
  {
    kind: 'wishing',
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
    // A habit. What is done once has an article or points at something.
    kind: 'liking',
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
    phrases: ['I|we eat kosher|halal|vegan|vegetarian|organic|*-free'],
    like: 'I eat kosher | We eat halal | I eat vegan | I eat vegetarian | I eat organic | I eat gluten-free',
    unlike: 'They eat kosher',
  },
  {
    kind: 'liking',
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
