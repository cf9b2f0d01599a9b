import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexPending } from '../../src/app/search/index-messages.js'
import { nearSpellings, nearTerms } from '../../src/domain/search/misspelled.js'
import { queryTerms } from '../../src/domain/search/query.js'
import { rankPassage } from '../../src/domain/search/rank.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon({ env: { RECALL_MS: '60000' } })
})
afterAll(() => daemon.stop())

/** Returns the spellings in which a word that the texts do not have is sought there. */
function spelledAs(word: string, texts: readonly string[], isName = true): string[] {
  const near = nearTerms(queryTerms(word), [0], new Set(isName ? [0] : []))
  return near.flatMap(({ term }) => {
    const passages = texts.map((text) => ({ text, isJson: false, name: null, part: 0, start: 0 }))
    return nearSpellings(
      passages.map((passage) => rankPassage(passage, [term], [3])),
      isName,
    )
  })
}

test.each([
  ['a wrong letter', 'Ofalys', 'I met Odalys.', ['odaly']],
  ['a missing letter', 'Odlys', 'I met Odalys.', ['odaly']],
  ['a letter too much', 'Oddalys', 'I met Odalys.', ['odaly']],
  ['two exchanged letters', 'Odayls', 'I met Odalys.', ['odaly']],
  ['the last letter', 'Benjamim', 'Benjamin came.', ['benjamin']],
  ['accents', 'Bjrön', 'Wir trafen Björn.', ['bjorn', 'bjoern']],
  ['Russian', 'Светлнаа', 'Я видел, как Светлана пришла.', ['светлан']],
  ['Greek', 'Νικαλος', 'Ο Νίκλαος ήρθε.', ['νικλαος']],
  ['four letters', 'Aqib', 'Akib and I talked.', ['akib']],
  ['another first letter', 'Idalys', 'I met Odalys.', []],
  ['two mistakes', 'Ofallys', 'I met Odalys.', []],
  ['three letters', 'Jom', 'I met Jon.', []],
  ['a spelling of three letters', 'Joan', 'I met Jon.', []],
  ['a word without a capital letter', 'John', 'I want to join.', []],
  ['of two names, neither', 'Maris', 'Maria saw Marit.', []],
  ['a place with a number', 'ERR_41', 'It says ERR_42.', []],
])('[R7] a name that was never said is sought as the conversation spells it: %s', (_, word, text, expected) => {
  expect(spelledAs(word, [text])).toEqual(expected)
})

test.each([
  ['a word', 'vilin', 'my violin', ['violin']],
  ['a form of it', 'volunterring', 'I volunteer there.', ['volunteer']],
  ['a short word', 'bank', 'a band', []],
  ['a word that its form alone makes near', 'banker', 'in the bank', []],
])('[R7] so is %s, from five letters on', (_, word, text, expected) => {
  expect(spelledAs(word, [text], false)).toEqual(expected)
})

test('[R7] of the words that were never said, three are sought, names first', () => {
  const terms = queryTerms('purple violins hidden somewhere near Odayls')
  const near = nearTerms(
    terms,
    terms.map((_, at) => at),
    new Set([terms.length - 1]),
  )
  expect(near.map(({ term }) => term.word)).toEqual(['odayls', 'purple', 'violins'])
})

const user = (content: string) => ({ role: 'user', content })
const assistant = (content: string) => ({ role: 'assistant', content })
const search = (q: string, more: object = {}) => daemon.client.call('searchMessages', { query: { q, ...more } })

test('[R7] a search finds a word that the query misspells, in the index and before, and the right one first', async () => {
  const session = await daemon.openSession({})
  await session.append([user('The gyroscope is in the attic.'), user('The telescope is not.')])
  const found = async (q: string) => (await search(q, { sessionId: session.id })).hits.map(({ seq }) => seq)
  expect(await found('gyrosocpe')).toEqual([1])
  await indexPending(daemon.ports)
  expect(await found('gyrosocpe')).toEqual([1])
  expect(await found('gyrosocpe attic')).toEqual([1])
  expect(await found('microphone')).toEqual([])
  await session.append([user('A gyrosocpe, I wrote.')])
  expect(await found('gyrosocpe')).toEqual([3])
})

test('[M2] a question that misspells a name recalls what was said of it, though the question itself has the same mistake', async () => {
  const session = await daemon.openSession({ contextSize: '8K', policy: { makeRoom: 'evict' } })
  await session.append([user('Hello.'), assistant('Your sister Odalys keeps her violin in the blue cabinet.')])
  for (let at = 0; at < 10; at++)
    await session.append([user(`Go on, ${at}.`), assistant(`${at}: ${'The harbor was quiet and gray. '.repeat(120)}`)])
  const added = async (question: string) => {
    const [{ seq = 0 } = {}] = (await session.append([user(question)])).messages
    await session.context('openai')
    const { recalls } = await session.call('listRecalls', { query: { seq } } as never)
    return recalls.flatMap(({ excerpts }) => excerpts.map((one) => one.seq))
  }
  expect(await added('Where does Odayls keep her instrument?')).toEqual([2])
  expect(await added('Where does Miriam keep her instrument?')).toEqual([])
})
