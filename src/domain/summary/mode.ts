import { touchesOf } from '../anchors/artifacts.js'
import { isShell } from '../shell/shell-files.js'
import type { Mode } from '../session/policy.js'
import type { SourceMessage } from '../source/types.js'

/** Returns the mode in which a span is summarized. A session in the default mode that changes files or runs commands is
 * coding, whatever the app named it. [G5] */
export function modeOf(mode: Mode, source: readonly SourceMessage[]): Mode {
  if (mode !== 'ASSISTANT') return mode
  const runs = source.some(({ parts }) => parts.some((part) => part.kind === 'call' && isShell(part.name)))
  return runs || touchesOf(source).length > 0 ? 'DEVELOPER' : mode
}
