import { expect, test } from 'vitest'
import { makeLog } from '../../src/log.js'
import { failureLog } from '../../src/queue/failure-log.js'
import { capturedLines } from '../support/captured-log.js'

test('[13] while a server is down, each of its connections logs a line every 30 s, not one for each attempt', () => {
  const captured = capturedLines()
  let ms = 0
  const listeners = ['producer', 'worker'].map((role) =>
    failureLog(makeLog('trace', captured), 'connection failed', { role }, () => ms),
  )
  for (; ms < 60_000; ms += 100) for (const failed of listeners) failed(new Error('refused'))
  captured.close()
  expect(captured.lines.map((line) => (JSON.parse(line) as { role: string }).role)).toEqual([
    ...['producer', 'worker'],
    ...['producer', 'worker'],
  ])
})
