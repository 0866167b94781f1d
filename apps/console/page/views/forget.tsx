// Forgets a user, or a category of a user: says what that means, asks for the name, and hands out the receipt.
import { useRef, useState } from 'preact/hooks'
import { categories, forget, lastCall } from '../api.ts'
import type { Call } from '../curl.ts'
import { messageOf, useLoaded } from '../parts/loaded.tsx'
import { AsCurl, Field, valuesOf } from '../parts/pieces.tsx'
import { dropUser } from '../session.ts'
import type { Receipt, Scope } from '../shapes.ts'
import { capital, count, moment } from '../words.ts'

type Done = { receipt: Receipt & Scope & { category: string | null; at: string }; call: Call }

export function ForgetView({ scope }: { scope: Scope }) {
  const [category, setCategory] = useState('')
  const [done, setDone] = useState<Done | null>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  const known = useLoaded(() => categories(scope), `${scope.appId} ${scope.userId}`)
  if (done) return <Forgotten {...done} />
  return (
    <section class="card">
      <h2>Forget</h2>
      <p>
        What is forgotten is gone from every store, from the log and from what was derived of it.
        The user’s key is destroyed, so copies cannot be read either. It cannot be undone.
      </p>
      <Field label="What">
        <select value={category} onChange={(event) => setCategory(event.currentTarget.value)}>
          <option value="">Everything about {scope.userId}</option>
          {known.data?.categories
            .filter(({ hasContent }) => hasContent)
            .map(({ name, itemCount }) => (
              <option value={name}>
                Only {name} ({count(itemCount, 'fact')})
              </option>
            ))}
        </select>
      </Field>
      <button type="button" class="danger" onClick={() => dialog.current?.showModal()}>
        Forget…
      </button>
      <dialog ref={dialog} aria-labelledby="forget-title">
        <Confirm
          scope={scope}
          category={category}
          close={() => dialog.current?.close()}
          done={setDone}
        />
      </dialog>
    </section>
  )
}

function Confirm({
  scope,
  category,
  close,
  done,
}: {
  scope: Scope
  category: string
  close: () => void
  done: (done: Done) => void
}) {
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: SubmitEvent) => {
    if (valuesOf(event).name !== scope.userId) {
      return setProblem(`Type ${scope.userId} to go on.`)
    }
    setBusy(true)
    try {
      const receipt = await forget({ ...scope, ...(category ? { category } : {}) })
      if (!category) dropUser(scope)
      const at = new Date().toISOString()
      done({
        receipt: { ...scope, category: category || null, at, ...receipt },
        call: lastCall.value!,
      })
    } catch (error) {
      setProblem(messageOf(error))
      setBusy(false)
    }
  }
  return (
    <form onSubmit={submit}>
      <h2 id="forget-title">
        Forget {category ? `${category} of ` : ''}
        {scope.userId} in {scope.appId}?
      </h2>
      <Field label={`Type ${scope.userId} to confirm`}>
        <input name="name" required autocomplete="off" />
      </Field>
      {problem && (
        <p class="notice bad" role="alert">
          {problem}
        </p>
      )}
      <div class="row">
        <button type="submit" class="danger" disabled={busy}>
          {busy ? 'Forgetting…' : 'Forget for good'}
        </button>
        <button type="button" onClick={close}>
          Keep
        </button>
      </div>
    </form>
  )
}

function Forgotten({ receipt, call }: Done) {
  const { userId, appId, category, at, deletedItems, deletedEntities, deletedResources } = receipt
  const download = () => {
    const file = new Blob([`${JSON.stringify(receipt, null, 2)}\n`], { type: 'application/json' })
    const link = document.createElement('a')
    link.href = URL.createObjectURL(file)
    link.download = `forgotten-${at.slice(0, 10)}.json`
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <section class="card" aria-live="polite">
      <h2>Forgotten</h2>
      <p>
        {category ? `${capital(category)} of ${userId}` : capital(userId)} in {appId}, on{' '}
        {moment(at)}. Nothing that was written before can be read any more.
      </p>
      <ul>
        <li>{count(deletedItems, 'fact')} deleted</li>
        <li>{count(deletedEntities, 'entity', 'entities')} deleted</li>
        <li>{count(deletedResources, 'source')} deleted</li>
      </ul>
      <button type="button" onClick={download}>
        Download the receipt
      </button>
      <AsCurl call={call} />
    </section>
  )
}
