import type { LineRow } from '../row.js'

/** Forms of a question for a time. What decides with it is in src/domain/recall/days.ts. [M2] */
export const TIME_QUESTIONS: readonly LineRow[] = [
  {
    kind: 'time-question',
    priority: 10,
    language: 'en',
    phrases: ['when|whens', 'what|which day|date|week|month|year', 'how_long', 'how_many days|weeks|months|years'],
    like: `
      When did I visit my aunt? | whens the call | When's the call? | What day was the trip? | What date is on it? |
      Which week was it? | What month was that? | Which year did I move? | How long ago did we meet? |
      How many days did it take? | How many weeks is it? | How many months? | How many years have I had it?`,
    unlike: 'Where did I put the key? | How many boxes are there? | Which color did we choose?',
  },
  {
    kind: 'time-question',
    priority: 10,
    language: 'de',
    phrases: [
      'wann',
      'welche|welchem|welchen|welches|welcher tag|datum|woche|monat|jahr',
      'wie_lange',
      'wie_viele tage|wochen|monate|jahre',
    ],
    like: `
      Wann war ich in Wien? | An welchem Tag war das? | Welches Datum war das? | Welchen Tag hatten wir? |
      Welche Woche war das? | In welcher Woche war das? | In welchem Monat war das? | In welchem Jahr war das? |
      Wie lange ist das her? | Wie viele Tage dauert es? | Wie viele Wochen? | Wie viele Monate? | Wie viele Jahre?`,
    unlike: 'Wo war ich? | Wie viele Kisten sind es? | Welche Farbe war das?',
  },
  {
    kind: 'time-question',
    priority: 10,
    language: 'zh',
    phrases: ['什么时候|何时|哪天|哪年|哪一天|哪一年|哪月|哪个月|几号|几月|多久|多长时间'],
    like: `
      我什么时候去的？ | 何时开始？ | 哪天出发？ | 哪年出发？ | 哪一天出发？ | 哪一年？ | 哪个月？ | 哪月？ | 几号？ |
      几月？ | 多久以前？ | 多长时间？`,
    unlike: '我在哪里？ | 几个人？',
  },
  {
    kind: 'time-question',
    priority: 10,
    language: 'fr',
    phrases: ['quand', 'quel|quelle jour|date|semaine|mois|année', 'combien_de_temps'],
    like: `
      Quand ai-je vu le médecin ? | Quel jour était-ce ? | Quelle date ? | Quelle semaine ? | Quel mois ? |
      Quelle année ? | Il y a combien de temps ?`,
    unlike: 'Où est la clé ? | Combien de boîtes ?',
  },
  {
    kind: 'time-question',
    priority: 10,
    language: 'es',
    phrases: ['cuándo|cuando', 'qué|que día|dia|fecha|semana|mes|año', 'cuánto|cuanto tiempo|hace'],
    like: `
      ¿Cuándo fui al médico? | cuando fui | ¿Qué día fue? | que dia fue | ¿Qué fecha? | ¿Qué semana? | ¿Qué mes? |
      ¿Qué año? | ¿Cuánto tiempo hace? | ¿Cuánto hace de eso? | cuanto hace`,
    unlike: '¿Dónde está la llave? | ¿Cuántas cajas hay?',
  },
]
