import { splitWords } from '../texts.js'
import { stemWord } from './fold.js'
import { wordsOf } from './words.js'

/** Reads what to search for. [R7] */

export interface QueryTerm {
  /** The passage has the term if it has one of these. */
  spellings: string[]
  /** A function word. It counts only if the query has nothing else. */
  isCommon: boolean
  /** A single character of a script without spaces, which starts the terms that find it. */
  isStart: boolean
}

/** Terms of one query. */
const MAX_QUERY_TERMS = 24
const STARTS_PAIR = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\u30fc]$/u

/** Returns the distinct terms of a query, at most 24, those that say most first. Empty if it has no letter or digit. */
export function queryTerms(query: string): QueryTerm[] {
  const terms = new Map<string, QueryTerm>()
  const words = [...wordsOf(query)]
  for (const [at, { start, terms: all, others }] of words.entries()) {
    // The last character of a run is part of the pair before it.
    const followsPair = words[at - 1] !== undefined && words[at - 1]!.end > start
    for (const [index, term] of all.entries()) {
      const isStart = STARTS_PAIR.test(term)
      if (isStart && followsPair) continue
      const spelled = index === 0 || all.length === 1 ? others : []
      if (!terms.has(term)) terms.set(term, { spellings: [term, ...spelled], isCommon: COMMON.has(term), isStart })
    }
  }
  const found = [...terms.values()]
  const specific = found.filter(({ isCommon }) => !isCommon)
  return (specific.length > 0 ? specific : found).slice(0, MAX_QUERY_TERMS)
}

/** Function words, folded. */
const COMMON = new Set(
  splitWords(
    [
      `a an and are as at be been but by can could did do does doing done for from had has have he her him his how i if in into is it its
    let me my no not of on or our out she should so some than that the their them then there they this these those to up us was were what when where which who whom whose us we why will with would you your about also any shall may might must s t re ve ll d m don doesn didn
    isn wasn won say said mine yours ours hers theirs`,
      `aber als am an auch auf aus bei bin bis das dass dem den der des die du ein eine einem einen einer eines er es fur haben hat ich ihr im in
    ist ja kann mit nach nicht nur oder sich sie sind so und uns von vor war was wenn wer wie wir wird wo wurde zu zum zur`,
      `и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по ее мне было вот от меня о из ему теперь был до вас или ни
    быть это был для мы их чем была сам чтоб без чего где когда кто какой какие`,
      `什么 怎么 么时 时候 为什 哪些 是什 我们 你们 他们 这个 那个 的是 是否 是不 不是 么样 多少 如何 です ます した して この その ある ない か の は が を に`,
    ].join(' '),
  ).map(stemWord),
)
