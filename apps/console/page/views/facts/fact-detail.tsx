// Why a fact is believed: the words that it was read from, marked in their source, and its history.
import { useEffect, useRef } from 'preact/hooks'
import { item as askItem } from '../../api.ts'
import { Await, type Loaded, useLoaded } from '../../parts/loaded.tsx'
import { closingOf, inOrder } from '../../pure/lineage.ts'
import { capital, count, day, moment, percent, said, spaced, typeNames } from '../../pure/words.ts'
import { scopeKey, userHref } from '../../route.ts'
import type { Item, ItemWithHistory, Scope } from '../../shapes.ts'
import { FactActions, type Outcome } from './fact-actions.tsx'
import { SourceOfFact } from './source-text.tsx'

type Props = {
  scope: Scope
  id: string
  /** The facts that it replaced, as far as they are known: an item does not name those of other categories. */
  under?: readonly Item[]
  /** Called after a change; given where the fact may be changed. */
  changed?: ((outcome: Outcome) => void) | undefined
}

export function FactDetail({ scope, id, under = [], changed }: Props) {
  const told = useLoaded(
    async (leaving) => {
      const { item, history, closing } = await askItem(scope, id, leaving)
      const known = new Map([...under, ...history].map((each) => [each.id, each]))
      return { item, history: [...known.values()], closing }
    },
    `${scopeKey(scope)} ${id}`,
  )
  useClosing(told)
  return (
    <div class="detail">
      <Await of={told}>
        {(data) => (
          <>
            <section>
              <h3>Where it comes from</h3>
              <SourceOfFact scope={scope} id={data.item.id} />
            </section>
            {changed && data.item.current && (
              <FactActions
                scope={scope}
                item={data.item}
                done={(outcome) => {
                  told.again()
                  changed(outcome)
                }}
              />
            )}
            <History scope={scope} told={data} />
            <Particulars item={data.item} />
          </>
        )}
      </Await>
    </div>
  )
}

const ASK_AGAIN_MS = 1_000
const MOST_TIMES = 5

/** The audit may tell a little later than the list who settled a fact. */
function useClosing({ data, again }: Pick<Loaded<ItemWithHistory>, 'data' | 'again'>): void {
  const times = useRef(0)
  const isUntold =
    data !== null && ['resolved', 'retracted'].includes(data.item.state) && !data.closing
  useEffect(() => {
    if (!isUntold || ++times.current > MOST_TIMES) return
    const timer = setTimeout(again, ASK_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [data])
}

function History({ scope, told }: { scope: Scope; told: ItemWithHistory }) {
  const { item, history, closing } = told
  const all = inOrder([item, ...history])
  const known = new Map(all.map((each) => [each.id, each]))
  if (all.length === 1 && item.current) {
    return (
      <section>
        <h3>History</h3>
        <p class="muted">It replaced nothing, and nothing has replaced it.</p>
      </section>
    )
  }
  return (
    <section>
      <h3>History</h3>
      <ol class="history">
        {all.map((each) => (
          <HistoryStep key={each.id} scope={scope} item={each} own={item.id} known={known} />
        ))}
      </ol>
      {closing?.keyId && (
        <p class="muted">
          Asked for on {moment(closing.at)} with the API key{' '}
          {closing.keyName === null ? closing.keyId : `“${closing.keyName}”`}.
        </p>
      )}
    </section>
  )
}

type StepProps = { scope: Scope; item: Item; own: string; known: ReadonlyMap<string, Item> }

function HistoryStep({ scope, item, own, known }: StepProps) {
  const closing = closingOf(item, known)
  return (
    <li class={closing ? 'closed' : ''}>
      <p class="sentence">
        {closing ? <s>{item.content}</s> : item.content}
        {item.id !== own && (
          <>
            {' '}
            <a class="more" href={userHref(scope, 'profile', { id: item.id })}>
              Open<span class="visually-hidden"> {item.content}</span>
            </a>
          </>
        )}
      </p>
      <p class="muted">
        Since {day(item.validFrom)}, said by {said(item.provenance)}.
        {closing && (
          <>
            {' '}
            Closed{closing.at && ` on ${day(closing.at)}`}
            {closing.by && ` by what ${said(closing.by.provenance)} said`}. {closing.why}
          </>
        )}
      </p>
    </li>
  )
}

function Particulars({ item }: { item: Item }) {
  const { id, category, confidence, importance, subject, attribute, value, provenance } = item
  const { validFrom, validTo } = item
  const rows: [string, string | null][] = [
    ['Category', category],
    ['Type', typeNames[item.type]],
    ['Scopes', item.scopes.join(', ') || null],
    ['Also found by', item.aliases.join(', ') || null],
    ['Holds from', moment(validFrom)],
    ['Holds until', validTo && moment(validTo)],
    ['Confidence', percent(confidence)],
    ['Importance', importance],
    ['Subject', subject],
    [attribute ? spaced(attribute) : 'Value', value],
    ['Said again', item.reinforcedBy.length > 0 ? count(item.reinforcedBy.length, 'time') : null],
    ['Read by', provenance.engine],
    ['Id', id],
  ]
  return (
    <section>
      <h3>Particulars</h3>
      <dl>
        {rows.map(
          ([name, text]) =>
            text !== null && (
              <div key={name}>
                <dt>{capital(name)}</dt>
                <dd>{text}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}
