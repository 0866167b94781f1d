// Small pieces that several pages are made of.
import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { type Call, curlOf } from '../pure/curl.ts'
import { percent } from '../pure/words.ts'

/** Says what is missing, and what to do next. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <svg aria-hidden="true" viewBox="0 0 64 48" width="64" height="48">
        <path d="M8 8h48M8 20h48M8 32h30" class="faded" />
        <path d="M12 40 50 4" class="written" />
      </svg>
      <h2>{title}</h2>
      {children}
    </div>
  )
}

type TableProps = { label: string; columns: readonly string[]; children: ComponentChildren }

/** The children are its rows. */
export function Table({ label, columns, children }: TableProps) {
  return (
    <Scrolling label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Scrolling>
  )
}

type OptionsProps = {
  of: readonly (readonly [value: string, label: string])[]
  chosen?: string | undefined
}

/** What a select offers; its form or its own value says what is chosen where this does not. */
export function Options({ of, chosen }: OptionsProps) {
  return of.map(([value, label]) => (
    <option key={value} value={value} selected={chosen === undefined ? chosen : value === chosen}>
      {label}
    </option>
  ))
}

/** A share from 0 to 1, as a bar and in words. */
export function Meter({ value, label }: { value: number; label: string }) {
  return (
    <span class="meter">
      <svg aria-hidden="true" viewBox="0 0 40 6" width="40" height="6">
        <rect width="40" height="6" rx="3" class="track" />
        <rect width={40 * Math.min(1, Math.max(0, value))} height="6" rx="3" class="fill" />
      </svg>
      <span class="visually-hidden">{label} </span>
      {percent(value)}
    </span>
  )
}

export function Tag({ children, kind = '' }: { children: ComponentChildren; kind?: string }) {
  return <span class={`tag ${kind}`}>{children}</span>
}

const COPIED_MS = 2_000

function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [told, setTold] = useState('')
  const copy = async () => {
    // Over plain http on a name other than localhost there is no clipboard.
    const copied = await Promise.resolve(navigator.clipboard?.writeText(text)).then(
      () => navigator.clipboard !== undefined,
      () => false,
    )
    setTold(copied ? 'Copied' : 'Select the text to copy it')
    setTimeout(() => setTold(''), COPIED_MS)
  }
  return (
    <button type="button" class="quiet" onClick={copy}>
      <span aria-live="polite">{told || label}</span>
    </button>
  )
}

export function Code({ text, label }: { text: string; label: string }) {
  return (
    <figure class="code">
      <figcaption>
        {label}
        <CopyButton text={text} />
      </figcaption>
      <Scrolling label={label}>
        <pre>{text}</pre>
      </Scrolling>
    </figure>
  )
}

/** A scroll container that may be wider or higher than its place; focusable, so that it scrolls by keyboard. */
function Scrolling({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="scroll" tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}

/** The call that produced what is shown. */
export function AsCurl({ call, label = 'The same with curl' }: { call: Call; label?: string }) {
  return (
    <details>
      <summary>{label}</summary>
      <Code label="Shell, with the key in PALIMPSEST_KEY" text={curlOf(call, location.origin)} />
    </details>
  )
}

type FieldProps = { label: ComponentChildren; hint?: string; children: ComponentChildren }

export function Field({ label, hint, children }: FieldProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is given as a child
    <label class="field">
      <span class="label">{label}</span>
      {children}
      {hint && <span class="hint">{hint}</span>}
    </label>
  )
}

/** A choice of a few, side by side. */
export function Choice<T extends string>(props: {
  legend: string
  options: readonly T[]
  chosen: T
  choose: (option: T) => void
}) {
  const { legend, options, chosen, choose } = props
  const group = useId()
  return (
    <fieldset class="choice">
      <legend class="visually-hidden">{legend}</legend>
      {options.map((each) => (
        <label key={each}>
          <input
            type="radio"
            name={group}
            checked={each === chosen}
            onChange={() => choose(each)}
          />
          {each}
        </label>
      ))}
    </fieldset>
  )
}

/** The values of a form, by the names of its fields. */
export function valuesOf(event: Event): Record<string, string> {
  event.preventDefault()
  const { currentTarget } = event
  if (!(currentTarget instanceof HTMLFormElement)) throw new TypeError('only a form has values')
  const form = new FormData(currentTarget)
  return Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
}
