// Why an answer is as it is: for each fact, which searches found it at which place, what raised its score and how much
// age left of it; and the best facts that the answer leaves out.
import { FactLink } from '../../parts/fact-link.tsx'
import { memberNamesOf } from '../../pure/certain.ts'
import { count, nth, percent } from '../../pure/words.ts'
import type { Explained, Scope } from '../../shapes.ts'

const arms = { text: 'its words', vector: 'its meaning', graph: 'the graph' } as const

export function Why({ explained }: { explained: Explained }) {
  return (
    <details class="why">
      <summary>Why</summary>
      <Reasons explained={explained} />
    </details>
  )
}

/** The better the place, the longer the bar; the place also stands beside it as a number. */
function Reasons({ explained }: { explained: Explained }) {
  const { foundBy, lifts, decay, score, tokens } = explained
  const found = memberNamesOf(arms).flatMap((arm) => {
    const place = foundBy[arm]
    return place === undefined ? [] : [{ arm, place }]
  })
  return (
    <>
      <ul class="arms">
        {found.map(({ arm, place }) => (
          <li key={arm}>
            <span>
              {nth(place)} by {arms[arm]}
            </span>
            <svg aria-hidden="true" viewBox="0 0 60 6" width="60" height="6">
              <rect width="60" height="6" rx="3" class="track" />
              <rect width={60 / Math.sqrt(place)} height="6" rx="3" class="fill" />
            </svg>
          </li>
        ))}
        {found.length === 0 && (
          <li>No search found it: what stands beside it in its thread did.</li>
        )}
      </ul>
      <p class="muted">
        {liftedInWords(lifts)} Its age left {percent(decay)} of it.
        {score !== null && ` In all ${percent(score)} relevant.`} {count(tokens, 'token')}.
      </p>
    </>
  )
}

const liftNames = {
  importance: 'its importance',
  confidence: 'its confidence',
  told: 'how much of it tells something',
  named: 'a name in the question',
}

function liftedInWords(lifts: Explained['lifts']): string {
  const told = memberNamesOf(liftNames).flatMap((lift) => {
    const times = lifts[lift]
    return times === 1 ? [] : [`${liftNames[lift]} (× ${Math.round(times * 100) / 100})`]
  })
  return told.length === 0 ? 'Nothing lifted it.' : `Weighed by ${told.join(', ')}.`
}

/** What another fact carries along, because both were said in one breath. */
export function Joined({ scope, joined }: { scope: Scope; joined: readonly Explained[] }) {
  if (joined.length === 0) return null
  return (
    <>
      <h3>Joined to those above</h3>
      <ExplainedFacts scope={scope} facts={joined} />
    </>
  )
}

const reasons: Readonly<Record<NonNullable<Explained['dropped']>, string>> = {
  confidence: 'It is not sure enough.',
  relevance: 'It has too little to do with the question.',
  repeated: 'A better fact says the same.',
  room: 'There was no room left for it.',
}

export function LeftOut({ scope, leftOut }: { scope: Scope; leftOut: readonly Explained[] }) {
  if (leftOut.length === 0) return null
  return (
    <section>
      <h3>Left out</h3>
      <ExplainedFacts scope={scope} facts={leftOut} kind="left-out" />
    </section>
  )
}

type FactsProps = { scope: Scope; facts: readonly Explained[]; kind?: string }

function ExplainedFacts({ scope, facts, kind = '' }: FactsProps) {
  return (
    <ol class={`ranked ${kind}`}>
      {facts.map((explained) => (
        <li key={explained.id}>
          <FactLink scope={scope} id={explained.id}>
            {explained.content}
          </FactLink>
          {explained.dropped && <p class="facets">{reasons[explained.dropped]}</p>}
          <Why explained={explained} />
        </li>
      ))}
    </ol>
  )
}
