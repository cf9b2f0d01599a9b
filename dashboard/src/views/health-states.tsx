import { CONDITION_TITLES, CONDITIONS, conditionOf } from '../context/condition.js'
import { formatInteger } from '../parts/format.js'
import { addressOf } from '../state/route.js'
import { sessions } from '../state/sessions.js'

/** How many sessions are in each state, in the words of all other views. */
export function StatesCard() {
  const { rows } = sessions.value
  const kinds = rows.map(({ contextStatus }) => conditionOf(contextStatus).kind)
  return (
    <section class="card" aria-labelledby="states-title">
      <h2 id="states-title">Sessions by state</h2>
      <dl class="pairs">
        {CONDITIONS.map((kind) => {
          const count = kinds.filter((one) => one === kind).length
          return (
            <div key={kind}>
              <dt>{CONDITION_TITLES[kind]}</dt>
              <dd>
                {count === 0 ? 0 : <a href={addressOf({ view: 'sessions', state: kind })}>{formatInteger(count)}</a>}
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
