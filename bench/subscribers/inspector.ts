import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { WebSocket } from 'ws'
import type { EntryProcess } from '../support/entry-process.js'

/** Environment of a process whose heap can be read. */
export const INSPECTED = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

/** Returns the live heap of the process in bytes, after a full collection. */
export function liveHeapBytes(inspected: EntryProcess): Promise<number> {
  return withInspector(inspected, async ({ call }) => {
    await call('HeapProfiler.collectGarbage')
    const { usedSize } = await call<{ usedSize: number }>('Runtime.getHeapUsage')
    return usedSize
  })
}

/** Writes a heap snapshot of the process, which the developer tools of Chrome open. The process pauses for seconds. */
export function writeHeapSnapshot(inspected: EntryProcess, path: string): Promise<void> {
  return withInspector(inspected, async ({ call, onEvent }) => {
    const file = createWriteStream(path)
    onEvent('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => file.write(chunk))
    await call('HeapProfiler.takeHeapSnapshot')
    file.end()
    await finished(file)
  })
}

interface Inspector {
  call<T>(method: string): Promise<T>
  onEvent(method: string, listener: (params: Record<string, string>) => void): void
}
interface Frame {
  id?: number
  result: unknown
  method?: string
  params: Record<string, string>
}

async function withInspector<T>(inspected: EntryProcess, use: (inspector: Inspector) => Promise<T>): Promise<T> {
  const url = inspected.inspectorUrl
  if (url === undefined) throw new Error('the process was not started with an inspector')
  const socket = new WebSocket(url, { maxPayload: 0 })
  const answers = new Map<number, (result: unknown) => void>()
  const listeners = new Map<string, (params: Record<string, string>) => void>()
  let last = 0
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as Frame
    if (frame.id !== undefined) answers.get(frame.id)?.(frame.result)
    else if (frame.method !== undefined) listeners.get(frame.method)?.(frame.params)
  })
  try {
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    return await use({
      call: (method) =>
        new Promise((resolve) => {
          answers.set(++last, (result) => resolve(result as never))
          socket.send(JSON.stringify({ id: last, method }))
        }),
      onEvent: (method, listener) => listeners.set(method, listener),
    })
  } finally {
    socket.close()
  }
}
