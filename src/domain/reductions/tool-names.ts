/** Names of tools in a policy: without regard to case, with or without an MCP server in front; `*` stands for any letters. */
export function toolMatcher(patterns: readonly string[]): (toolName: string) => boolean {
  if (patterns.length === 0) return () => false
  const choices = patterns.map((pattern) => pattern.toLowerCase().split('*').map(escaped).join('.*')).join('|')
  const whole = new RegExp(`^(?:${choices})$`)
  const known = new Map<string, boolean>()
  return (toolName) => {
    const before = known.get(toolName)
    if (before !== undefined) return before
    const name = toolName.toLowerCase()
    const own = name.startsWith('mcp__') ? name.slice(name.indexOf('__', 5) + 2) : name
    const matches = whole.test(name) || whole.test(own)
    known.set(toolName, matches)
    return matches
  }
}

function escaped(text: string): string {
  return text.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
}
