// The webhooks of an app: who is notified of what, what became of each delivery, and which providers may send theirs.
import { useState } from 'preact/hooks'
import { deliveries, redeliver, sources, webhooks } from '../../operations.ts'
import { AppChoice, useApps } from '../../parts/app-choice.tsx'
import { Await, Problem, useAct, useLatest, useLoaded } from '../../parts/loaded.tsx'
import { Tag } from '../../parts/pieces.tsx'
import { capital, count, moment } from '../../pure/words.ts'
import type { Delivery, Webhook } from '../../shapes.ts'

export function Webhooks() {
  const known = useApps()
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <section class="card">
      <h2>Webhooks</h2>
      <Await of={known}>
        {(apps) => {
          const appId = chosen ?? apps.listed[0]?.appId
          if (appId === undefined) return <p class="muted">There is no app yet.</p>
          return (
            <>
              <AppChoice apps={apps} appId={appId} choose={setChosen} />
              <OfApp key={appId} appId={appId} />
            </>
          )
        }}
      </Await>
    </section>
  )
}

function OfApp({ appId }: { appId: string }) {
  const told = useLoaded((leaving) => webhooks(appId, leaving), `webhooks ${appId}`)
  const taken = useLoaded((leaving) => sources(appId, leaving), `sources ${appId}`)
  return (
    <>
      <h3>To your application</h3>
      <Await of={told}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="muted">
              Nothing is sent. <code>POST /config/webhooks</code> subscribes a receiver.
            </p>
          ) : (
            <ul class="list">
              {data.map((webhook) => (
                <Subscription key={webhook.id} webhook={webhook} />
              ))}
            </ul>
          )
        }
      </Await>
      <h3>From other systems</h3>
      <Await of={taken}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="muted">
              Nothing is taken. <code>POST /config/sources</code> binds a provider.
            </p>
          ) : (
            <ul class="list">
              {data.map(({ id, source, path, createdAt }) => (
                <li key={id}>
                  <strong>{capital(source)}</strong> <code>{path}</code>
                  <span class="end muted">since {moment(createdAt)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Await>
    </>
  )
}

function Subscription({ webhook }: { webhook: Webhook }) {
  const { id, url, events, status, disabledReason } = webhook
  const [open, setOpen] = useState(false)
  return (
    <li class="subscription">
      <button
        type="button"
        class="small"
        aria-expanded={open}
        aria-controls={`deliveries-${id}`}
        onClick={() => setOpen(!open)}
      >
        Deliveries<span class="visually-hidden"> to {url}</span>
      </button>
      <code>{url}</code>
      {status === 'disabled' && <Tag kind="warn">disabled: {disabledReason ?? 'by hand'}</Tag>}
      <span class="end muted">{events.join(', ')}</span>
      <div id={`deliveries-${id}`} hidden={!open}>
        {open && <Deliveries webhook={webhook} />}
      </div>
    </li>
  )
}

const PAGE = 20

function Deliveries({ webhook }: { webhook: Webhook }) {
  const page = useLatest((leaving) => deliveries(webhook, { limit: PAGE }, leaving), webhook.id)
  const { busy, problem, act } = useAct()
  const again = (id: string) =>
    act(async () => {
      await redeliver(webhook, id)
      page.again()
    })
  return (
    <>
      {problem && <Problem message={problem} />}
      <Await of={page}>
        {({ data, pagination }) => (
          <>
            <div class="row">
              <p class="muted" role="status">
                {count(pagination.total, 'delivery', 'deliveries')}
                {pagination.hasMore && `, the newest ${PAGE} shown`}.
              </p>
              <button type="button" class="small" onClick={page.again}>
                Look again
              </button>
            </div>
            <ul class="list">
              {data.map((delivery) => (
                <Line
                  key={delivery.id}
                  delivery={delivery}
                  busy={busy}
                  again={() => again(delivery.id)}
                />
              ))}
            </ul>
          </>
        )}
      </Await>
    </>
  )
}

const kinds = { waiting: '', delivered: 'strong', failed: 'warn', cancelled: '' } as const

type LineProps = { delivery: Delivery; busy: boolean; again: () => void }

function Line({ delivery, busy, again }: LineProps) {
  const { id, event, userId, state, attempts, createdAt, nextAttemptAt } = delivery
  const last = attempts.at(-1)
  return (
    <li>
      <Tag kind={kinds[state]}>{state}</Tag> {event}{' '}
      <span class="muted">
        of <bdi>{userId}</bdi>, {moment(createdAt)}. {count(attempts.length, 'attempt')}
        {last && `, the last: ${last.status ?? last.error}`}
        {state === 'waiting' && nextAttemptAt && `, the next ${moment(nextAttemptAt)}`}
      </span>
      <button
        type="button"
        class="small end"
        onClick={again}
        disabled={busy || state === 'waiting'}
      >
        Deliver again<span class="visually-hidden"> {id}</span>
      </button>
    </li>
  )
}
