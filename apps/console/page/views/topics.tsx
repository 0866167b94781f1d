// The topics of the log: how many records came to each per second since the last look, and over the last minutes.
import { Scrolling } from '../parts/pieces.tsx'
import { Sparkline } from '../parts/sparkline.tsx'
import { topicRates } from '../rates.ts'
import type { Lag } from '../shapes.ts'
import { number } from '../words.ts'

export function Topics({ looks }: { looks: readonly Lag[] }) {
  const rates = topicRates(looks)
  if (rates.length === 0) return null
  return (
    <section>
      <h2>Topics</h2>
      <Scrolling label="Topics">
        <table>
          <thead>
            <tr>
              <th scope="col">Topic</th>
              <th scope="col">Records a second</th>
              <th scope="col">Last minutes</th>
            </tr>
          </thead>
          <tbody>
            {rates.map(({ topic, perSecond }) => (
              <tr key={topic}>
                <th scope="row">{topic}</th>
                <td>{perSecond.length > 0 ? shown(perSecond.at(-1) ?? 0) : '–'}</td>
                <td>
                  <Sparkline values={perSecond} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </section>
  )
}

/** One decimal where the whole number alone would say nothing. */
function shown(rate: number): string {
  return number(rate < 10 ? Math.round(rate * 10) / 10 : Math.round(rate))
}
