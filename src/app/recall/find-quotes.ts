import type { StoredMessage } from '../../domain/message.js'
import { chosenQuotes, type FoundUnits } from '../../domain/recall/choose.js'
import { asksForTime } from '../../domain/recall/days.js'
import { askedSideFirst } from '../../domain/recall/sides.js'
import { askedPart, recallQuery, weightsOf, type RecallQuery } from '../../domain/recall/query.js'
import { hasNoCapital, namesInPassages } from '../../domain/recall/lower-case.js'
import { recalledIn, shownIn, type Candidate, type InContext } from '../../domain/recall/candidates.js'
import { scopeOf } from '../../domain/recall/scope.js'
import type { DatedMessages, NamedDate } from '../../domain/recall/dates.js'
import { rankUnits } from '../../domain/recall/units.js'
import type { Session } from '../../domain/session/session.js'
import type { FoundPassage, Ports, RecallSources } from '../../ports/ports.js'
import { foundPassages } from '../search/found-passages.js'
import { timeOf } from '../shared/time-of.js'
import { datedMessages } from './dated-messages.js'
import { quotesOfDates } from './quotes-of-dates.js'
import { withNamedDays } from './named-days.js'
import { readQuotes, textOf } from './read-quotes.js'
import { rangesInclude } from '../../domain/ranges.js'

type Needs = Pick<Ports, 'store' | 'tokenizer' | 'dates'>

/** Where a search looks. */
interface Reach {
  session: Session
  /** Only messages before this one. */
  beforeSeq: number
  sources: RecallSources
}

/** Finds the words of earlier messages that answer a message and are not in the context. [M2] [M3]
 * @returns best first; empty: nothing is close enough */
export async function findQuotes(
  ports: Needs,
  session: Session,
  asked: StoredMessage,
  context: InContext,
): Promise<Candidate[]> {
  const seqs = [asked.seq - 2, asked.seq - 1].filter((seq) => seq > 0)
  const [text, exchange, sources] = await Promise.all([
    textOf(asked).then(askedPart),
    ports.store.messages(asked.sessionId, seqs),
    ports.store.recallSources(session, scopeOf(session)),
  ])
  const { query, dates, isOfPast } = await readQuestion(ports, asked, text, exchange)
  if (query.terms.length === 0 && dates.length === 0) return []
  const reach = { session, beforeSeq: asked.seq, sources }
  const { dated, spans } = await datedMessages(ports, { sessionId: session.id, beforeSeq: asked.seq }, dates)
  const found = query.terms.length > 0 ? await search(ports, reach, query, dated) : null
  const chosen = found ? chosenQuotes({ ...query, names: found.names }, { ...found, ...seenIn(context) }) : []
  // Of a day that is asked for, what was said on it, if no word of the question was.
  const isOfDay = chosen.length === 0 && isOfPast && query.names.length === 0
  const quoted = isOfDay ? await quotesOfDates(ports, session.id, spans) : chosen
  const candidates = askedSideFirst(await readQuotes(ports, session, quoted), quoted, isOfDay ? null : query.asksOf)
  return asksForTime(text) ? withNamedDays(ports, candidates) : candidates
}

function seenIn(context: InContext) {
  return { isShown: shownIn(context), isRecalled: recalledIn(context) }
}

/** Reads what a message asks for, and the dates that a question names. Without a word about anything else, only days before this
 * one count: who asks what to do today wants to hear nothing from earlier. */
async function readQuestion(
  { dates: reader }: Needs,
  asked: StoredMessage,
  text: string,
  exchange: readonly StoredMessage[],
): Promise<{ query: RecallQuery; dates: NamedDate[]; isOfPast: boolean }> {
  const query = recallQuery(text, await Promise.all(exchange.map(textOf)))
  const before = exchange.at(-1)
  if (!query.isQuestion || !before) return { query, dates: [], isOfPast: false }
  const [askedAt, newest] = await Promise.all([timeOf(asked), timeOf(before)])
  // Those of the sentences around it are not asked for.
  const { dates } = reader.namedDates(query.question, askedAt, newest)
  if (dates.length === 0) return { query, dates, isOfPast: false }
  const { rest } = reader.namedDates(text, askedAt, newest)
  const others = { ...recallQuery(rest, []), isQuestion: true }
  const isOfPast = dates.every(({ to }) => to <= askedAt.getTime())
  return { query: others, dates: others.terms.length > 0 || isOfPast ? dates : [], isOfPast }
}

async function search(
  ports: Needs,
  { session: { id: sessionId, appId }, beforeSeq, sources }: Reach,
  query: RecallQuery,
  dated: DatedMessages,
): Promise<Omit<FoundUnits<FoundPassage>, keyof ReturnType<typeof seenIn>> & { names: number[] }> {
  const { ids, around } = query
  const besides = [...new Set([...sources.shared.map((one) => one.sessionId), ...sources.others])]
  const isAround = new Set(around)
  const {
    terms,
    ranked,
    weights: rarity,
  } = await foundPassages(ports, {
    scope: { appId, sessionId, besides },
    terms: query.terms,
    shared: sources.shared,
    usable: (found) => ownPassages(found, sessionId, beforeSeq, sources),
    misspelled: {
      terms: query.isQuestion ? query.terms.flatMap((_, at) => (isAround.has(at) ? [] : [at])) : [],
      names: query.names,
    },
  })
  const weights = weightsOf(query, rarity)
  const names = hasNoCapital(query.question)
    ? namesInPassages(ranked, terms.length).filter((term) => !isAround.has(term))
    : query.names
  const units = rankUnits(ranked, { terms, names, ids, weights, around, dated })
  const known = new Set(units.flatMap(({ best }) => best.occurrences.map(({ term }) => term)))
  return { units, weights, names, isKnown: (term) => known.has(term) }
}

/** Returns the passages that a session may recall, those of messages that it shares under its own id. Its own passages come
 * first: the same message may be in both indexes. [M2] */
function ownPassages(
  passages: readonly FoundPassage[],
  sessionId: string,
  beforeSeq: number,
  { shared, others }: RecallSources,
): FoundPassage[] {
  const own = passages.filter((one) => one.sessionId === sessionId && one.seq < beforeSeq)
  const known = new Set(own.map(keyOf))
  const theirs = passages.flatMap((one) => {
    if (one.sessionId === sessionId) return []
    const source = shared.find((other) => other.sessionId === one.sessionId)
    if (source && one.seq < beforeSeq && rangesInclude(source.seqs, one.seq))
      return known.has(keyOf(one)) ? [] : [{ ...one, sessionId }]
    return others.includes(one.sessionId) ? [one] : []
  })
  return [...own, ...theirs]
}

function keyOf({ seq, part, start }: FoundPassage): string {
  return `${seq} ${part} ${start}`
}
