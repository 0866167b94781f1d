// What was written for a user, and which facts were read from each write.
import { useMemo } from 'preact/hooks'
import { resource, resources } from '../../api.ts'
import { useFacts } from '../../load-facts.ts'
import { FactLink } from '../../parts/fact-link.tsx'
import { Await, useLoaded } from '../../parts/loaded.tsx'
import { PageButtons, usePages } from '../../parts/pages.tsx'
import { Empty, Tag } from '../../parts/pieces.tsx'
import { capital, count, moment } from '../../pure/words.ts'
import { scopeKey, userHref } from '../../route.ts'
import type { Resource, ResourceDetail, Scope } from '../../shapes.ts'
import { SourceOfFacts } from '../facts/source-text.tsx'
import { ChainOfWrite } from './chain.tsx'
import { namesOfSources, type SourceName } from './source-names.ts'

const PAGE = 50

export function SourcesView({ scope, id }: { scope: Scope; id: string | null }) {
  if (id !== null) return <SourcePage scope={scope} id={id} />
  return <SourceList scope={scope} />
}

function SourceList({ scope }: { scope: Scope }) {
  const pages = usePages(`sources ${scopeKey(scope)}`)
  const { cursor } = pages
  const page = useLoaded(
    (leaving) => resources(scope, { limit: PAGE, cursor }, leaving),
    `${scopeKey(scope)} ${cursor}`,
  )
  const facts = useFacts(scope)
  const names = useMemo(
    () => namesOfSources(page.data?.data ?? [], facts.items),
    [page.data, facts.items],
  )
  return (
    <Await of={page}>
      {({ data, pagination: { total, nextCursor } }) =>
        data.length === 0 ? (
          <Empty title="Nothing was written yet">
            <a class="button" href="#/try">
              Write something
            </a>
          </Empty>
        ) : (
          <>
            <p class="muted">{count(total, 'source')}, the last written first.</p>
            <ul class="list">
              {data.map((each) => (
                <SourceLine
                  key={each.resourceId}
                  scope={scope}
                  resource={each}
                  name={names.get(each.resourceId)}
                />
              ))}
            </ul>
            <PageButtons pages={pages} nextCursor={nextCursor} back="Newer" more="Older" />
          </>
        )
      }
    </Await>
  )
}

type LineProps = { scope: Scope; resource: Resource; name: SourceName | undefined }

function SourceLine({ scope, resource, name }: LineProps) {
  const { resourceId, contentType, receivedAt, itemCount, status } = resource
  return (
    <li>
      <a class="source-name" href={userHref(scope, 'sources', { id: resourceId })}>
        <strong>{capital(contentType)}</strong>{' '}
        <span class="muted">of {name?.when ?? moment(receivedAt)}</span>
        {name?.words && <span class="words">{name.words}</span>}
      </a>
      <span class="end">
        {status === 'processed' ? (
          <span class="muted">{count(itemCount, 'fact')}</span>
        ) : (
          <Tag kind={status === 'failed' ? 'warn' : ''}>{status}</Tag>
        )}
      </span>
    </li>
  )
}

function SourcePage({ scope, id }: { scope: Scope; id: string }) {
  const told = useLoaded((leaving) => resource(scope, id, leaving), `${scopeKey(scope)} ${id}`)
  return (
    <>
      <p>
        <a href={userHref(scope, 'sources')}>All sources</a>
      </p>
      <Await of={told}>{({ resource }) => <Told scope={scope} resource={resource} />}</Await>
    </>
  )
}

function Told({ scope, resource }: { scope: Scope; resource: ResourceDetail }) {
  const { contentType, receivedAt, status, reason, processing, items, threadId } = resource
  // What it says again stands in the words of another source.
  const [first, ...others] = items.filter(
    ({ provenance }) => provenance.resourceId === resource.resourceId,
  )
  return (
    <>
      <h2>
        {capital(contentType)} of {moment(first?.createdAt ?? receivedAt)}
      </h2>
      <p class="muted">
        <Tag kind={status === 'failed' ? 'warn' : ''}>{status}</Tag>{' '}
        {threadId && (
          <>
            In the thread <bdi>{threadId}</bdi>.{' '}
          </>
        )}
        {reason && `${capital(reason)}. `}
        {processing &&
          `${capital(processing.processor)} has yet to handle it (${processing.state}).`}
      </p>
      {first && <SourceOfFacts scope={scope} items={[first, ...others]} />}
      {items.length === 0 && <p>No fact was read from it.</p>}
      <ol class="ranked">
        {items.map((item) => (
          <li key={item.id}>
            <FactLink scope={scope} id={item.id}>
              {item.current ? item.content : <s>{item.content}</s>}
            </FactLink>
          </li>
        ))}
      </ol>
      <ChainOfWrite scope={scope} resource={resource} />
    </>
  )
}
