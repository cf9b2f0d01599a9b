import type { TableRow } from './row.js'

/** What lines say in Spanish. */
export const SPANISH: readonly TableRow[] = [
  {
    kind: 'preference',
    priority: 50,
    phrases: ['prefiero'],
    like: 'Prefiero respuestas cortas.',
    unlike: 'Prefieren dormir.',
  },
  {
    kind: 'rule',
    priority: 50,
    phrases: ['debe|deben siempre|nunca', 'no debe|deben|puede|pueden'],
    like: `
      Esto debe siempre funcionar. | Los datos deben nunca salir. | La tabla no debe borrarse. |
      Las tablas no deben borrarse. | Un cliente no puede escribir. | Los clientes no pueden escribir.`,
    unlike: 'Debe ser así.',
  },
  {
    kind: 'rule',
    priority: 50,
    at: 'clause',
    phrases: ['nunca|siempre'],
    like: 'Nunca borres la tabla. | Siempre prueba antes.',
    unlike: 'Esto nunca pasa.',
  },
  {
    kind: 'thought',
    at: 'start',
    phrases: ['ahora? voy_a', 'déjame|permíteme'],
    like: 'Voy a leer el archivo. | Ahora voy a leerlo. | Déjame leerlo. | Permíteme leerlo.',
    unlike: 'El archivo no existe. | Ahora pasan las pruebas.',
  },
  {
    kind: 'politeness',
    phrases: [
      'qué puedo|podemos ayudar*',
      'hay|necesita|necesitas algo más en_lo|en_que|en_qué',
      'tenga|tengas un|una buen|buena|lindo|excelente día|tarde|noche|viaje',
      'gracias por llamar|contactarnos',
    ],
    like: `
      ¿En qué puedo ayudarle? | ¿En qué podemos ayudarte? | ¿Hay algo más en lo que pueda ayudar? |
      ¿Necesita algo más en que le ayude? | Di si necesitas algo más en qué ayudarte. | Que tenga un buen día. |
      Que tengas una buena tarde. | Que tengas un lindo día. | Que tenga un excelente viaje. |
      Que tenga una buena noche. | Gracias por llamar. | Gracias por contactarnos.`,
    unlike: `
      Su pedido fue enviado. | No puedo ayudarle con eso. | Hay algo más: el pago falló. | ¿Qué puedo borrar? |
      Quiero que tenga un buen rendimiento.`,
  },
  {
    kind: 'asking',
    phrases: ['podría|podrías|puede|puedes proporcionarme|indicarme|darme', 'necesito su|tu|que_me'],
    like: `
      ¿Podría indicarme su nombre? | ¿Podrías darme tu correo? | ¿Puede proporcionarme el número? | ¿Puedes darme uno? |
      Necesito su número. | Necesito tu nombre. | Necesito que me indique el número.`,
    unlike: 'Su número es correcto. | Necesito descansar.',
  },
  {
    kind: 'time-question',
    phrases: ['cuándo|cuando', 'qué|que día|dia|fecha|semana|mes|año', 'cuánto|cuanto tiempo|hace'],
    like: `
      ¿Cuándo fui al médico? | cuando fui | ¿Qué día fue? | que dia fue | ¿Qué fecha? | ¿Qué semana? | ¿Qué mes? |
      ¿Qué año? | ¿Cuánto tiempo hace? | ¿Cuánto hace de eso? | cuanto hace`,
    unlike: '¿Dónde está la llave? | ¿Cuántas cajas hay?',
  },
]
