import type { Json } from '../../domain/message.js'
import { isObject, type JsonObject } from '../../domain/json/json.js'
import type { Answer, AnswerReader } from '../protocol.js'
import { EventReader, LineReader, type ServerEvent } from './lines.js'

/** Reads the bytes of an answer and passes its objects to the collector of a protocol. */

/** A streamed object or a whole answer: the parsed value, and its text for exact slices. */
export interface AnswerObject {
  value: JsonObject
  text: string
}

/** Collects the objects of one answer. */
export interface Collector {
  /** The end mark of the protocol has arrived, or the reason why the model stopped. */
  readonly complete: boolean
  /** Receives one streamed object. @param name of the server-sent event */
  streamed(object: AnswerObject, name: string): void
  /** Receives an answer that is not streamed. */
  whole(object: AnswerObject): void
  /** Receives a server-sent event that is no JSON object, such as `[DONE]`; absent: ignored. */
  mark?(data: string): void
  /** Returns what has arrived. */
  result(): Answer
}

/** How the objects of an answer are separated. */
export type Framing = 'events' | 'lines' | 'whole'

/** An answer over this size counts as interrupted, and the rest of it is not stored. */
const MAX_ANSWER_BYTES = 32 * 1_048_576

/** @param framing null: decided by the first character, for answers with a foreign content type */
export function answerReader(collector: Collector, framing: Framing | null): AnswerReader {
  const reader = new Reader(collector, framing)
  return {
    push: (chunk) => reader.push(chunk),
    hasEnded: () => collector.complete,
    end: (how) => reader.end(how),
  }
}

/** Returns the framing that a content type names. @param contentType in lower case */
export function framingOf(contentType: string): Framing | null {
  if (contentType.includes('event-stream')) return 'events'
  if (contentType.includes('ndjson') || contentType.includes('jsonl')) return 'lines'
  return contentType.includes('json') ? 'whole' : null
}

class Reader {
  private readonly lines = new LineReader()
  private readonly events = new EventReader()
  /** Lines of a whole answer, with their ends. */
  private readonly text: string[] = []
  private bytes = 0
  /** Too long, or nested too deep. */
  private isBroken = false

  constructor(
    private readonly collector: Collector,
    private framing: Framing | null,
  ) {}

  push(chunk: Uint8Array): void {
    this.bytes += chunk.length
    this.isBroken ||= this.bytes > MAX_ANSWER_BYTES
    if (!this.isBroken) for (const line of this.lines.push(chunk)) this.line(line)
  }

  end(how: 'complete' | 'interrupted'): Answer {
    if (!this.isBroken) {
      for (const line of this.lines.end()) this.line(line)
      const last = this.events.end()
      if (last) this.event(last)
      if (this.text.length > 0) this.object(this.text.join('\n'), (object) => this.collector.whole(object))
    }
    const answer = this.result()
    return { ...answer, complete: answer.complete && how === 'complete' && !this.isBroken }
  }

  private line(line: string): void {
    if (this.framing === null && line.trim() !== '')
      this.framing = line.trimStart().startsWith('{') ? 'whole' : 'events'
    if (this.framing === 'whole') this.text.push(line)
    else if (this.framing === 'lines') this.object(line, (object) => this.collector.streamed(object, ''))
    else {
      const event = this.events.push(line)
      if (event) this.event(event)
    }
  }

  private event({ name, data }: ServerEvent): void {
    const isObjectText = this.object(data, (object) => this.collector.streamed(object, name))
    if (!isObjectText) this.collector.mark?.(data)
  }

  /** Returns false if the text is no JSON object. */
  private object(text: string, receive: (object: AnswerObject) => void): boolean {
    const value = parsed(text)
    if (!isObject(value)) return false
    try {
      receive({ value, text })
    } catch (error) {
      // JSON nested too deep to be written again.
      if (!(error instanceof RangeError)) throw error
      this.isBroken = true
    }
    return true
  }

  private result(): Answer {
    try {
      return this.collector.result()
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      return { messages: [], complete: false }
    }
  }
}

function parsed(text: string): Json | undefined {
  if (!text.trimStart().startsWith('{')) return undefined
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
