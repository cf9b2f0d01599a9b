import type { StoredMessage } from '../../domain/message.js'
import { chosenQuotes } from '../../domain/recall/choose.js'
import { recallQuery, type RecallQuery } from '../../domain/recall/query.js'
import type { Candidate } from '../../domain/recall/candidates.js'
import { scopeOf } from '../../domain/recall/scope.js'
import { rankUnits, type RecallUnit } from '../../domain/recall/units.js'
import type { Session } from '../../domain/session/session.js'
import type { FoundPassage, Ports, RecallSources } from '../ports/ports.js'
import { foundPassages } from '../search/ranked-passages.js'
import { ownPassages } from './own-passages.js'
import { readQuotes, textOf } from './read-quotes.js'

type Needs = Pick<Ports, 'store' | 'tokenizer'>

/** Where a search looks. */
interface Reach {
  session: Session
  /** Only messages before this one. */
  beforeSeq: number
  sources: RecallSources
}

/** Returns the words of earlier messages that answer a message, best first. Empty: nothing is close enough. [M2] [M3] */
export async function findQuotes(ports: Needs, session: Session, asked: StoredMessage): Promise<Candidate[]> {
  const before = [asked.seq - 2, asked.seq - 1].filter((seq) => seq > 0)
  const [text, exchange, sources] = await Promise.all([
    textOf(asked),
    ports.store.messages(asked.sessionId, before).then((messages) => Promise.all(messages.map(textOf))),
    ports.store.recallSources(session, scopeOf(session)),
  ])
  const query = recallQuery(text, exchange)
  if (query.terms.length === 0) return []
  const reach = { session, beforeSeq: asked.seq, sources }
  const { units, weights, isKnown } = await search(ports, reach, query)
  return readQuotes(ports, session, chosenQuotes(query, units, weights, isKnown))
}

async function search(
  ports: Needs,
  { session: { id: sessionId, appId }, beforeSeq, sources }: Reach,
  { terms }: Pick<RecallQuery, 'terms'>,
): Promise<{ units: RecallUnit<FoundPassage>[]; weights: number[]; isKnown: (term: number) => boolean }> {
  const besides = [...new Set([...sources.shared.map((one) => one.sessionId), ...sources.others])]
  const { passages, weights } = await foundPassages(ports, { appId, sessionId, besides }, terms)
  const units = rankUnits(ownPassages(passages, sessionId, beforeSeq, sources), terms, weights)
  const known = new Set(units.flatMap(({ best }) => best.occurrences.map(({ term }) => term)))
  return { units, weights, isKnown: (term) => known.has(term) }
}
