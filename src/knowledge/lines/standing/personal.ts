import type { LineRow } from '../row.js'

const words = (list: string) => list.split(' ')

const LANGUAGES =
  'english|german|french|spanish|italian|portuguese|dutch|polish|russian|turkish|arabic|hindi|chinese|mandarin|japanese|korean'
const LANGUAGES_GERMAN = 'Deutsch|Englisch|Französisch|Spanisch|Italienisch|Hochdeutsch'
const LANGUAGES_CHINESE = '中文|英文|汉语|英语|德语|法语|日语|普通话|简体中文|繁体中文'

/** In which language and spelling a person is answered: it is about the person, so it holds beside a task, too, as the whole end of a sentence.
 * `Write in German` may be about the text of the task. [M11] */
export const STANDING_PERSONAL: readonly LineRow[] = [
  {
    kind: 'personal',
    priority: 10,
    language: 'en',
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
    priority: 10,
    language: 'en',
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
    priority: 10,
    language: 'en',
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
    kind: 'personal',
    priority: 10,
    language: 'de',
    at: 'whole',
    phrases: ['bitte? halt|halte|formulier|formuliere|schreib|schreibe alle? deine antworten|erklärungen {word} …'],
    like: `
      Halte deine Antworten kurz. | Bitte halt deine Antworten kurz! | Formuliere deine Antworten kurz |
      Formulier alle deine Erklärungen kurz | Schreibe deine Antworten kurz | Schreib deine Erklärungen kurz`,
    unlike: 'Halte die Antwort kurz | Halte deine Antwort kurz',
  },
  {
    kind: 'personal',
    priority: 10,
    language: 'de',
    pattern: new RegExp(
      `\\b(?:bitte )?(?:antworte|sprich|rede)(?: mir| mit mir)?(?: bitte)?(?: immer| nur)? (?:auf )?(?:${LANGUAGES_GERMAN})` +
        '(?: mit mir)?(?:,? bitte)?[.!]{0,3}$|' +
        `^(?:bitte )?(?:nur )?auf (?:${LANGUAGES_GERMAN}) antworten(?:,? bitte)?[.!]{0,3}$|` +
        '^(?:bitte )?(?:duze?|sieze?) mich(?: bitte)?[.!]{0,3}$',
      'iu',
    ),
    like: [
      ...LANGUAGES_GERMAN.split('|').flatMap((name) => [`Antworte auf ${name}.`, `Nur auf ${name} antworten, bitte!`]),
      ...['Bitte sprich Deutsch', 'Rede auf Deutsch', 'Antworte mir auf Deutsch', 'Sprich mit mir Deutsch'],
      ...['Antworte bitte auf Deutsch', 'Antworte immer auf Deutsch', 'Antworte nur auf Deutsch, bitte.'],
      ...['Sprich Deutsch mit mir', 'Antworte auf Deutsch bitte', 'Bitte auf Deutsch antworten'],
      ...['Duze mich', 'Bitte duz mich.', 'Sieze mich bitte', 'Siez mich!', 'Auf Deutsch antworten bitte'],
    ],
    unlike: 'Schreib auf Deutsch | Antworte auf Frage 3 | Sie sollen auf Deutsch antworten | Ich duze mich',
  },
  {
    kind: 'personal',
    priority: 10,
    language: 'zh',
    pattern: new RegExp(
      `(?<!\\p{sc=Han})请?(?:都|一律)?(?:使用|用)(?:${LANGUAGES_CHINESE})来?(?:[和跟]我)?(?:回答|回复|交流|沟通|对话)(?:我|问题|我的问题)?[。！!]{0,3}$|` +
        `^请?(?:[和跟]我)?说(?:${LANGUAGES_CHINESE})[。！!]{0,3}$`,
      'u',
    ),
    like: [
      ...LANGUAGES_CHINESE.split('|').flatMap((name) => [`用${name}回答`, `请说${name}。`]),
      ...[
        '结果在附件，请使用中文回答。',
        '请都用中文回复！',
        '一律用中文来回复',
        '请用中文和我交流',
        '用中文跟我沟通',
        '用中文对话',
      ],
      ...['用中文回答我', '用中文回答问题', '请用中文回答我的问题', '和我说中文', '请跟我说中文!'],
    ],
    unlike: '用中文写一封信 | 请用一句话回答 | 他说中文 | 用中文回答他',
  },
  {
    // Of which work an order is, and for which time.
    kind: 'beyond-task',
    priority: 10,
    language: 'en',
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
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: ['in_the_future|in_future|next_time'],
    like: 'In the future, use tabs. | In future, use tabs. | Next time, use tabs.',
    unlike: 'Use tabs in the future. | In the files, use tabs.',
  },
  {
    kind: 'beyond-task',
    priority: 10,
    language: 'de',
    at: 'start',
    phrases: ['bitte? in diesem|unserem projekt|repo|team|code', 'im projekt|repo|team'],
    like: [
      ...words('Projekt Repo Team Code').map((name) => `In diesem ${name} verwende Tabs`),
      ...['Bitte in unserem Projekt', 'Im Projekt verwende Tabs', 'Im Repo verwende Tabs', 'Im Team verwende Tabs'],
    ],
    unlike: 'In diesem Text verwende Tabs | Das Projekt',
  },
  {
    kind: 'beyond-task',
    priority: 10,
    language: 'zh',
    at: 'start',
    phrases: ['在|本|这个|我们 项目|仓库|代码库 里|中|内'],
    like: '在项目里用空格 | 本项目中用空格 | 这个仓库里用空格 | 我们代码库内用空格 | 我们项目里用空格',
    unlike: '这个文件里用空格 | 项目用空格',
  },
]
