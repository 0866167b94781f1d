// The filters over a user's facts.
import { Field, Options } from '../../parts/pieces.tsx'
import type { FactFilter } from '../../pure/fact-filter.ts'
import { capital, channelNames, percent } from '../../pure/words.ts'

const channels = Object.entries(channelNames).map(
  ([channel, name]) => [channel, capital(name)] as const,
)

type Change = (filter: FactFilter) => void

export function Filters({ filter, change }: { filter: FactFilter; change: Change }) {
  return (
    <search class="filters" aria-label="Filter facts">
      <Field label="Holds the words">
        <input
          type="search"
          value={filter.text}
          onInput={(event) => change({ ...filter, text: event.currentTarget.value })}
        />
      </Field>
      <Field label="Said by">
        <select
          value={filter.channel}
          onChange={(event) => change({ ...filter, channel: event.currentTarget.value })}
        >
          <option value="">Anyone</option>
          <Options of={channels} />
        </select>
      </Field>
      <Field label={`Confidence from ${percent(filter.minConfidence)}`}>
        <input
          type="range"
          min="0"
          max="1"
          step="0.05"
          value={filter.minConfidence}
          onInput={(event) =>
            change({ ...filter, minConfidence: Number(event.currentTarget.value) })
          }
        />
      </Field>
      <label class="check">
        <input
          type="checkbox"
          checked={filter.closed}
          onChange={(event) => change({ ...filter, closed: event.currentTarget.checked })}
        />
        Faded ones too
      </label>
    </search>
  )
}
