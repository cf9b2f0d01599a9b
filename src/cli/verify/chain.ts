import { createHash } from 'node:crypto'

/** A hash chain over the messages of a session: each link depends on every message before it. A link that someone noted earlier proves
 * that the messages up to it are the same today. */
export class MessageChain {
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
