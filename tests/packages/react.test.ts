/** The hook in the real React, in strict mode, against a daemon. */
import { act, createElement, StrictMode, type ReactElement } from 'react'
import { create } from 'react-test-renderer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../packages/client/src/index.js'
import { PalimpsestProvider, useBudget, type BudgetState } from '../../packages/react/src/index.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { until } from '../support/until.js'

let daemon: Daemon
beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

/** Renders a component that shows a budget, with the key of a viewer. */
async function shown(sessionId: string, key: string) {
  const seen: BudgetState[] = []
  function Show({ id }: { id: string }): ReactElement {
    const state = useBudget(id)
    seen.push(state)
    return createElement('p', null, state.budget?.used ?? '…')
  }
  const client = createClient({ baseUrl: daemon.url, apiKey: key })
  const tree = (id: string) =>
    createElement(StrictMode, null, createElement(PalimpsestProvider, { value: client }, createElement(Show, { id })))
  const view = await act(() => create(tree(sessionId)))
  const reaches = (what: string, holds: (state: BudgetState) => boolean) =>
    until(what, async () => {
      await act(() => new Promise((resolve) => setImmediate(resolve)))
      return holds(seen.at(-1)!)
    })
  return { seen, view, reaches, show: (id: string) => act(() => view.update(tree(id))) }
}

test('[10.2] the hook shows the budget as it is, then every change, then another session, and ends with a deletion', async () => {
  const { app, viewer } = await daemon.newApp()
  const open = () => daemon.openSession({ contextSize: '8K' }, { key: app })
  const [session, other] = [await open(), await open()]
  await session.append([{ role: 'user', content: 'one '.repeat(100) }])
  const { seen, reaches, view, show } = await shown(session.id, viewer)
  expect(seen[0]).toEqual({ budget: null, connection: 'connecting', error: null })
  await reaches('the first budget', ({ budget, connection }) => budget !== null && connection === 'live')
  const first = seen.at(-1)!.budget!
  expect(first).toMatchObject({ limit: 6_800, used: (await session.contextStatus()).used })
  await session.append([{ role: 'assistant', content: 'two '.repeat(500) }])
  await reaches('the new budget', ({ budget }) => budget!.used > first.used)
  expect(seen.at(-1)!.budget).toMatchObject({ used: (await session.contextStatus()).used })
  expect(view.toJSON()).toMatchObject({ children: [String(seen.at(-1)!.budget!.used)] })
  show(other.id)
  await reaches('the budget of the other session', ({ budget }) => budget?.used === 0)
  await daemon.client.as(app).call('deleteSession', { params: { sessionId: other.id } })
  await reaches('the end', ({ connection }) => connection === 'ended')
  expect(seen.at(-1)!.error?.message).toContain('was deleted')
  act(() => view.unmount())
})

test('[13] the hook reports a refusal, and needs a provider', async () => {
  const { reaches, seen, view } = await shown('ses_unknown', 'wrong')
  await reaches('the refusal', ({ connection }) => connection === 'ended')
  expect(seen.at(-1)).toMatchObject({ budget: null, error: { status: 401 } })
  act(() => view.unmount())
  const Alone = () => createElement('p', null, useBudget('ses_1').connection)
  expect(() => act(() => void create(createElement(Alone)))).toThrow('PalimpsestProvider')
})
