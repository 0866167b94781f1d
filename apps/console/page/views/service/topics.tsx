// The topics of the log: how many records came to each per second since the last look, and over the last minutes.
import { useMemo } from 'preact/hooks'
import { palette } from '../../graph/colours.ts'
import { Table } from '../../parts/pieces.tsx'
import { RatesChart } from '../../parts/rates-chart.tsx'
import { topicRates } from '../../pure/rates.ts'
import { number } from '../../pure/words.ts'
import type { Lag } from '../../shapes.ts'

export function Topics({ looks }: { looks: readonly Lag[] }) {
  const rates = useMemo(() => topicRates(looks), [looks])
  const drawn = useMemo(
    () => ({
      at: looks.slice(1).map(({ at }) => Date.parse(at) / 1000),
      lines: rates.map(({ topic, perSecond }, n) => ({
        name: topic,
        colour: colourOf(n),
        values: perSecond,
      })),
    }),
    [rates],
  )
  if (rates.length === 0) return null
  return (
    <section>
      <h2>Topics</h2>
      <RatesChart rates={drawn} label="Records a second of each topic, over the last minutes" />
      <Table label="Topics" columns={['Topic', 'Records a second']}>
        {rates.map(({ topic, perSecond }, n) => (
          <tr key={topic}>
            <th scope="row">
              <svg aria-hidden="true" viewBox="0 0 10 10" width="10" height="10">
                <circle cx="5" cy="5" r="5" fill={colourOf(n)} />
              </svg>{' '}
              {topic}
            </th>
            <td>{perSecond.length > 0 ? shown(perSecond.at(-1) ?? 0) : '–'}</td>
          </tr>
        ))}
      </Table>
    </section>
  )
}

function colourOf(n: number): string {
  return palette[n % palette.length] ?? 'currentColor'
}

/** One decimal where the whole number alone would say nothing. */
function shown(rate: number): string {
  return number(rate < 10 ? Math.round(rate * 10) / 10 : Math.round(rate))
}
