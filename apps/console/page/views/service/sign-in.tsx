// The first page: asks for an API key, tries it, and keeps it for as long as the tab is open.
import { useLayoutEffect, useRef } from 'preact/hooks'
import { health } from '../../api.ts'
import { withKey } from '../../calls.ts'
import { Problem, useAct } from '../../parts/loaded.tsx'
import { Field, valuesOf } from '../../parts/pieces.tsx'
import { endedBecause, signIn, storage } from '../../session.ts'

export function SignIn() {
  const { busy, problem, act } = useAct()
  const told = problem ?? (busy ? null : endedBecause.value)
  const field = useRef<HTMLInputElement>(null)
  // The title of the page before names a user.
  useLayoutEffect(() => {
    document.title = 'Palimpsest'
    field.current?.focus()
  }, [])
  const submit = (event: SubmitEvent) => {
    const key = (valuesOf(event).key ?? '').trim()
    act(async () => {
      await health(withKey(key))
      signIn(key)
    })
  }
  return (
    <main class="sign-in">
      <div class="card">
        <h1 class="wordmark">Palimpsest</h1>
        <p class="lead">See what your agents remember, where it came from, and what it replaced.</p>
        <form onSubmit={submit}>
          <Field
            label="API key"
            hint="The service prints one when it first starts. Where it is lost, start it with BOOTSTRAP_API_KEY set to a key of your own."
          >
            <input
              ref={field}
              name="key"
              type="password"
              autocomplete="off"
              required
              spellcheck={false}
            />
          </Field>
          {told && <Problem message={told} />}
          <button type="submit" class="primary" disabled={busy}>
            {busy ? 'Looking…' : 'Sign in'}
          </button>
        </form>
        <p class="hint">
          {storage
            ? 'The key stays in this tab and is gone when you close it.'
            : 'This browser lets the page keep nothing: the key is gone when you reload or leave it.'}
        </p>
      </div>
    </main>
  )
}
