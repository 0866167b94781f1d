// The sliders over the two times: what held on a day, and, on request, what was known on one. They stop where something
// changed; a field beside them takes any other instant.
import { useMemo, useState } from 'preact/hooks'
import { Field } from '../../parts/pieces.tsx'
import {
  type Axis,
  besides,
  localOf,
  type Stop,
  stopBefore,
  stopsOf,
  type Time,
} from '../../pure/times.ts'
import { apart, count } from '../../pure/words.ts'
import type { Item } from '../../shapes.ts'

type Props = { items: readonly Item[]; time: Time; go: (time: Time) => void }

export function Travel({ items, time, go }: Props) {
  const [both, setBoth] = useState(time.knownAt !== null)
  return (
    <section class="card travel" aria-label="Travel in time">
      <Slider
        label="What held on"
        axis="valid"
        items={items}
        at={time.asOf}
        change={(asOf) => go({ ...time, asOf })}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={both}
          onChange={({ currentTarget: { checked } }) => {
            setBoth(checked)
            if (!checked) go({ ...time, knownAt: null })
          }}
        />
        Only what was known on some day
      </label>
      {both && (
        <Slider
          label="As it was known on"
          axis="recorded"
          items={items}
          at={time.knownAt}
          change={(knownAt) => go({ ...time, knownAt })}
        />
      )}
    </section>
  )
}

const MOST_STOPS = 200

type SliderProps = {
  label: string
  axis: Axis
  items: readonly Item[]
  /** Null: now. */
  at: string | null
  change: (at: string | null) => void
}

function Slider({ label, axis, items, at, change }: SliderProps) {
  const stops = useMemo(() => {
    const now = Date.now()
    return stopsOf(items, axis, MOST_STOPS).filter((stop) => stop.at <= now)
  }, [items, axis])
  const index = at === null ? stops.length : Math.max(0, stopBefore(stops, at))
  const name = at === null ? null : apart(at, besides(stops, at, new Date().toISOString()))
  const goTo = (next: number) => {
    const stop = stops[next]
    change(stop ? new Date(stop.at).toISOString() : null)
  }
  return (
    <div class="slider">
      <p class="when">
        <span class="label">{label}</span> <strong>{name ?? 'today'}</strong>
      </p>
      <Bars stops={stops} index={index} />
      <input
        type="range"
        aria-label={label}
        aria-valuetext={name ?? 'Now'}
        min="0"
        max={stops.length}
        step="1"
        value={index}
        onInput={(event) => goTo(Number(event.currentTarget.value))}
      />
      <div class="row">
        <button type="button" disabled={index <= 0} onClick={() => goTo(index - 1)}>
          Earlier change
        </button>
        <button type="button" disabled={index >= stops.length} onClick={() => goTo(index + 1)}>
          Later change
        </button>
        <button type="button" disabled={at === null} onClick={() => change(null)}>
          Now
        </button>
        <span class="muted turned">{at !== null && turnedAt(stops[index])}</span>
        <Instant label={`${label}, exactly`} at={at} change={change} />
      </div>
    </div>
  )
}

function turnedAt(stop: Stop | undefined): string {
  if (!stop) return ''
  const came = stop.came > 0 ? `${count(stop.came, 'fact')} began` : ''
  const closed = stop.closed > 0 ? `${count(stop.closed, 'fact')} ended` : ''
  return [came, closed].filter(Boolean).join(', ')
}

/** Any instant, to the second; empty: now. */
export function Instant({ label, at, change }: Pick<SliderProps, 'label' | 'at' | 'change'>) {
  return (
    <Field label={label}>
      <input
        type="datetime-local"
        step="1"
        value={at === null ? '' : localOf(new Date(at))}
        onChange={({ currentTarget: { value } }) =>
          change(value === '' ? null : new Date(value).toISOString())
        }
      />
    </Field>
  )
}

const HEIGHT = 44
const HALF = HEIGHT / 2

/** Up: how many facts began; down: how many ended. A screen reader reads both beside the slider. */
function Bars({ stops, index }: { stops: readonly Stop[]; index: number }) {
  // The last place is now.
  const width = 100 / Math.max(1, stops.length)
  // Once: while the slider is dragged only the mark moves, and with it the veil over what came later.
  const bars = useMemo(() => barsOf(stops, width), [stops])
  const isNow = index >= stops.length
  return (
    <div class="changes">
      <svg
        aria-hidden="true"
        viewBox={`-1 0 102 ${HEIGHT}`}
        height={HEIGHT}
        preserveAspectRatio="none"
      >
        <path class="axis" d={`M-1 ${HALF}H101`} />
        {bars}
      </svg>
      {/* Over the bars, and moved without drawing them again. */}
      <div
        class="here"
        hidden={isNow}
        style={{ transform: `translateX(${placeOf(index * width)}%)` }}
      />
    </div>
  )
}

/** Of the width of the drawing, which begins a unit before the first bar and ends one after the last. */
function placeOf(x: number): number {
  return (100 * (x + 1)) / 102
}

function barsOf(stops: readonly Stop[], width: number) {
  const most = Math.max(1, ...stops.flatMap(({ came, closed }) => [came, closed]))
  const tall = (many: number) => (many === 0 ? 0 : Math.max(3, (many / most) * (HALF - 2)))
  return stops.map(({ at, came, closed }, n) => {
    const bar = { x: n * width - 0.4, width: 0.8 }
    return (
      <g key={at}>
        <rect {...bar} y={HALF - tall(came)} height={tall(came)} class="came" />
        <rect {...bar} y={HALF} height={tall(closed)} class="closed" />
      </g>
    )
  })
}
