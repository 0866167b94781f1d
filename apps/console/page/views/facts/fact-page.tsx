// One fact on its own page, the target of links from answers, histories and sources.
import { useState } from 'preact/hooks'
import { item as askItem } from '../../api.ts'
import { Await, useLoaded } from '../../parts/loaded.tsx'
import { scopeKey, userHref } from '../../route.ts'
import type { Scope } from '../../shapes.ts'
import { type Outcome, OutcomeNote } from './fact-actions.tsx'
import { FactDetail } from './fact-detail.tsx'
import { Facets } from './fact-row.tsx'

export function FactPage({ scope, id }: { scope: Scope; id: string }) {
  const told = useLoaded((leaving) => askItem(scope, id, leaving), `${scopeKey(scope)} ${id}`)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const changed = (outcome: Outcome) => {
    setOutcome(outcome)
    told.again()
    if (outcome.id !== id) location.hash = userHref(scope, 'profile', { id: outcome.id })
  }
  return (
    <>
      <p>
        <a href={userHref(scope)}>Back to the profile</a>
      </p>
      <OutcomeNote scope={scope} outcome={outcome} />
      <Await of={told}>
        {({ item }) => (
          <article class="fact open">
            <h2 class="sentence">{item.current ? item.content : <s>{item.content}</s>}</h2>
            <Facets item={item} />
            <FactDetail key={id} scope={scope} id={id} changed={changed} />
          </article>
        )}
      </Await>
    </>
  )
}
