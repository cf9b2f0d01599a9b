import { useState } from 'preact/hooks'
import { issuerPage, rememberView, signIn } from '../state/connection.js'

export function SignIn({ fault, isChecking }: { fault: string | null; isChecking: boolean }) {
  const [key, setKey] = useState('')
  return (
    <main class="center">
      <form
        class="sign-in"
        onSubmit={(event) => {
          event.preventDefault()
          void signIn(key)
        }}
      >
        <h1>Palimpsest</h1>
        {issuerPage.value !== null && (
          <>
            <p>Sign in with the account of your organization.</p>
            <a class="button" href={issuerPage.value} onClick={rememberView}>
              Sign in
            </a>
          </>
        )}
        <p>
          {issuerPage.value === null ? 'Sign in with an API key.' : 'Or with an API key.'} It is kept in this browser
          tab only, until you close it.
        </p>
        <label>
          API key
          <input
            type="password"
            name="key"
            required
            autocomplete="off"
            autofocus={issuerPage.value === null}
            spellcheck={false}
            value={key}
            aria-invalid={fault !== null}
            onInput={(event) => setKey(event.currentTarget.value)}
          />
        </label>
        {fault !== null && (
          <p class="form-fault" role="alert">
            {fault}
          </p>
        )}
        <button type="submit" class={issuerPage.value === null ? 'primary' : ''} disabled={isChecking}>
          {isChecking ? 'Checking the key …' : issuerPage.value === null ? 'Sign in' : 'Sign in with the key'}
        </button>
        <p class="hint">
          When the daemon starts, it prints the file with the admin key, such as <code>~/.palimpsest/admin-key</code>. A
          viewer key shows the sessions of its app and changes nothing.
        </p>
      </form>
    </main>
  )
}
