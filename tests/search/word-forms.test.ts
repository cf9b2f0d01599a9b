import { expect, test } from 'vitest'
import { wordForms } from '../../src/knowledge/word-forms.js'
import { passagesFrom } from '../../src/domain/search/passages.js'
import { queryTerms } from '../../src/domain/search/query.js'
import { rankPassage } from '../../src/domain/search/rank.js'

/** Returns the words of a text by which a query finds it. */
function foundBy(query: string, text: string): string[] {
  const { passages } = passagesFrom({ part: 0, text, isJson: false, name: null }, 0, 1)
  const terms = queryTerms(query)
  const weights = terms.map(() => 1)
  const { occurrences } = rankPassage(passages[0]!, terms, weights)
  return [...new Set(occurrences.map(({ start, end }) => text.slice(start, end)))]
}

test.each([
  ['Where did I go in May?', 'I went to Turku.', ['went']],
  ['Which book was bought for Ada?', 'I will buy it.', ['buy']],
  ['Who teaches my children?', 'She taught the child to read.', ['taught', 'child']],
  ['Wohin sind wir gefahren?', 'Wir fuhren nach Husum.', ['fuhren']],
  ['Was habe ich mir gekauft?', 'Ich kaufte einen Hut.', ['kaufte']],
  ['Was wollte ich kaufen?', 'Ich habe einen Hut gekauft.', ['gekauft']],
  ['Wann wurde das Rad abgeholt?', 'Wir müssen es noch abholen.', ['abholen']],
  ['Wann habe ich mich angemeldet?', 'Du willst dich anmelden.', ['anmelden']],
  ['Wann kommen die Lieferungen?', 'Wir liefern am Freitag.', ['liefern']],
  ['Wann war die Wartung?', 'Die Heizung wurde im Mai gewartet.', ['gewartet']],
  ['Wann gilt die Kündigung?', 'Ich habe gestern gekündigt.', ['gekündigt']],
])('[R7] [M2] other forms of its words answer a question: %s', (query, text, words) => {
  expect(foundBy(query, text)).toEqual(words)
})

test.each([
  ['Wann ist mein Steuerberatertermin?', 'Der Termin beim Steuerberater ist im Mai.', ['Termin', 'Steuerberater']],
  ['Wie hoch war die Klempnerrechnung?', 'Die Rechnung vom Klempner kam an.', ['Rechnung', 'Klempner']],
  ['Was für Katzenfutter soll ich holen?', 'Die Katze mag das Futter mit Lachs.', ['Katze', 'Futter']],
  ['Wann war der Termin beim Zahnarzt?', 'Der Zahnarzttermin ist am 3. Mai.', ['Zahnarzttermin']],
  ['Welche Farbe hat die Tür vom Schuppen?', 'Die Schuppentür ist rot.', ['Schuppentür']],
  ['Wann ist mein Steuerberatertermin?', 'Der Termin beim Friseur ist im Mai.', []],
  ['Where is the president?', 'The resident has a dent.', []],
])('[R7] [M2] a compound is found by its words, and they by it: %s', (query, text, words) => {
  expect(foundBy(query, text)).toEqual(words)
})

test.each([
  ['¿Dónde vivía mi hermana con su gato?', 'Vivo en Lugo con dos gatos.', ['Vivo', 'gatos']],
  ['Quels outils avait-elle réparés ?', 'Je répare un outil.', ['répare', 'outil']],
  ['Chi ha suonato il trombone nella casa?', 'Suono due tromboni in case vecchie.', ['Suono', 'tromboni', 'case']],
  ['Quando é que ela comprou os bilhetes?', 'Vou comprar um bilhete.', ['comprar', 'bilhete']],
  ['Waar heeft hij de fietsen gekocht die hij wilde?', 'Een fiets uit Gent.', ['fiets']],
  ['Vilka hundar har du i huset?', 'Min hund sover.', ['hund']],
  ['Missä taloissa hän on ollut?', 'Tämä talomme on vanha.', ['talomme']],
])('[R7] [M2] a question in another language finds all forms of its words: %s', (query, text, words) => {
  expect(foundBy(query, text)).toEqual(words)
})

test.each([
  ['他赢了什么比赛？', ['比赛', '赢']],
  ['谁养了一头牛当宠物？', ['养', '一头', '牛', '宠物']],
  ['巴纳比是什么品种的狗？', ['纳', '品种', '狗']],
  ['図書館の司書はいつ引退しますか？', ['図書', '書館', '司書', '引退']],
  ['牛を飼っているのは誰ですか？', ['牛', '飼']],
  ['แมวของฉันชื่ออะไร', ['แม', 'มว', 'ขอ', 'อง', 'ฉั', 'ัน', 'ชื', 'ื่', '่อ', 'อะ', 'ะไ', 'ไร']],
  ['Python で書いた図は？', ['python', '書', '図']],
  ['누가 서점에서 일했어?', ['서점', '점에', '일했']],
  ['소를 키워?', ['소', '키워']],
  ['什么？', ['什么']],
  ['B计划是5月吗', ['b', '计划', '5']],
])('[R7] [M2] a question in a script without spaces is read by words: %s', (query, terms) => {
  expect(
    queryTerms(query)
      .map(({ spellings }) => spellings[0])
      .sort(),
  ).toEqual([...terms].sort())
})

test('[R7] a single foreign function word changes no query', () => {
  for (const query of ['ate', 'dog ate', 'van color'])
    expect(queryTerms(query).every(({ starts, isCommon }) => starts.length === 0 && !isCommon)).toBe(true)
})

test.each([
  ['Where did I put my hat?', ['put', 'hat']],
  ['Was hat sie im Krieg verloren?', ['krieg', 'verlor']],
  ['Welche Bücher habe ich über den Garten?', ['bucher', 'gart']],
])('[R7] function words are those of the language of the query: %s', (query, terms) => {
  expect(queryTerms(query).map(({ spellings }) => spellings[0])).toEqual(terms)
})

test('[R7] each form of a word finds every other', () => {
  for (const forms of wordForms())
    // “won” is a piece of “won't”.
    for (const query of forms.filter((form) => form !== 'won'))
      for (const text of forms) expect([query, ...foundBy(query, text)]).toEqual([query, text])
})

test('[R7] a query of long words stays small', () => {
  const query = Array.from({ length: 500 }, (_, at) => `Donaudampfschifffahrt${'x'.repeat(at % 9)}sache`).join(' ')
  const terms = queryTerms(query)
  const lexemes = terms.reduce((sum, { spellings, pairs }) => sum + spellings.length + 2 * pairs.length, 0)
  expect(lexemes).toBeLessThan(500)
})
