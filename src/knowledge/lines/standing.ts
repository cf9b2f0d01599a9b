import type { LineRow } from './row.js'

/** What makes an order hold for every session to come, and what binds it to what is before a person now. [M11] */
export const STANDING: readonly LineRow[] = [
  {
    kind: 'lead',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: ['please|and|also|but|so|then|important|note|remember|rule'],
    like: [
      ...['please go', 'and go', 'also go', 'but go', 'so go', 'then go', 'important: go', 'note: go', 'remember: go'],
      'rule: go',
    ],
    unlike: ['notes go'],
  },
  {
    kind: 'general',
    priority: 10,
    language: 'en',
    at: 'opens',
    phrases: [
      ...['only use|answer|reply|write|commit|push|deploy|run', "do_not|don't|avoid|no|under_no_circumstances"],
      'when|whenever I ask|say|want|mention',
      "you|we|everyone|all_* must|should|may|can|need_to|have_to|never|always|only|do_not|don't",
    ],
    like: [
      ...['only use tabs', 'only answer in German', 'only reply in German', 'only write tests', 'only commit tests'],
      ...['only push tests', 'only deploy tests', 'only run tests', 'do not wait', "don't wait", 'avoid tabs'],
      ...['no tabs', 'under no circumstances wait', 'when I ask for it', 'whenever I say so', 'when I want it'],
      ...['when I mention it', 'you must wait', 'we should wait', 'everyone may wait', 'all tests can wait'],
      ...['you need to wait', 'you have to wait', 'we never wait', 'we always wait', 'you only wait'],
      ...['we do not wait', "we don't wait"],
    ],
    unlike: ['they must wait', 'use only tabs'],
  },
  {
    kind: 'duty',
    priority: 10,
    language: 'en',
    phrases: [
      'must|should|may|can always|never|only',
      "must_not|mustn't|not_allowed|forbidden|prohibited|under_no_circumstances",
    ],
    like: [
      ...['It must always wait.', 'It should never wait.', 'It may only wait.', 'It can only wait.'],
      ...['It must not wait.', "It mustn't wait.", 'It is not allowed.', 'It is forbidden.', 'It is prohibited.'],
      'So under no circumstances.',
    ],
    unlike: ['It must wait.'],
  },
  {
    kind: 'duty',
    priority: 10,
    language: 'en',
    at: 'within',
    phrases: ['we|you always|never|only'],
    like: ['Here we always wait.', 'Here you never wait.', 'Here we only wait.'],
    unlike: ['We wait.', 'As we always.'],
  },
  {
    kind: 'answering',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: ['please? answer|reply|respond|write|speak|talk|explain|call_me|address_me'],
    like: [
      ...['Please answer in German.', 'Reply in German.', 'Respond in German.', 'Write in German.', 'Speak German.'],
      ...['Talk in German.', 'Explain it.', 'Call me Ann.', 'Address me so.'],
    ],
    unlike: ['I answer in German.'],
  },
  {
    kind: 'using',
    priority: 10,
    language: 'en',
    at: 'opens',
    phrases: ['please? use|indent|keep|prefer'],
    like: ['Please use tabs.', 'Indent with tabs.', 'Keep lines short.', 'Prefer tabs.'],
    unlike: ['They use tabs.'],
  },
  {
    kind: 'from-now-on',
    priority: 10,
    language: 'en',
    phrases: [
      'from_now_on|going_forward|from_here_on|in_future|in_the_future|every_time|whenever|by_default|at_all_times',
    ],
    like: [
      ...['From now on, tabs.', 'Going forward, tabs.', 'From here on, tabs.', 'In future, tabs.'],
      ...['In the future, tabs.', 'Tabs every time.', 'Tabs whenever you can.', 'Tabs by default.'],
      'Tabs at all times.',
    ],
    unlike: ['Tabs now.'],
  },
  {
    kind: 'always',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: ['please|and|also? always|never'],
    like: ['Please always wait.', 'And never wait.', 'Also never wait.'],
    unlike: ['They always wait.'],
  },
  {
    kind: 'bound',
    priority: 10,
    language: 'en',
    phrases: [
      'this|these|that|those|here|above|below|following|attached|yet|right_now|for_now|today|first|next|again|both|it|them|file|line',
    ],
    like: [
      ...['use this', 'use these', 'use that', 'use those', 'use tabs here', 'as above', 'as below', 'the following'],
      ...['the attached', 'not yet', 'tabs right now', 'tabs for now', 'tabs today', 'tabs first', 'tabs next'],
      ...['tabs again', 'both names', 'use it', 'use them', 'a file', 'a line'],
    ],
    unlike: ['use tabs', 'files'],
  },
  {
    kind: 'reassurance',
    priority: 10,
    language: 'en',
    phrases: [
      "don't|do_not worry|forget|mention|mind|know|need|think|get|be|hesitate|want|have|see|understand|like|remember|care|even",
      'I|we|you|they can? always|never look|use|try|add|find|get|had|been|thought',
      ...['no problem|worries|idea|way|doubt|need|one|matter', 'if i|it|that|you … then|would', 'feel|felt|feels'],
    ],
    like: [
      ...["don't worry", "don't forget", 'do not mention', "don't mind", "don't know", "don't need", "don't think"],
      ...["don't get", "don't be", "don't hesitate", "don't want", "don't have", "don't see", "don't understand"],
      ...["don't like", "don't remember", "don't care", "don't even", 'I can always look', 'we never use'],
      ...['you always try', 'they never add', 'I always find', 'I never get', 'I never had', 'I never been'],
      ...['I never thought', 'no problem', 'no worries', 'no idea', 'no way', 'no doubt', 'no need', 'no one'],
      ...['no matter', 'if I use tabs then', 'if it has tabs it would', 'if that has tabs then'],
      ...['if you use tabs then', 'never feel so', 'never felt so', 'never feels so'],
    ],
    unlike: ["don't use tabs", 'no tabs', 'if tabs are used, then'],
  },
  {
    kind: 'reassurance',
    priority: 10,
    language: 'en',
    pattern: /^(?:no|nein)[,.!]/iu,
    like: ['No, never.', 'Nein, nie.'],
    unlike: ['No tabs.'],
  },
  {
    // Encouragement, sayings, and what was.
    kind: 'reassurance',
    priority: 10,
    language: 'en',
    phrases: [
      'keep on? going|pushing|trying|moving|learning|growing|believing|dreaming|it_up|up_the',
      ...["don't|do_not|never ever? quit|give_up|stop_believing|lose_hope|say_never", 'never saw|knew|heard'],
    ],
    like: [
      ...['Keep going!', 'Keep on going!', 'Keep pushing!', 'Keep trying!', 'Keep moving!', 'Keep learning!'],
      ...['Keep growing!', 'Keep believing!', 'Keep dreaming!', 'Keep it up!', 'Keep up the work!', "Don't quit!"],
      ...['Do not quit!', 'Never quit!', "Don't ever quit!", "Don't give up!", "Don't stop believing!"],
      ...["Don't lose hope!", 'Never say never!', 'Never saw it', 'Never knew it', 'Never heard it'],
    ],
    unlike: ['Keep lines short.', "Don't stop the server.", 'Never push to main.'],
  },
  {
    kind: 'weighing',
    priority: 10,
    language: 'en',
    phrases: [
      "trying_to_decide|not_sure|wonder|wondering|should_I|whether|considering|thinking_about|thinking_of|might|maybe|perhaps|if_I|could_have|haven't|didn't|before_I|when_I",
    ],
    like: [
      ...['trying to decide', 'not sure', 'I wonder', 'wondering', 'should I', 'whether', 'considering'],
      ...['thinking about', 'thinking of', 'might', 'maybe', 'perhaps', 'if I', 'could have', "haven't", "didn't"],
      ...['before I', 'when I'],
    ],
    unlike: ['decided'],
  },
]
