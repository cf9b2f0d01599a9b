import type { SeqRange } from '../../domain/message.js'
import type { RecallRecord } from '../../domain/recall/recall.js'
import type { Session } from '../../domain/session/session.js'
import type { Page } from './store-records.js'

/** Parts of the store port for recall. [M1]–[M9] */

/** Where a session recalls from besides its own messages. */
export interface RecallSources {
  /** Sessions whose rows have messages that this one shares, and which ones. */
  shared: { sessionId: string; seqs: SeqRange[] }[]
  /** Other sessions of the app with the same scope, newest first. */
  others: string[]
}

export interface RecallStore {
  /** @param scope null: none */
  recallSources(session: Pick<Session, 'id' | 'appId'>, scope: string | null): Promise<RecallSources>
  /** Returns decisions, newest first. */
  recalls(sessionId: string, page: Page & { seq?: number | undefined }): Promise<RecallRecord[]>
}

export interface RecallTx {
  /** Records a decision. Throws if the message has one. */
  insertRecall(record: RecallRecord): Promise<void>
}
