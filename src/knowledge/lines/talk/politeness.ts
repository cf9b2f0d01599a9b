import type { LineRow } from '../row.js'

/** What one who serves says out of politeness: offers of help, wishes, requests to wait. Nothing of it matters later. [C4] */
export const POLITENESS: readonly LineRow[] = [
  {
    kind: 'politeness',
    priority: 10,
    language: 'en',
    phrases: [
      'how can|may I|we help|assist you',
      "is_there|if_there_is|if_there's anything|something else I|we|you",
      'have a great|nice|good|wonderful day|evening|time|trip|flight',
      'thanks|thank_you for calling|contacting|choosing',
    ],
    like: `
      How can I help you today? | How may we assist you? | Is there anything else I can do? |
      Ask if there is something else you need. | If there's anything else we can do, ask. |
      Is there anything else you'd like? | Is there anything else you'll need? | Have a great day! |
      Have a nice evening. | Have a good time. | Have a wonderful trip! | Have a good flight. | Thanks for calling. |
      Thank you for contacting us. | Thank you for choosing our shop.`,
    unlike: `
      The shop may help. | Your order was sent. | There is something else wrong. |
      Is there anything else that could break the build?`,
  },
  {
    kind: 'politeness',
    priority: 10,
    language: 'en',
    phrases: ["you're|you_are welcome"],
    notThen: ['to'],
    like: "You're welcome. | You are welcome, Dana.",
    unlike: 'You are welcome to merge the branch. | A welcome page was added.',
  },
  {
    kind: 'politeness',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: ['please? enjoy your|the', 'one|just_a moment', 'give me a moment'],
    like: `
      Enjoy your meal. | Enjoy the film! | Please enjoy your song. | One moment please. | Just a moment. |
      Give me a moment.`,
    unlike: 'The film began, and you can enjoy the rest. | The pump stopped for a moment.',
  },
  {
    kind: 'politeness',
    priority: 10,
    language: 'de',
    phrases: [
      'wie|womit kann|können ich|wir … helfen|dienen|behilflich',
      'sonst noch etwas',
      'wünsche Ihnen|dir|euch',
      'haben|hab Sie? einen|eine schönen|guten|schöne|gute Tag|Abend|Flug|Reise|Fahrt|Zeit',
      'viel Spaß|Vergnügen|Erfolg',
      'auf Wiedersehen',
      'gern|gerne geschehen',
      'genießen Sie',
      'lassen Sie mich nachsehen|nachschauen',
    ],
    like: `
      Wie kann ich Ihnen helfen? | Womit können wir Ihnen dienen? | Wie kann ich dir behilflich sein? |
      Brauchen Sie sonst noch etwas? | Ich wünsche Ihnen viel Glück. | Ich wünsche dir Glück. |
      Ich wünsche euch Glück. | Haben Sie einen guten Flug. | Hab eine schöne Reise! | Haben Sie einen schönen Tag. |
      Hab einen guten Abend. | Haben Sie eine gute Fahrt. | Hab eine gute Zeit. | Viel Spaß im Kino. | Viel Vergnügen! |
      Viel Erfolg! | Auf Wiedersehen! | Gern geschehen. | Gerne geschehen. | Genießen Sie Ihren Kaffee. |
      Lassen Sie mich nachsehen. | Lassen Sie mich nachschauen.`,
    unlike: `
      Die Karte wurde belastet. | Es gibt noch etwas Brot. | Dort können wir Ihnen Plätze geben. |
      Wie können wir die Sicherung testen? | Wir haben eine gute Lösung gefunden. |
      Lassen Sie mich zusammenfassen: Der Flug geht über Wien.`,
  },
  {
    kind: 'politeness',
    priority: 10,
    language: 'de',
    at: 'start',
    phrases: ['einen Moment|Augenblick'],
    like: 'Einen Moment, bitte. | Einen Augenblick.',
    unlike: 'Die Pumpe hielt einen Moment an.',
  },
  {
    kind: 'politeness',
    priority: 10,
    language: 'es',
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
    kind: 'politeness',
    priority: 10,
    language: 'zh',
    phrases: ['不客气|祝您|祝你|什么可以帮|请稍等'],
    like: '不客气 | 祝您旅途愉快 | 祝你愉快 | 还有什么可以帮您的吗 | 请稍等',
    unlike: '您的订单已发货 | 我不可以帮您退款',
  },
]
