import { useEffect, useMemo, useState } from 'preact/hooks'
import type { CutMark } from '../budget/log.js'
import { diffEntries, runsOfDiff } from '../budget/diff.js'
import { formatInteger, formatShare, formatTime, pluralize } from '../parts/format.js'
import { Empty, Fault, Loading } from '../parts/notices.js'
import { Original } from '../messages/original.js'
import { readCut, useBudgetLog, type CutReport } from '../state/budget.js'
import { addressOf } from '../state/route.js'
import type { SessionProps } from '../state/session.js'
import { useRead } from '../state/use-read.js'
import type { Entry } from '../strip/cells.js'
import { CHANGES, DiffTable, nameOf } from './diff-table.js'
import { CUT_WORDS } from '../parts/words.js'

/** The cuts of a session, and what a cut changed: the contexts before and after it, entry by entry. */
export function DiffView({ version, ...session }: SessionProps & { version: number | null }) {
  const { log, isRead, fault, reload } = useBudgetLog(session)
  const cuts = useMemo(() => log.cuts.toReversed(), [log])
  // Without a choice, the newest cut is shown; it stays chosen when another is made.
  const [first, setFirst] = useState<number | null>(null)
  const newest = cuts[0]?.version ?? null
  useEffect(() => {
    if (first === null) setFirst(newest)
  }, [newest, first])
  const chosen = version ?? first
  if (cuts.length === 0) {
    if (fault !== null) return <Fault text={fault} retry={reload} />
    if (!isRead) return <Loading what="the cuts" />
    return <Empty title="No cuts yet.">Nothing left this context: it only grew at its end.</Empty>
  }
  return (
    <div class="diff-view">
      <nav class="cut-list" aria-label="Cuts, newest first">
        {fault !== null && <Fault text={fault} retry={reload} />}
        <CutList sessionId={session.sessionId} cuts={cuts} chosen={chosen} />
      </nav>
      {chosen !== null && (
        <CutDetails key={chosen} {...session} version={chosen} cut={cuts.find((cut) => cut.version === chosen)} />
      )}
    </div>
  )
}

/** Rows added by one click. */
const PAGE = 100

function CutList({ sessionId, cuts, chosen }: { sessionId: string; cuts: readonly CutMark[]; chosen: number | null }) {
  const [shown, setShown] = useState(PAGE)
  return (
    <>
      <ul>
        {cuts.slice(0, shown).map((cut) => (
          <li key={cut.version}>
            <a
              href={addressOf({ view: 'session', sessionId, tab: 'cuts', item: String(cut.version) })}
              {...(cut.version === chosen && { 'aria-current': 'true' as const })}
            >
              <b>{CUT_WORDS[cut.kind]}</b>
              <span>
                #{formatInteger(cut.message)} · {formatInteger(cut.tokensBefore)} → {formatInteger(cut.tokensAfter)}{' '}
                tokens
              </span>
            </a>
          </li>
        ))}
      </ul>
      {cuts.length > shown && (
        <button type="button" onClick={() => setShown(shown + PAGE)}>
          Show more
        </button>
      )}
    </>
  )
}

function CutDetails({ client, sessionId, version, cut }: SessionProps & { version: number; cut: CutMark | undefined }) {
  const { data, fault, again } = useRead(
    (signal) => readCut({ client, sessionId }, { version, words: true }, signal),
    [client, sessionId, version],
  )
  return (
    <section class="cut-details" aria-labelledby="cut-title">
      <h2 id="cut-title">
        {cut ? `${CUT_WORDS[cut.kind]}: ${cut.reason}` : `Cut of version ${formatInteger(version)}`}
        {data && (
          <small>
            {' '}
            {formatInteger(data.before.tokens)} → {formatInteger(data.after.tokens)} tokens
          </small>
        )}
      </h2>
      {cut && (
        <p class="facts">
          <time dateTime={cut.at}>{formatTime(cut.at)}</time> · {pluralize(cut.removedBlocks, 'block')} removed or
          replaced
          {data && arrivedWith(data)}
        </p>
      )}
      {fault !== null && <Fault text={fault} retry={again} />}
      {data === null && fault === null && <Loading what="both contexts" />}
      {data && <Diff client={client} sessionId={sessionId} report={data} />}
    </section>
  )
}

/** Messages that came with the cut are in the context after it only. */
function arrivedWith({ before, after }: CutReport): string {
  const count = after.seq - before.seq
  return count <= 0 ? '' : ` · ${pluralize(count, 'message')} came with it`
}

function Diff({ client, sessionId, report }: SessionProps & { report: CutReport }) {
  const { before, after, unchanged, cuts } = report
  const [opened, setOpened] = useState<number | null>(null)
  const rows = useMemo(() => diffEntries(before.entries as Entry[], after.entries as Entry[]), [report])
  const runs = useMemo(() => runsOfDiff(rows), [rows])
  const first = rows.find(({ change }) => change !== 'kept')
  return (
    <>
      {cuts.length > 1 && (
        <p class="hint">
          Made together, so shown together:{' '}
          {cuts.map(({ kind, reason }) => `${CUT_WORDS[kind]} (${reason})`).join('; ')}.
        </p>
      )}
      <p>
        A prompt cache keeps <b>{formatInteger(unchanged.tokens)}</b> of {formatInteger(after.tokens)} tokens,{' '}
        {formatShare(after.tokens === 0 ? 1 : unchanged.tokens / after.tokens)}: the first{' '}
        {unchanged.entries === 1 ? 'entry is' : `${formatInteger(unchanged.entries)} entries are`} unchanged
        {first === undefined
          ? '.'
          : `, then ${nameOf((first.before ?? first.after)!)} was ${CHANGES[first.change].title}.`}
      </p>
      <div class="diff-columns">
        <DiffTable report={report} runs={runs} opened={opened} onMessage={setOpened} sessionId={sessionId} />
        {opened !== null && (
          <aside class="original" aria-label="Original message" aria-live="polite">
            <Original key={opened} client={client} sessionId={sessionId} seq={opened} />
          </aside>
        )}
      </div>
    </>
  )
}
