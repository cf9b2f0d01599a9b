/** Messages that ask for nothing said before. */
export const SMALL_TALK = [
  ...['thanks!', 'ok thanks a lot', 'great, go on', 'haha that is funny', 'good morning!', 'how are you today?'],
  ...[
    'sounds good to me',
    'continue please',
    'yes',
    'no, not really',
    'lol',
    'see you later',
    'that makes sense',
    'cool',
  ],
  ...[
    'I agree with you',
    'nice one',
    'could you go on?',
    'what do you think?',
    'perfect, thank you so much for the help',
  ],
  ...['hmm ok', 'wow amazing', 'good night', 'you are welcome', 'really?', 'sure why not', 'ok let me try that', 'brb'],
  ...['are you there?', 'can you repeat that?', 'I am back', 'never mind', 'that is all for now', 'have a nice day'],
  ...['I am tired today', 'it is raining here', 'let me think about it', 'so true', 'no worries', 'can you help me?'],
  ...[
    'tell me a joke', // words: ok
    'please shorten that',
    'why?',
    'and then?',
    'danke, mach weiter',
    'alles klar',
    '好的，谢谢',
    '继续吧',
  ],
]
