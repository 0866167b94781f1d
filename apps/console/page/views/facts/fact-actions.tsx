// What a person can do about a fact that holds: correct it, pin it, file it elsewhere, settle it, take it back. The
// service's answer is shown in words.
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { categories, retract, revise } from '../../api.ts'
import { Problem, useAct, useLoaded } from '../../parts/loaded.tsx'
import { Field, Options, valuesOf } from '../../parts/pieces.tsx'
import { nameIn } from '../../pure/certain.ts'
import { capital, spaced, typeNames } from '../../pure/words.ts'
import { scopeKey, userHref } from '../../route.ts'
import type { Item, Revised, Revision, Scope } from '../../shapes.ts'

/** What was done, to which fact, and the fact that shows the result. */
export type Outcome = { told: string; of: string; id: string; soon: boolean }
type Done = (outcome: Outcome) => void

type Form = 'correct' | 'file' | 'settle' | 'retract'

export function FactActions({ scope, item, done }: { scope: Scope; item: Item; done: Done }) {
  const [form, setForm] = useState<Form | null>(null)
  const { busy, problem, act } = useAct()
  const panel = useId()
  const tell = (told: string, change: () => Promise<Revised>) =>
    act(async () => {
      const { itemId, retrievable } = await change()
      setForm(null)
      done({ told, of: item.id, id: itemId, soon: retrievable !== true })
    })
  const change = (told: string, changes: Revision) =>
    tell(told, () => revise(scope, item.id, changes))
  const opens = (which: Form, name: string) => (
    <button
      type="button"
      class="small"
      aria-expanded={form === which}
      aria-controls={panel}
      onClick={() => setForm(form === which ? null : which)}
    >
      {name}
    </button>
  )
  const { pinned } = item
  return (
    <section class="actions" aria-label="Change it">
      <div class="buttons">
        {opens('correct', 'Correct')}
        <button
          type="button"
          class="small"
          disabled={busy}
          onClick={() => change(pinnedInWords({ pinned: !pinned }), { pinned: !pinned })}
        >
          {pinned ? 'Unpin' : 'Pin'}
        </button>
        {opens('file', 'File')}
        {opens('settle', 'Settle')}
        {opens('retract', 'Take back')}
        <a class="button small" href={userHref(scope, 'forget', { id: item.category })}>
          Forget
        </a>
      </div>
      {problem && <Problem message={problem} />}
      <div id={panel}>
        {form === 'correct' && <Correct item={item} busy={busy} change={change} />}
        {form === 'file' && <File scope={scope} item={item} busy={busy} change={change} />}
        {form === 'settle' && (
          <Sure
            says="It is settled: it is not retrieved any more, and stays in the history."
            label="Settle it"
            busy={busy}
            go={() => change('Settled. It stays in the history.', { resolved: true })}
          />
        )}
        {form === 'retract' && (
          <Sure
            says="It never held: it is not retrieved any more, and stays in the history, struck through. To erase it for good, forget its category."
            label="Take it back"
            busy={busy}
            go={() => tell('Taken back. It stays in the history.', () => retract(scope, item.id))}
          />
        )}
      </div>
    </section>
  )
}

function pinnedInWords({ pinned }: { pinned: boolean }): string {
  return pinned
    ? 'Pinned: it comes first in every answer.'
    : 'Unpinned: it is found by what is asked.'
}

type Change = (told: string, changes: Revision) => void
type FormProps = { item: Item; busy: boolean; change: Change }

function Correct({ item, busy, change }: FormProps) {
  const { content, attribute, value } = item
  const submit = (event: SubmitEvent) => {
    const given = valuesOf(event)
    const text = given.text?.trim() ?? ''
    change('Corrected. The new fact took the place of the old one.', {
      ...(text !== content && { text }),
      ...(given.value !== undefined && given.value !== value && { value: given.value }),
    })
  }
  return (
    <form onSubmit={submit}>
      <Field label="As it should read" hint="A sentence that needs no other to be understood.">
        <textarea name="text" rows={2} required maxLength={4_000} defaultValue={content} />
      </Field>
      {attribute !== null && value !== null && (
        <Field
          label={capital(spaced(attribute))}
          hint="Where the sentence says another one, change it here as well."
        >
          <input name="value" required maxLength={500} defaultValue={value} autocomplete="off" />
        </Field>
      )}
      <button type="submit" class="primary" disabled={busy}>
        {busy ? 'Writing…' : 'Correct it'}
      </button>
    </form>
  )
}

const importances = ['low', 'medium', 'high', 'critical'] as const

function File({ scope, item, busy, change }: FormProps & { scope: Scope }) {
  const known = useLoaded((leaving) => categories(scope, leaving), `file ${scopeKey(scope)}`)
  const names = known.data?.categories.map(({ name }) => name) ?? [item.category]
  const submit = (event: SubmitEvent) => {
    const given = valuesOf(event)
    const { category } = given
    const type = nameIn(typeNames, given.type)
    const importance = importances.find((each) => each === given.importance)
    change('Moved to another category.', {
      ...(category !== item.category && { category }),
      ...(type !== item.type && { type }),
      ...(importance !== item.importance && { importance }),
    })
  }
  return (
    <form onSubmit={submit}>
      {known.problem && <Problem message={known.problem.message} />}
      <div class="row">
        <Field label="Category">
          <select name="category" key={names.length}>
            <Options of={capitalised(names)} chosen={item.category} />
          </select>
        </Field>
        <Field label="Type">
          <select name="type">
            <Options of={Object.entries(typeNames)} chosen={item.type} />
          </select>
        </Field>
        <Field label="Importance">
          <select name="importance">
            <Options of={capitalised(importances)} chosen={item.importance} />
          </select>
        </Field>
      </div>
      <button type="submit" class="primary" disabled={busy || known.data === null}>
        {busy ? 'Writing…' : 'File it'}
      </button>
    </form>
  )
}

function capitalised(names: readonly string[]) {
  return names.map((name) => [name, capital(name)] as const)
}

type SureProps = { says: string; label: string; busy: boolean; go: () => void }

function Sure({ says, label, busy, go }: SureProps) {
  return (
    <div class="sure">
      <p>{says}</p>
      <button type="button" class="danger" disabled={busy} onClick={go}>
        {busy ? 'Writing…' : label}
      </button>
    </div>
  )
}

/** Read by screen readers, and shown until the next one. */
export function OutcomeNote({ scope, outcome }: { scope: Scope; outcome: Outcome | null }) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The pressed button may have disappeared with the old fact.
    if (outcome && document.activeElement === document.body) note.current?.focus()
  }, [outcome])
  return (
    <div ref={note} tabIndex={-1} role="status" class={outcome ? 'outcome' : ''}>
      {outcome && (
        <p>
          {outcome.told} {outcome.soon && 'It is written, and takes effect in a moment. '}
          <a href={userHref(scope, 'profile', { id: outcome.id })}>Open the fact</a>
        </p>
      )}
    </div>
  )
}
