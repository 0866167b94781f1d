// What models have used in all processes, in tokens and in money, for each app; without a model there is nothing to tell.
import { Table } from '../../parts/pieces.tsx'
import { type Sample, spendingRows } from '../../pure/metrics-text.ts'
import { money, number } from '../../pure/words.ts'

const MOST_ROWS = 50

export function SpendingOfApps({ samples }: { samples: readonly Sample[] }) {
  const rows = spendingRows(samples)
  if (rows.length === 0) return null
  return (
    <section>
      <h2>Tokens and cost</h2>
      <p class="muted">
        Of all processes, since the service was first used. Another process tells its part within
        ten seconds.
      </p>
      <Table
        label="Tokens and cost"
        columns={['App', 'Model', 'Input', 'From the cache', 'Output', 'Cost']}
      >
        {rows.slice(0, MOST_ROWS).map(({ app, model, tokens, cost }) => (
          <tr key={`${app} ${model}`}>
            <th scope="row">{app ?? 'All apps'}</th>
            <td>{model}</td>
            <td>{number(tokens.input)}</td>
            <td>{number(tokens.cached)}</td>
            <td>{number(tokens.output)}</td>
            <td>{cost === null ? '–' : money(cost)}</td>
          </tr>
        ))}
      </Table>
      {rows.some(({ cost }) => cost === null) && (
        <p class="muted">Cost is told for models whose price is set: see MODEL_PRICES.</p>
      )}
    </section>
  )
}
