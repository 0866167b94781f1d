// The memory of a user as of another time: the summaries that the service has of then, and the facts by category.
import { categories, context, items } from '../../api.ts'
import { Await, useLatest } from '../../parts/loaded.tsx'
import { Empty, Tag } from '../../parts/pieces.tsx'
import { isNow, type Time } from '../../pure/times.ts'
import { capital, count, number } from '../../pure/words.ts'
import { scopeKey } from '../../route.ts'
import type { Category, Context, Item, Scope } from '../../shapes.ts'
import { FactRow } from '../facts/fact-row.tsx'

const MOST = 200

type Told = {
  summaries: Context['summaries']
  categories: Category[]
  facts: readonly Item[]
  /** More facts held then than are shown. */
  more: boolean
}

async function askThen(scope: Scope, time: Time, leaving: AbortSignal): Promise<Told> {
  const [{ summaries }, listed, page] = await Promise.all([
    context(scope, leaving, time),
    categories(scope, leaving, time),
    items(scope, { limit: MOST, ...heldAt(time) }, leaving),
  ])
  const facts = page.data.filter((item) => item.current && (!isNow(time) || hasBegun(item)))
  const more = page.pagination.hasMore
  const counted = listed.categories.map((each) => ({
    ...each,
    // The service counts what a query finds: also what has ended by itself, or begins later.
    itemCount: more
      ? each.itemCount
      : facts.filter(({ category }) => category === each.name).length,
  }))
  return { summaries, categories: counted.filter(({ itemCount }) => itemCount > 0), facts, more }
}

function hasBegun({ validFrom }: Item): boolean {
  return Date.parse(validFrom) <= Date.now()
}

/** A list of what was known then includes what had ended by then, unless the query asks for what held. */
function heldAt({ asOf, knownAt }: Time) {
  if (asOf === null && knownAt === null) return { current: 'true' as const }
  return { asOf: asOf ?? new Date().toISOString(), knownAt }
}

export function Then({ scope, time, known }: { scope: Scope; time: Time; known: readonly Item[] }) {
  const told = useLatest(
    (leaving) => askThen(scope, time, leaving),
    JSON.stringify([scopeKey(scope), time]),
  )
  return (
    <section class={told.stale ? 'then stale' : 'then'} aria-busy={told.stale}>
      <h2 class="visually-hidden">What was believed</h2>
      <Ended known={known} at={time.asOf} />
      <Await of={told}>
        {(data) =>
          data.categories.length === 0 ? (
            <Empty title={nothingAt(time)}>
              <p>{isNow(time) ? 'What was known has ended.' : 'Move the slider to another day.'}</p>
            </Empty>
          ) : (
            <Believed scope={scope} told={data} time={time} />
          )
        }
      </Await>
    </section>
  )
}

function nothingAt({ asOf, knownAt }: Time): string {
  if (asOf !== null) return 'Nothing held then'
  return knownAt === null ? 'Nothing holds now' : 'Nothing was known then'
}

function Believed({ scope, told, time }: { scope: Scope; told: Told; time: Time }) {
  const all = told.categories.reduce((sum, { itemCount }) => sum + itemCount, 0)
  return (
    <>
      <p class="muted" role="status">
        {isNow(time)
          ? count(all, 'fact holds now', 'facts hold now')
          : `${count(all, 'fact')} held then`}
        {told.more && `; the newest ${number(told.facts.length)} are shown`}.
        {time.asOf !== null && ' Summaries are kept by when they were written, not by what held.'}
      </p>
      {told.categories.map(({ name, itemCount }) => (
        <section class="category" key={name}>
          <h3 class="name">
            {capital(name)} <span class="count">{number(itemCount)}</span>
          </h3>
          {told.summaries[name] && <p class="summary">{told.summaries[name]}</p>}
          <ul class="facts">
            {told.facts
              .filter(({ category }) => category === name)
              .map((item) => (
                <FactRow key={item.id} scope={scope} layer={{ item, under: [] }}>
                  {isSame(item.validFrom, time.asOf) && <Tag kind="strong">began here</Tag>}
                </FactRow>
              ))}
          </ul>
        </section>
      ))}
    </>
  )
}

const MOST_ENDED = 8

/** The facts whose end the slider has just passed. */
function Ended({ known, at }: { known: readonly Item[]; at: string | null }) {
  const ended = known.filter(({ validTo }) => validTo !== null && isSame(validTo, at))
  if (ended.length === 0) return null
  return (
    <div class="notice">
      <h3>Ended here</h3>
      {ended.slice(0, MOST_ENDED).map(({ id, content }) => (
        <p key={id} class="under">
          <s>{content}</s>
        </p>
      ))}
    </div>
  )
}

function isSame(instant: string, at: string | null): boolean {
  return at !== null && Date.parse(instant) === Date.parse(at)
}
