import { createHash } from 'node:crypto'

/** Creates huge tool results. The same number gives the same result. */

const LINE = 'INFO  worker finished batch; rows written to the warehouse table, retries none, queue depth steady\n'

/** Returns a call and its result of about `bytes` bytes, as OpenAI messages in JSON. */
export function giantRound(number: number, bytes: number): { texts: string[]; digest: string } {
  const callId = `call_${number}`
  const lines: string[] = []
  for (let size = 0, line = 0; size < bytes; line++) {
    const text = `${number}.${line} ${LINE}`
    lines.push(text)
    size += text.length
  }
  const call = {
    id: callId,
    type: 'function',
    function: { name: 'read_log', arguments: JSON.stringify({ path: `logs/${number}.log` }) },
  }
  const texts = [
    JSON.stringify({ role: 'assistant', content: `I read log ${number} of the nightly run.`, tool_calls: [call] }),
    JSON.stringify({ role: 'tool', tool_call_id: callId, content: lines.join('') }),
  ]
  return { texts, digest: digestOf(texts[1]!) }
}

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
