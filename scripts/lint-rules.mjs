// The project's own lint rules, loaded by oxlint (.oxlintrc.json). A rule is a list of selectors with what to do instead.

/** Object.assign does not see that members are readonly. */
const SESSION = ['[arguments.0.name="session"]', '[arguments.0.object.name="tx"][arguments.0.property.name="session"]']
const ASSIGN = 'CallExpression[callee.object.name="Object"][callee.property.name="assign"]'

/** Name of a rule → selector → message. */
const RULES = {
  'session-writes': Object.fromEntries(
    SESSION.map((target) => [ASSIGN + target, 'A session changes by `tx.change` only.']),
  ),
  'process-env': {
    'MemberExpression[object.name="process"][property.name="env"]':
      'Only entry points read process.env and pass it to config.ts.',
  },
  'combined-signals': {
    'MemberExpression[object.name="AbortSignal"][property.name="any"]':
      'Long-lived signals keep every combined one in Node 20; use withAnySignal.',
  },
  'pure-domain': {
    AwaitExpression: 'The domain is pure: no await.',
    'CallExpression[callee.object.name="Math"][callee.property.name="random"]': 'The domain is pure: no randomness.',
    'CallExpression[callee.object.name="Date"][callee.property.name="now"]': 'The domain is pure: no clock.',
    'NewExpression[callee.name="Date"][arguments.length=0]': 'The domain is pure: no clock.',
  },
}

function rule(messages) {
  const create = (context) =>
    Object.fromEntries(
      Object.entries(messages).map(([selector, message]) => [selector, (node) => context.report({ node, message })]),
    )
  return { create }
}

export default {
  meta: { name: 'palimpsest' },
  rules: Object.fromEntries(Object.entries(RULES).map(([name, messages]) => [name, rule(messages)])),
}
