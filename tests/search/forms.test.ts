import { expect, test } from 'vitest'
import { excerptOf } from '../../src/domain/search/excerpt.js'
import { foldWord, stemWord } from '../../src/domain/search/fold.js'
import { wordsOf } from '../../src/domain/search/words.js'

/** The endings, accents and identifiers that search reads, each with an example. */

const stem = (word: string) => stemWord(foldWord(word)[0]!)

test.each([
  ['истор', 'истории историй историями'],
  ['пол', 'поле поля полей полем полями полях полям'],
  ['стол', 'стол стола столу столом столов столами столах столам столы'],
  ['нов', 'новый нового новому новыми новых новой новая новое новые новую'],
  ['син', 'синий синего синему синими синих синей синяя синее синие синюю'],
  ['музе', 'музеев музея музею'],
  ['ноч', 'ночь ночью ночи'],
])('[R7] %s is the form of: %s', (form, words) => {
  for (const word of words.split(' ')) expect([word, stem(word)]).toEqual([word, form])
})

test.each([
  ['читать', 'чита'],
  ['дом', 'дом'],
  ['Ёлка', 'елк'],
  ['café', 'cafe'],
  ['Ωμέγα', 'ωμεγα'],
  ['running', 'run'],
  ['ΑΒΓ', 'αβγ'],
  ['dies', 'die'],
  ['rows2', 'rows2'],
])('[R7] the form of %s is %s', (word, form) => {
  expect(stem(word)).toBe(form)
})

/** Runs of over 40 characters, because the pieces of shorter ones are remembered. */
test.each([
  ['packages/billing-service/src/invoices/totals.ts:120:7', 'billing service invoices totals totals.ts 120 7'],
  ['C:\\Users\\accounting\\documents\\invoices\\totals.xlsx', 'accounting documents totals.xlsx'],
  ['maximum_number_of_concurrent_database_connections', 'maximum concurrent connections'],
  ['MAXIMUM_NUMBER_OF_CONCURRENT_DATABASE_CONNECTIONS', 'maximum concurrent connections'],
  ['maximumNumberOfConcurrentDatabaseConnections', 'maximum concurrent connections'],
  ['calculateSha256ChecksumOfEveryUploadedDocument', 'sha256 checksum document'],
  ['parseXMLDocumentsAndHTTPResponsesInParallelBatches', 'xml http responses'],
  ['IPAdressenverwaltungsprogrammschnittstellen', 'ip adressenverwaltungsprogrammschnittstellen'],
  ['InvoiceServiceFactory$MonthlyTotals$builderOfTables', 'totals builder'],
  ['accounts$monthlytotals$builderofallthetables', 'accounts monthlytotals'],
  ['sha256Checksumofeveryuploadeddocumentinafolder', 'sha256'],
  ['maximum_number_of_connections__/billing_of_shops', 'maximum_number_of_connections'],
  ['com.example.billing.invoices.service-monthly-totals', 'example billing monthly'],
  ['billing/__maximum_number_of_concurrent_connections__', 'maximum_number_of_concurrent_connections'],
  ['__maximum_number_of_concurrent_connections__', 'maximum_number_of_concurrent_connections'],
  ['$maximum_number_of_concurrent_connections$', 'maximum_number_of_concurrent_connections'],
])('[R7] %s is found by: %s', (run, words) => {
  const terms = [...wordsOf(run)].flatMap((word) => word.terms)
  for (const word of words.split(' ')) expect(terms).toContain(stemWord(word))
})

test('[R7] an excerpt begins and ends between words', () => {
  const text = Array.from({ length: 80 }, (_, at) => (at === 40 ? 'needle' : `hay${at}stack`)).join(' ')
  const start = text.indexOf('needle')
  const passage = { part: 0, text, start: 0, isJson: false, name: null }
  const occurrences = [{ term: 0, word: 40, start, end: start + 6 }]
  const excerpt = excerptOf({ passage, occurrences }, [1], 203).text
  for (const word of excerpt.trim().split(' ')) expect(word).toMatch(/^(?:needle|hay\d+stack)$/)
  expect(text).not.toBe(excerpt)
})
