import type { QueryTerm } from '../../domain/search/query.js'
import { nearSpellings, nearTerms, type NearTerm } from '../../domain/search/misspelled.js'
import { rankPassage, termWeights, type Ranked } from '../../domain/search/rank.js'
import type { Passage } from '../../domain/search/passages.js'
import { pauseWhenDue } from '../../ports/pause.js'
import type { FoundPassage, Ports, RecallSources, SearchScope } from '../../ports/ports.js'
import { unindexedPassages, type Unindexed } from './unindexed-passages.js'

type Needs = Pick<Ports, 'store'>

/** What a search looks for, where, and what it counts. */
export interface Wanted {
  scope: SearchScope
  terms: readonly QueryTerm[]
  /** Messages of the session that the index may have under another one: a fork has them there from the start. */
  shared?: RecallSources['shared']
  /** Returns those of the found passages that the caller uses, as it uses them. */
  usable?: (found: readonly FoundPassage[]) => FoundPassage[]
  /** Terms that may be misspelled, and those of them that name someone or something. A term that no usable passage has is then sought in other
   * spellings. Absent: any term may, and none is a name. */
  misspelled?: { terms: readonly number[]; names: readonly number[] }
}

/** The usable passages that have any of the terms. */
export interface FoundPassages {
  /** Of the query, some with other spellings of their words. */
  terms: readonly QueryTerm[]
  /** Weights of the terms: rare ones say more. */
  weights: number[]
  ranked: Ranked<FoundPassage>[]
  waiting: Unindexed['waiting']
  read: Unindexed['read']
}

/** Finds passages in the index and in messages that wait for it. Words that none of them has are sought in other spellings. [R7] */
export async function foundPassages({ store }: Needs, wanted: Wanted): Promise<FoundPassages> {
  const { scope, terms, shared = [] } = wanted
  const unindexed = await unindexedPassages({ store }, scope, shared)
  const found = await findOnce({ store }, wanted, unindexed.passages)
  const { waiting, read } = unindexed
  const better = await withOtherSpellings({ store }, wanted, found, unindexed.passages)
  const last = better === terms ? found : await findOnce({ store }, { ...wanted, terms: better }, unindexed.passages)
  return { ...last, terms: better, waiting, read }
}

type Once = Pick<FoundPassages, 'ranked' | 'weights'>

async function findOnce(
  { store }: Needs,
  { scope, terms, usable = (found) => [...found] }: Wanted,
  rest: Unindexed['passages'],
): Promise<Once> {
  const indexed = await store.findPassages(scope, terms)
  const added = terms.map(({ spellings, starts, pairs }) => {
    const has = (term: string) => spellings.includes(term) || starts.some((start) => term.startsWith(start))
    return rest.filter(
      (passage) => passage.terms.some(has) || pairs.some((pair) => pair.every((one) => passage.terms.includes(one))),
    ).length
  })
  const { passages, frequencies } = indexed.collection
  const weights = termWeights({
    passages: passages + rest.length,
    frequencies: frequencies.map((count, term) => count + added[term]!),
  })
  return { ranked: await rankAll(usable([...indexed.passages, ...rest]), terms, weights), weights }
}

/** Returns the same terms, or a copy in which those that no passage has are spelled as the conversation spells them. */
async function withOtherSpellings(
  { store }: Needs,
  wanted: Wanted,
  { ranked }: Once,
  rest: Unindexed['passages'],
): Promise<readonly QueryTerm[]> {
  const { terms, misspelled = { terms: terms.map((_, at) => at), names: [] } } = wanted
  const said = new Set(ranked.flatMap(({ occurrences }) => occurrences.map(({ term }) => term)))
  const absent = misspelled.terms.filter((term) => !said.has(term))
  const near = nearTerms(terms, absent, new Set(misspelled.names))
  const spelled = await Promise.all(near.map((one) => spellingsOf({ store }, wanted, one, rest)))
  if (spelled.every((spellings) => spellings.length === 0)) return terms
  const others = new Map(near.map(({ at }, index) => [at, spelled[index]!]))
  return terms.map((term, at) => ({ ...term, spellings: [...term.spellings, ...(others.get(at) ?? [])] }))
}

async function spellingsOf(
  ports: Needs,
  wanted: Wanted,
  { term, isName }: NearTerm,
  rest: Unindexed['passages'],
): Promise<string[]> {
  const { ranked } = await findOnce(ports, { ...wanted, terms: [term] }, rest)
  return nearSpellings(ranked, isName)
}

/** Ranks passages one by one: hundreds of long ones take longer than other requests may wait. [T1] */
async function rankAll<P extends Passage>(
  passages: readonly P[],
  terms: readonly QueryTerm[],
  weights: readonly number[],
): Promise<Ranked<P>[]> {
  const all: Ranked<P>[] = []
  for (const passage of passages) {
    await pauseWhenDue()
    all.push(rankPassage(passage, terms, weights))
  }
  return all
}
