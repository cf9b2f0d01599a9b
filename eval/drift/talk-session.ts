import { parseMessage } from '../../src/domain/formats/index.js'
import type { LoggedConversation } from '../../src/importers/index.js'
import { toSource } from '../../src/domain/source/source.js'
import type { SourceMessage } from '../../src/domain/source/types.js'

/** A logged conversation as the drift check reads a session. */
export interface TalkSession {
  name: string
  /** Kind of program that wrote it. */
  agent: string
  /** Whether an agent works on a repository. The others are customer service and chat. */
  coding: boolean
  project: string
  /** Sessions about the same task are not foreign to each other. */
  task: string
  system: string
  messages: (SourceMessage & { human: boolean })[]
}

export function talkSession(file: string, { title, system, messages, format }: LoggedConversation): TalkSession {
  return {
    name: `${file} ${title}`,
    ...placeOf(file, title),
    system: system ?? '',
    messages: messages.map(({ value, origin }, index) => {
      const parsed = parseMessage(format, value, `messages[${index}]`)
      return {
        ...toSource(index + 1, parsed, []),
        human: parsed.role === 'user' && (origin ?? parsed.origin) === 'human',
      }
    }),
  }
}

/** Derives agent, project, and task from the name of a file. */
function placeOf(file: string, title: string): Pick<TalkSession, 'agent' | 'coding' | 'project' | 'task'> {
  const base = file.split('/').at(-1) ?? file
  const folder = file.split('/').at(-2) ?? ''
  const [, repository, issue] = /__([a-z]+)(?:-python|-code__marshmallow)?-(\d+)\./.exec(base) ?? []
  const task = repository && issue ? `${repository}-${issue}` : base
  switch (folder) {
    case 'entire-cli':
      return { agent: 'claude-code', coding: true, project: folder, task }
    case 'session-share':
      return { agent: 'claude-code', coding: true, project: base, task }
    case 'mini-swe-agent':
    case 'swe-agent':
      return { agent: folder, coding: true, project: repository ?? base, task }
    case 'pi-mono':
      return { agent: 'pi', coding: true, project: folder, task }
    default:
      return { agent: folder, coding: false, project: folder, task: title }
  }
}
