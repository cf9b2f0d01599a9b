import type { ArchiveRecord, ArchiveRecords } from '../../domain/archive/archive.js'
import type { ArchiveFile } from '../../http/transfer/read-archive.js'
import { checkMessage } from '../../app/transfer/check-message.js'
import type { Findings } from './findings.js'
import { createHash } from 'node:crypto'

/** What the checks need of an export: a few bytes of each message, and the records about them. */

export interface MessageFacts {
  digest: string
  state: ArchiveRecords['messages']['state']
  parts: number
  pinned: boolean
}
export interface Records {
  sessionId: string
  model: string
  /** Messages that the session says it has. */
  lastSeq: number
  /** Message `seq` is at `seq - 1`. */
  messages: MessageFacts[]
  chain: MessageChain
  firstAt: Date | null
  lastAt: Date | null
  checkpoints: ArchiveRecords['checkpoints'][]
  cuts: ArchiveRecords['cuts'][]
  reductions: ArchiveRecords['reductions'][]
  recalls: ArchiveRecords['recalls'][]
  standing: ArchiveRecords['standing'][]
  ledger: ArchiveRecords['ledger'][]
  snapshots: ArchiveRecords['snapshots'][]
  moments: { version: number; startSeq: number }[]
  compressionIds: Set<string>
  /** Link of the chain after a message that was asked for; null: the file does not have it. */
  linkAt: string | null
}

/** Reads an export and checks each message: its number, its exact text against its digest, and its parts.
 * @param linkAt number of the message whose link is wanted; 0: none */
export async function collect({ head, records }: ArchiveFile, findings: Findings, linkAt: number): Promise<Records> {
  const { id, model, lastSeq } = head.session
  const found: Records = {
    ...{ sessionId: id, model, lastSeq, messages: [], chain: new MessageChain(id), firstAt: null, lastAt: null },
    ...{ checkpoints: [], cuts: [], reductions: [], recalls: [], standing: [], ledger: [], snapshots: [], moments: [] },
    ...{ compressionIds: new Set<string>(), linkAt: null },
  }
  try {
    for await (const record of records) await take(record, found, findings, linkAt)
  } catch (error) {
    // The rest of the file is unknown, so what follows is compared with less.
    findings.add('file', null, error instanceof Error ? error.message : String(error))
  }
  if (found.messages.length !== lastSeq)
    findings.add('file', null, `The session has ${lastSeq} messages, the file ${found.messages.length}.`)
  return found
}

async function take(record: ArchiveRecord, found: Records, findings: Findings, linkAt: number): Promise<void> {
  switch (record.section) {
    case 'messages':
      return takeMessage(record.value, found, findings, linkAt)
    case 'checkpoints':
      return void found.checkpoints.push(record.value)
    case 'cuts':
      return void found.cuts.push(record.value)
    case 'reductions':
      return void found.reductions.push(record.value)
    case 'recalls':
      return void found.recalls.push(record.value)
    case 'standing':
      return void found.standing.push(record.value)
    case 'ledger':
      return void found.ledger.push(record.value)
    case 'snapshots':
      return void found.snapshots.push(record.value)
    case 'moments':
      return void found.moments.push({ version: record.value.version, startSeq: record.value.startSeq })
    case 'compressions':
      return void found.compressionIds.add(record.value.id)
    case 'goals':
    case 'goalActs':
    case 'replacedPrompts':
      return
  }
}

async function takeMessage(
  message: ArchiveRecords['messages'],
  found: Records,
  findings: Findings,
  linkAt: number,
): Promise<void> {
  const seq = found.messages.length + 1
  await checkMessage(message, seq).catch((error: unknown) =>
    findings.add('messages', seq, error instanceof Error ? error.message : String(error)),
  )
  const { digest, state, shape, pin, pinned, createdAt } = message
  found.messages.push({ digest, state, parts: shape.length, pinned: pin ?? pinned })
  found.chain.add(message)
  if (seq === linkAt) found.linkAt = found.chain.head
  found.firstAt ??= createdAt
  found.lastAt = createdAt
}

/** A hash chain over the messages of a session: each link depends on every message before it. A link that someone noted earlier proves
 * that the messages up to it are the same today. */
class MessageChain {
  private link: string

  constructor(sessionId: string) {
    this.link = sha256(`palimpsest message chain 1\n${sessionId}`)
  }

  /** The newest link, as lower-case hex SHA-256. */
  get head(): string {
    return this.link
  }

  add({ seq, role, digest, createdAt }: { seq: number; role: string; digest: string; createdAt: Date }): void {
    this.link = sha256([this.link, seq, role, createdAt.toISOString(), digest].join('\n'))
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
