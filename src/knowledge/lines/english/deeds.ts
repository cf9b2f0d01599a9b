import { choices, words } from '../lists.js'
import type { TableRow } from '../row.js'

/** What assistants say and write, and do to code. */
const SAYS =
  'answer|reply|respond|write|speak|explain|summarize|cite|quote|translate|apologize|greet|address|call|name|ask|warn|inform|consult|' +
  'recommend|suggest|mention|include|exclude|add|list|show|provide|confirm|verify|specify|highlight|report|prioritize|offer|' +
  'format|structure|document|comment|indent|commit|push|merge|rebase|deploy|release|publish|install|refactor|lint|' +
  'mock|hardcode|log|validate|search|generate|implement|round|convert|invent|assume|' +
  'sort|align|wrap|group|extract|declare|define|handle|squash|bump|tag|pin|upgrade|update|migrate|encrypt|escape|sanitize|cache|annotate'
/** What they do, and others do as often: `Never change a running system` is a saying. */
const DOES =
  'use|give|put|keep|start|begin|end|run|make|check|send|create|return|store|book|order|avoid|prefer|skip|delete|remove|edit|' +
  'modify|change|touch|rename|test|ignore'
/** Words with which no order goes on. */
const NO_VERBS = 'a|on|in|at|my|the|an|been|had|as|more|ever|of|for|from|was|is'
const LANGUAGES =
  'english|german|french|spanish|italian|portuguese|dutch|polish|russian|turkish|arabic|hindi|chinese|mandarin|japanese|korean'

/** What assistants do, for whom, and in which language. What is about the person holds beside a task, too: `Write in German` may be about the
 * text of the task. [M11] */
export const DEEDS: readonly TableRow[] = [
  {
    kind: 'deed',
    at: 'start',
    phrases: [`you|we? must|should? always|never|only|don't|do_not|under_no_circumstances? ${SAYS}`],
    like: [
      ...choices(SAYS).map((verb) => `${verb} lists`),
      ...[
        'you never answer',
        'we must never answer',
        'you should always answer',
        'we always answer',
        'only answer',
        'under no circumstances answer',
        "don't answer",
        'do not answer',
      ],
    ],
    unlike: 'never judge a book | always wait | they never answer',
  },
  {
    kind: 'deed',
    at: 'start',
    phrases: [`you|we? must|should? always|never|only|don't|do_not|under_no_circumstances? ${DOES}`],
    notThen: ['a', 'an', 'up', 'with', 'your'],
    like: [
      ...choices(DOES).map((verb) => `${verb} lists`),
      ...[
        'you never use tabs',
        'we must never use tabs',
        'you should always use tabs',
        'we always use tabs',
        'only use tabs',
        'under no circumstances use tabs',
        "don't use tabs",
        'do not use tabs',
      ],
    ],
    unlike: `
      Never change a running system | Never order an omelet | Never give up | Never run with scissors |
      Always keep your word | always wait | they never use tabs`,
  },
  {
    // An order to the reader. Alone in a message, it is for the assistant, if it is no saying.
    kind: 'bare-order',
    at: 'opens',
    phrases: ['you_must|you_should? always|never'],
    notThen: [NO_VERBS],
    like: 'Always follow PEP 8 | Never force-push | You must always follow it | you should never swear',
    unlike: [
      'They always follow it',
      'It never swears',
      'but never so',
      ...choices(NO_VERBS).map((word) => `Always ${word} it`),
    ],
  },
  {
    // Who asks.
    kind: 'asker',
    phrases: [
      'when|whenever|if|before|unless|until|every_time I ask|mention|say|want|need|request|share|paste|send|post|write|give|show',
      'ask|tell|give|show|send|remind|warn me', // words: ok
      'without asking|my',
      'you give|write|send|show|suggest|recommend|make',
    ],
    like: [
      ...['when', 'whenever', 'if', 'before', 'unless', 'until', 'every time'].map(
        (word) => `combine both ${word} I ask`,
      ),
      ...choices('ask|mention|say|want|need|request|share|paste|send|post|write|give|show').map(
        (verb) => `if I ${verb} it`,
      ),
      ...choices('ask|tell|give|show|send|remind|warn').map((verb) => `always ${verb} me`), // words: ok
      ...['not without asking', 'not without my okay'],
      ...choices('give|write|send|show|suggest|recommend|make').map((verb) => `any list you ${verb}`),
    ],
    unlike: 'when you grow up | let me go',
  },
  {
    kind: 'personal',
    pattern: new RegExp(
      '\\b(?:please )?(?:answer|reply|respond|speak|talk)(?: to me| me)?(?: only)? in ' +
        `(?:plain |simple )?(?:${LANGUAGES})(?: only| language)?(?:,? please)?[.!]{0,3}$`,
      'iu',
    ),
    like: [
      ...LANGUAGES.split('|').map((language) => `answer in ${language}`),
      ...words('reply respond speak talk').map((verb) => `Please ${verb} in German.`),
      ...['speak to me in German', 'answer me in German'],
      ...['answer only in German', 'answer in plain English', 'answer in simple English', 'answer in German only'],
      ...['answer in English language', 'answer in German, please', 'answer in German please!'],
    ],
    unlike: 'write in German | answer in German what it means | answer in short | They answer in German class',
  },
  {
    kind: 'personal',
    at: 'whole',
    phrases: ['please? use british|american|uk|us|metric english|spelling|units please?'],
    like: [
      ...words('British American UK US').map((kind) => `Use ${kind} spelling.`),
      ...['please use British English', 'Use metric units, please!', 'Use metric units please'],
    ],
    unlike: 'Use British English in the letter | They use metric units | Use plain English',
  },
  {
    // About all that is answered. `Keep the answer short` is about one.
    kind: 'personal',
    at: 'whole',
    phrases: [
      'please|and|also? keep|make|give|provide|write all|your|all_your|all_of_your answers|responses|replies|explanations {word} …',
    ],
    like: [
      ...words('answers responses replies explanations').map((thing) => `Keep your ${thing} short.`),
      ...words('make give provide write').map((verb) => `${verb} all answers in French!`),
      ...['please keep all your answers brief', 'and keep all of your answers brief', 'Also keep your answers brief'],
    ],
    unlike: 'Keep answers short | Keep the answer short | Keep your answers | They keep your answers short',
  },
  {
    // Of which work an order is, and for which time.
    kind: 'beyond-task',
    at: 'start',
    phrases: ['please|and|also|so|remember? that? in|for this|our project|repo|repository|codebase|code_base|team|app'],
    like: [
      ...words('project repo repository codebase team app').map((name) => `In this ${name}, use tabs`),
      ...['For our project use tabs', 'Please, in this project use tabs', 'And in this code base use tabs'],
      ...['Also in this repo use tabs', 'So in this repo use tabs', 'Remember that in this repo, use tabs'],
    ],
    unlike: 'In this file, use tabs | The tabs in this project',
  },
  {
    kind: 'beyond-task',
    at: 'start',
    phrases: ['in_the_future|in_future|next_time'],
    like: 'In the future, use tabs. | In future, use tabs. | Next time, use tabs.',
    unlike: 'Use tabs in the future. | In the files, use tabs.',
  },
]
