import { render } from 'preact'
import { openFromAddress } from './state/connection.js'
import { followAddress } from './state/route.js'
import './styles/base.css'
import './styles/parts.css'
import './styles/sessions.css'
import './styles/session.css'
import './styles/prompt.css'
import './styles/savings.css'
import './styles/records.css'
import './styles/time.css'
import { App } from './views/app.js'

// The key leaves the address before anything else reads it.
openFromAddress()
followAddress()
render(<App />, document.getElementById('app')!)
