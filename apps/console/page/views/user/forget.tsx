// Forgets a user, or a category of a user: says what that means, and asks for the name first.
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { categories, forget } from '../../api.ts'
import { callOf } from '../../calls.ts'
import { Failed, Problem, useAct, useLoaded } from '../../parts/loaded.tsx'
import { Field, Options, valuesOf } from '../../parts/pieces.tsx'
import { count } from '../../pure/words.ts'
import { scopeKey } from '../../route.ts'
import { dropUser } from '../../session.ts'
import type { Scope } from '../../shapes.ts'
import { type Done, ForgottenView } from './receipt.tsx'

/** `id`: the category that is selected at first. */
export function ForgetView({ scope, id }: { scope: Scope; id: string | null }) {
  const [category, setCategory] = useState(id ?? '')
  const [done, setDone] = useState<Done | null>(null)
  const [asking, setAsking] = useState(false)
  const known = useLoaded((leaving) => categories(scope, leaving), scopeKey(scope))
  const filled = known.data?.categories.filter(({ hasContent }) => hasContent) ?? []
  if (done) return <ForgottenView {...done} />
  return (
    <section class="card">
      <h2>Forget</h2>
      <p>
        What is forgotten is gone from every store, from the log and from what was derived of it. Of
        a whole user the key is destroyed as well, so that copies cannot be read either. It cannot
        be undone.
      </p>
      {known.problem && <Failed because={known.problem} again={known.again} />}
      <Field label="What">
        <select value={category} onChange={(event) => setCategory(event.currentTarget.value)}>
          <option value="">Everything about {scope.userId}</option>
          <Options
            of={filled.map(({ name, itemCount }) => [
              name,
              `Only ${name} (${count(itemCount, 'fact')})`,
            ])}
            chosen={category}
          />
        </select>
      </Field>
      <button type="button" class="danger" onClick={() => setAsking(true)}>
        Forget…
      </button>
      {asking && (
        <Confirm scope={scope} category={category} closed={() => setAsking(false)} done={setDone} />
      )}
    </section>
  )
}

type ConfirmProps = {
  scope: Scope
  category: string
  closed: () => void
  done: (done: Done) => void
}

/** Made for each question: what was typed to confirm one is no answer to the next. */
function Confirm({ scope, category, closed, done }: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  const [misspelt, setMisspelt] = useState(false)
  const { busy, problem, act } = useAct()
  const name = <bdi>{scope.userId}</bdi>
  const submit = (event: SubmitEvent) => {
    const isNamed = valuesOf(event).name === scope.userId
    setMisspelt(!isNamed)
    if (!isNamed) return
    act(async () => {
      const forgotten = await forget({ ...scope, ...(category ? { category } : {}) })
      if (!category) dropUser(scope)
      done({ scope, category: category || null, forgotten, call: callOf(forgotten) })
    })
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby="forget-title"
      onCancel={(event) => busy && event.preventDefault()}
      onClose={closed}
    >
      <form onSubmit={submit}>
        <h2 id="forget-title">
          Forget {category ? `${category} of ` : ''}
          {name} in <bdi>{scope.appId}</bdi>?
        </h2>
        <Field label={<>Type {name} to confirm</>}>
          <input name="name" required autocomplete="off" />
        </Field>
        {misspelt && <Problem message={<>Type {name} to go on.</>} />}
        {problem && !misspelt && <Problem message={problem} />}
        <div class="row">
          <button type="submit" class="danger" disabled={busy}>
            {busy ? 'Forgetting…' : 'Forget for good'}
          </button>
          {/* What is being forgotten is not kept any more. */}
          <button type="button" onClick={() => dialog.current?.close()} disabled={busy}>
            Keep
          </button>
        </div>
      </form>
    </dialog>
  )
}
