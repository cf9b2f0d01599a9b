import { meaningOf } from '../context/rules.js'

/** The id of a rule, with its meaning where the pointer rests. */
export function RuleCode({ rule }: { rule: string }) {
  const meaning = meaningOf(rule)
  return meaning === '' ? (
    <code>{rule}</code>
  ) : (
    <abbr class="rule" title={meaning}>
      {rule}
    </abbr>
  )
}
