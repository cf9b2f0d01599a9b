import type { LineRow } from '../row.js'

/** What one who serves says out of politeness: offers of help, wishes, requests to wait. Nothing of it matters later. [C4] */
export const POLITENESS: readonly LineRow[] = [
  {
    kind: 'politeness',
    priority: 10,
    language: 'en',
    phrases: [
      'how can|may I|we help|assist',
      "is_there|if_there_is|if_there's anything|something else",
      'have a great|nice|good|wonderful day|evening|time|trip|flight',
      "you're|you_are welcome",
      'thanks|thank_you for calling|contacting|choosing',
    ],
    like: [
      ...['How can I help you today?', 'How may we assist you?', 'How may I help?', 'How can we help?'],
      ...['Is there anything else I can do?', 'Ask if there is something else.', "If there's anything else, ask."],
      ...['Have a great day!', 'Have a nice evening.', 'Have a good time.', 'Have a wonderful trip!'],
      ...['Have a good flight.', "You're welcome.", 'You are welcome, Dana.', 'Thanks for calling.'],
      ...['Thank you for contacting us.', 'Thank you for choosing our shop.'],
    ],
    unlike: ['The shop may help.', 'Your order was sent.', 'There is something else wrong.'],
  },
  {
    kind: 'politeness',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: ['please? enjoy your|the', 'one|just_a moment', 'give me a moment'],
    like: [
      ...['Enjoy your meal.', 'Enjoy the film!', 'Please enjoy your song.', 'One moment please.', 'Just a moment.'],
      'Give me a moment.',
    ],
    unlike: ['The film began, and you can enjoy the rest.', 'The pump stopped for a moment.'],
  },
  {
    kind: 'politeness',
    priority: 10,
    language: 'de',
    phrases: [
      'wie|womit kann|können ich|wir',
      'sonst noch etwas',
      'wünsche|haben|hab … schönen|guten|schöne|gute',
      'viel Spaß|Vergnügen|Erfolg',
      'auf Wiedersehen',
      'gern|gerne geschehen',
      'genießen Sie',
      'lassen Sie mich',
    ],
    like: [
      ...['Wie kann ich Ihnen helfen?', 'Womit können wir dienen?', 'Brauchen Sie sonst noch etwas?'],
      ...['Ich wünsche Ihnen einen schönen Tag.', 'Haben Sie einen guten Flug.', 'Hab eine schöne Reise!'],
      ...['Ich wünsche eine gute Fahrt.', 'Viel Spaß im Kino.', 'Viel Vergnügen!', 'Viel Erfolg!', 'Auf Wiedersehen!'],
      ...['Gern geschehen.', 'Gerne geschehen.', 'Genießen Sie Ihren Kaffee.', 'Lassen Sie mich nachsehen.'],
    ],
    unlike: ['Die Karte wurde belastet.', 'Es gibt noch etwas Brot.', 'Dort können wir Ihnen Plätze geben.'],
  },
  {
    kind: 'politeness',
    priority: 10,
    language: 'de',
    at: 'start',
    phrases: ['einen Moment|Augenblick'],
    like: ['Einen Moment, bitte.', 'Einen Augenblick.'],
    unlike: ['Die Pumpe hielt einen Moment an.'],
  },
  {
    kind: 'politeness',
    priority: 10,
    language: 'es',
    phrases: [
      'qué puedo|podemos',
      'hay|necesita|necesitas algo más',
      'tenga|tengas un|una buen|buena|lindo|excelente',
      'gracias por llamar|contactarnos',
    ],
    like: [
      ...['¿En qué puedo ayudarle?', '¿En qué podemos ayudarte?', '¿Hay algo más?', '¿Necesita algo más?'],
      ...['Di si necesitas algo más.', 'Que tenga un buen día.', 'Que tengas una buena tarde.'],
      ...[
        'Que tengas un lindo día.',
        'Que tenga un excelente viaje.',
        'Gracias por llamar.',
        'Gracias por contactarnos.',
      ],
    ],
    unlike: ['Su pedido fue enviado.', 'No puedo ayudarle con eso.', 'Hay algo de pan.'],
  },
  {
    kind: 'politeness',
    priority: 10,
    language: 'zh',
    phrases: ['不客气|祝您|祝你|什么可以帮|请稍等'],
    like: ['不客气', '祝您旅途愉快', '祝你愉快', '还有什么可以帮您的吗', '请稍等'],
    unlike: ['您的订单已发货', '我不可以帮您退款'],
  },
]
