/** Words about asking and remembering, by language. They say nothing about the subject of a question. [M2] */
export const ASKING_WORDS: Readonly<Record<string, readonly string[]>> = {
  en: [
    'tell talk talked told mention mentioned remember remind recall discuss discussed earlier before again know think', // words: ok
    'please thanks thank ok okay yes great good nice sure hey hello hi well really just also like want need gave given thought something',
    'anything much many long kind type thing recently currently specific specifically give help explain summary show list provide describe',
    'summarize summarise ask asked wonder wondering curious anyway actually exactly', // words: ok
  ],
  de: [
    'sag sagte gesagt erzahlt erwahnt erinnerst erinnere weißt bitte danke ja gut noch mal nochmal wieder schon fass fasse zusammen',
    'zusammenfassung diskussion diskutiert frage fragen eigentlich ubrigens genau',
  ],
  zh: [
    '记得 知道 不知道 告诉 请问 想 想要 问 想问 提到 说过 讲过 之前 以前 上次 什么时候 真正 其实 到底 究竟 弄 清楚 弄清楚 一下 可能 来着',
  ],
  ja: ['覚え 教え ください 話した 言った'],
}
