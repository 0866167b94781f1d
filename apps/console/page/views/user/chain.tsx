// What became of one write: from the request to the log, to facts and to summaries, according to the user's audit.
import { audit } from '../../operations.ts'
import { Await, useLoaded } from '../../parts/loaded.tsx'
import { type Chain, chainOf, findChain } from '../../pure/chain.ts'
import { capital, count, moment, spaced } from '../../pure/words.ts'
import { scopeKey, userHref } from '../../route.ts'
import type { ResourceDetail, Scope } from '../../shapes.ts'

export function ChainOfWrite({ scope, resource }: { scope: Scope; resource: ResourceDetail }) {
  const { resourceId } = resource
  const told = useLoaded(
    async (leaving) => {
      const ask = (cursor: string | null) => audit(scope, { limit: 200, cursor }, leaving)
      return chainOf(await findChain(resourceId, ask), resourceId)
    },
    `${scopeKey(scope)} ${resourceId}`,
  )
  return (
    <section class="chain">
      <h3>What became of it</h3>
      <Await of={told}>
        {(chain) => <Steps scope={scope} resource={resource} chain={chain} />}
      </Await>
    </section>
  )
}

type Props = { scope: Scope; resource: ResourceDetail; chain: Chain }

function Steps({ scope, resource, chain }: Props) {
  const { receivedAt, items } = resource
  const names = [...new Set(items.flatMap(({ entities }) => entities.map(({ name }) => name)))]
  if (!chain.written) {
    return <p class="muted">It lies too far back, or ahead, in what the audit tells.</p>
  }
  const { topic, partition, position } = chain.written
  return (
    <ol class="history">
      <li>
        <p>
          <strong>Written</strong> on {moment(receivedAt)}
        </p>
        <p class="muted">
          <code>{topic}</code>, partition {partition}, position {position}
        </p>
      </li>
      <li class={chain.read ? '' : 'closed'}>
        <p>
          <strong>{chain.read ? 'Read' : 'Not read yet'}</strong>
          {chain.read && ` ${after(receivedAt, chain.read)}`}
        </p>
        <p class="muted">
          {chain.told.map(({ type, many }) => `${capital(wordsOf(type))}: ${many}`).join(', ') ||
            'No fact came of it.'}
        </p>
      </li>
      {names.length > 0 && (
        <li>
          <p>
            <strong>In the graph</strong>
          </p>
          <p class="muted">
            {names.map((name) => (
              <span key={name}>
                <a href={userHref(scope, 'graph', { id: name })}>{name}</a>{' '}
              </span>
            ))}
          </p>
        </li>
      )}
      <li class={chain.summaries.length > 0 ? '' : 'closed'}>
        <p>
          <strong>
            {chain.summaries.length > 0
              ? count(chain.summaries.length, 'summary', 'summaries')
              : 'No summary'}
          </strong>
          {chain.summarised && ` ${after(receivedAt, chain.summarised)}`}
        </p>
        <p class="muted">{chain.summaries.map(capital).join(', ')}</p>
      </li>
    </ol>
  )
}

function after(from: string, to: string): string {
  return `${Math.max(0, Date.parse(to) - Date.parse(from))} ms later`
}

/** `FactAsserted`: fact asserted. */
function wordsOf(type: string): string {
  return spaced(type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')).toLowerCase()
}
