import type { LineRow } from './row.js'

/** More forms in which people say what they like: of a case (`I like it when …`), with the thing first (`… works better for me`), and of
 * long ago. [M11] */
const POINTERS = 'the|that|this|these|those|it|them|him|her|how|what|when|where|why|you|your|a|an|his|their|its|our|to'

export const PERSONS_TASTES: readonly LineRow[] = [
  {
    kind: 'liking',
    priority: 10,
    language: 'en',
    at: 'within',
    phrases: [
      ...["I've|I_have always loved|liked|enjoyed|hated|preferred", 'I will_always|do like|love|enjoy|hate'],
      "I've|I_have always had_a love|passion for|of",
      ...["I'm|I_am not|really|very? passionate_about|into|comfortable_with", "I can't|cannot bear"],
      'I prioritize|prioritise',
    ],
    notThen: [POINTERS],
    like: [
      ...["I've always loved jazz", 'I have always liked jazz', "I've always enjoyed jazz", "I've always hated jazz"],
      ...["I've always preferred jazz", 'I will always love jazz', 'I do like jazz', 'I do enjoy jazz'],
      ...['I do hate jazz', "I've always had a love for horses", 'I have always had a passion of horses'],
      ...["I'm passionate about horses", 'I am really into jazz', "I'm not comfortable with heights"],
      ...["I'm very passionate about jazz", "I can't bear jazz", 'I cannot bear jazz', 'I prioritize short answers'],
      'I prioritise short answers',
    ],
    unlike: [
      ...['I do like the plan', 'I do like that plan', 'I do like this plan', 'I do like these plans'],
      ...['I do like those plans', 'I do like it so', 'I do like them so', 'I do like him so', 'I do like her so'],
      ...['I do like how it works', 'I do like what it does', 'I do like when it works', 'I do like where it goes'],
      ...['I do like why it works', 'I do like you so', 'I do like your plan', 'I do like a plan'],
      ...['I do like an idea', 'I do like his plan', 'I do like their plan', 'I do like its plan'],
      ...['I do like our plan', 'I do like to think'],
    ],
  },
  {
    kind: 'liking',
    priority: 10,
    language: 'en',
    pattern: /\bI (?:really |also )?(?:like|love|prefer|hate|appreciate|dislike|don[’']t like) it (?:when|if) \p{L}/u,
    like: [
      ...['I like it when answers are short', 'I love it if answers are short', 'I prefer it if you ask'],
      ...['I really hate it when you guess', 'I also appreciate it when you ask', 'I dislike it when you guess'],
      "I don't like it when you guess",
    ],
    unlike: ['I like it', 'They like it when you guess', "I'd appreciate it if you could look"],
  },
  {
    kind: 'liking',
    priority: 10,
    language: 'en',
    pattern:
      /(?<=^|[,;:.!?] )(?!(?:it|that|this|which|what|these|those|one|here)\b)\p{L}[^,.;:!?\n]{2,60} (?:is|are) (?:pretty much |still |not |definitely )?my (?:all-time |absolute )?(?:favorites?(?=[.!,;]|$)|go-to|kind of|cup of tea)/iu,
    like: [
      ...['Jazz music is my favorite!', 'Old films are my favorites', 'Dancing is pretty much my go-to for bad days'],
      ...['Rock music is not my cup of tea', 'Jazz music is still my all-time favorite'],
      ...['Jazz is definitely my kind of music', 'Jazz music is my absolute favorite'],
      ...['Yes, jazz music is my favorite', 'Jazz music is my favorite, really', 'Jazz music is my favorite; yes'],
      'Jazz music is my favorite.',
    ],
    unlike: [
      ...['It always is my favorite!', 'That is my favorite!', 'This is my favorite!', 'which is my favorite!'],
      ...['What is my favorite!', 'these are my favorites', 'those are my favorites', 'one is my favorite!'],
      ...['Here is my favorite!', 'Jazz music is my favorite color'],
    ],
  },
  {
    kind: 'liking',
    priority: 10,
    language: 'en',
    pattern:
      /(?<=^|[,;:.!?] )(?!(?:it|that|this|which|what|these|those|whatever|he|she|I|you)\b)\p{L}[^,.;:!?\n]{2,60} (?:works? (?:much |far |a lot |way )?(?:better|best) (?:for me|than \p{L}[^,.;:!?\n]{2,40} for me)|suits? me (?:much |far |a lot |way )?(?:better|best)|(?:is|are) (?:easier|better|clearer) for me)\b/iu,
    like: [
      ...['Short lists work better for me', 'Well, short lists work better for me', 'A plain table works best for me'],
      ...['Short lists work much better for me', 'Short lists work far better for me'],
      ...['Short lists work a lot better for me', 'Lists work way better for me'],
      ...['Short lists work better than long prose for me', 'The evening suits me best', 'Evenings suit me better'],
      ...['Evenings suit me much better', 'Evenings suit me far better', 'Evenings suit me a lot better'],
      ...['Evenings suit me way better', 'Short lists are easier for me', 'A short list is better for me'],
      'Short lists are clearer for me',
    ],
    unlike: [
      ...['It just works better for me', 'That works better for me', 'This works better for me'],
      ...['which works better for me', 'what works better for me', 'these work better for me'],
      ...['those work better for me', 'Whatever works best for me', 'He just works better for me'],
      ...['She works better for me', 'I now work better for me', 'You work better for me'],
      'Short lists work better for them',
    ],
  },
  {
    kind: 'liking',
    priority: 10,
    language: 'en',
    pattern:
      /\bI(?:[’']m| am) (?:more of |not |definitely )?an? (?:[\p{L}-]{2,20} ){1,3}person\b|\bI (?:have|work|value|like|love) [^.?!;\n]{3,80} and (?:also )?prefer (?!to do\b|it\b|that\b)\p{L}|\bI find [^.?!;,\n]{3,60} (?:easier|clearer|more readable|more helpful)\b/u,
    like: [
      ...["I'm a morning person", 'I am not a morning person', "I'm more of a cat person"],
      ...["I'm definitely an indoor person", 'I have a plain style and prefer clear words'],
      ...['I work alone and also prefer quiet', 'I value time and prefer lists', 'I like jazz and prefer vinyl'],
      ...['I love jazz and prefer vinyl', 'I find short lists easier to read', 'I find short lists clearer'],
      ...['I find short lists more readable', 'I find short lists more helpful'],
    ],
    unlike: [
      ...["I'm the right person", 'I have a plan and prefer to do it', 'I have a plan and prefer it'],
      ...['I find it easier', 'I have a plan and prefer that'],
    ],
  },
]
