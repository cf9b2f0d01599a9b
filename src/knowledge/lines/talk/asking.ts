import type { LineRow } from '../row.js'

/** How one who serves asks for data: `Could you please provide your order number?` The reply says what was given. Questions for a
 * yes or no are none of these: a reply of “yes” needs them. [C4] */
export const ASKING: readonly LineRow[] = [
  {
    kind: 'asking',
    priority: 10,
    language: 'en',
    phrases: [
      'can|could|would you provide|share|give',
      'please provide|share|give',
      'need your|the_following|some_information|more_information',
      'may I have',
      'what is|are your',
    ],
    like: `
      Can you provide your number? | Could you share it? | Would you give me your name? | Please provide it. |
      Please share your name. | Please give me a number. | I need your order number. | I'll need the following: |
      I need some information. | We need more information. | May I have your name? | What is your name? |
      What are your dates?`,
    unlike: 'Would you like to go on? | The shop provides it. | You need nothing. | What is the price?',
  },
  {
    kind: 'asking',
    priority: 10,
    language: 'de',
    phrases: [
      'können|könnten Sie mir|uns',
      'nennen|geben Sie mir|uns',
      'brauche|benötige|brauchen|benötigen Ihre|Ihren|deine|deinen',
    ],
    like: `
      Können Sie mir die Nummer sagen? | Könnten Sie uns die Nummer geben? | Nennen Sie mir die Nummer. |
      Geben Sie uns Ihren Namen. | Ich brauche Ihre Nummer. | Ich benötige Ihren Namen. | Wir brauchen deine Nummer. |
      Wir benötigen deinen Namen.`,
    unlike: 'Die Nummer ist falsch. | Sie brauchen nichts.',
  },
  {
    kind: 'asking',
    priority: 10,
    language: 'es',
    phrases: ['podría|podrías|puede|puedes proporcionarme|indicarme|darme', 'necesito su|tu|que_me'],
    like: `
      ¿Podría indicarme su nombre? | ¿Podrías darme tu correo? | ¿Puede proporcionarme el número? | ¿Puedes darme uno? |
      Necesito su número. | Necesito tu nombre. | Necesito que me indique el número.`,
    unlike: 'Su número es correcto. | Necesito descansar.',
  },
  {
    kind: 'asking',
    priority: 10,
    language: 'zh',
    phrases: ['请提供|请告诉我|请问您的'],
    like: '请提供订单号 | 请告诉我您的姓名 | 请问您的电话是多少',
    unlike: '您的订单已发货',
  },
]
