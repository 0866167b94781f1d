// The text that facts were read from, with their words marked in it.
import { source as askSource } from '../../api.ts'
import { Await, useLoaded } from '../../parts/loaded.tsx'
import { moment } from '../../pure/words.ts'
import { scopeKey, userHref } from '../../route.ts'
import type { Item, Scope, Source } from '../../shapes.ts'
import { partsOf } from './marked.ts'

/** Why a fact is believed. */
export function SourceOfFact({ scope, id }: { scope: Scope; id: string }) {
  const told = useSource(scope, id)
  return (
    <Await of={told}>
      {(source) => (
        <>
          <Quoted source={source} spans={[source]} />
          <p class="muted">
            A {source.contentType} of {moment(source.saidAt)}.{' '}
            <a href={userHref(scope, 'sources', { id: source.resourceId })}>
              All facts of this source
            </a>
          </p>
        </>
      )}
    </Await>
  )
}

/** The text around the first of the facts; the API gives that of a fact and not of a write. */
export function SourceOfFacts({ scope, items }: { scope: Scope; items: [Item, ...Item[]] }) {
  const told = useSource(scope, items[0].id)
  const spans = items.map(({ provenance }) => provenance)
  return <Await of={told}>{(source) => <Quoted source={source} spans={spans} />}</Await>
}

function useSource(scope: Scope, id: string) {
  return useLoaded((leaving) => askSource(scope, id, leaving), `source ${scopeKey(scope)} ${id}`)
}

type QuotedProps = { source: Source; spans: Parameters<typeof partsOf>[1] }

function Quoted({ source, spans }: QuotedProps) {
  const { text, textStart, textLength } = source
  return (
    <blockquote class="source">
      {textStart > 0 && <span class="muted">… </span>}
      {partsOf(source, spans).map((part, n) =>
        part.of === 'fact' ? <mark key={n}>{part.text}</mark> : part.text,
      )}
      {textStart + text.length < textLength && <span class="muted"> …</span>}
    </blockquote>
  )
}
