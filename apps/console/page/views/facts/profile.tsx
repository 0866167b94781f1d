// What the service believes of a user: the facts that hold, by category, and beneath each the facts that it replaced.
import { useMemo, useState } from 'preact/hooks'
import { item as askItem, categories, context } from '../../api.ts'
import { type Facts, useFacts } from '../../load-facts.ts'
import { keptState } from '../../parts/kept.ts'
import { Await, Failed, messageOf, Problem, useLoaded, Waiting } from '../../parts/loaded.tsx'
import { Empty } from '../../parts/pieces.tsx'
import { isNarrow, isWanted, noFilter } from '../../pure/fact-filter.ts'
import { type Layered, layersOf } from '../../pure/lineage.ts'
import { capital, count, moment, number } from '../../pure/words.ts'
import { scopeKey } from '../../route.ts'
import type { Category, Context, Scope } from '../../shapes.ts'
import { type Outcome, OutcomeNote } from './fact-actions.tsx'
import { FactPage } from './fact-page.tsx'
import { FactRow } from './fact-row.tsx'
import { Filters } from './filters.tsx'

export function ProfileView({ scope, id }: { scope: Scope; id: string | null }) {
  if (id !== null) return <FactPage scope={scope} id={id} />
  return <Profile scope={scope} />
}

function Profile({ scope }: { scope: Scope }) {
  const overview = useLoaded(async (leaving) => {
    const [told, listed] = await Promise.all([context(scope, leaving), categories(scope, leaving)])
    return { ...told, categories: listed.categories.filter(({ hasContent }) => hasContent) }
  }, scopeKey(scope))
  // Loaded beside the overview, so that neither waits for the other.
  const facts = useFacts(scope)
  const again = () => {
    overview.again()
    // An outage is one for the person, who tries again once.
    if (facts.problem) facts.more()
  }
  return (
    <Await of={{ ...overview, again }}>
      {(data) =>
        data.categories.length === 0 && !hasSummaries(data) && facts.items.length === 0 ? (
          <Nothing scope={scope} />
        ) : (
          <Believed scope={scope} overview={data} facts={facts} again={overview.again} />
        )
      }
    </Await>
  )
}

function Nothing({ scope }: { scope: Scope }) {
  return (
    <Empty title={`Nothing is remembered of ${scope.userId}`}>
      <p>
        Either nothing was written yet, or it was forgotten. What you write is read within seconds.
      </p>
      <a class="button" href="#/try">
        Write something
      </a>
    </Empty>
  )
}

type Overview = Context & { categories: Category[] }

function hasSummaries({ summaries }: Overview): boolean {
  return Object.keys(summaries).length > 0
}

/** The service rewrites them a moment after a fact has changed. */
const SUMMARIES_FOLLOW_MS = 1_000

const useFilter = keptState(noFilter)

type BelievedProps = { scope: Scope; overview: Overview; facts: Facts; again: () => void }

function Believed({ scope, overview, facts, again }: BelievedProps) {
  const [filter, setFilter] = useFilter(scopeKey(scope))
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const changed = (outcome: Outcome) => {
    // Across categories, the answer for either fact leaves out the other.
    const ids = [...new Set([outcome.id, outcome.of])]
    Promise.all(ids.map((id) => askItem(scope, id))).then(
      (told) => {
        facts.learn(told.flatMap(({ item, history }) => [item, ...history]))
        setOutcome(outcome)
        setTimeout(again, SUMMARIES_FOLLOW_MS)
      },
      (error) => setProblem(messageOf(error)),
    )
  }
  const layers = useMemo(() => layersOf(facts.items), [facts.items])
  const wanted = useMemo(
    () => layers.filter(({ item }) => item.id === outcome?.id || isWanted(item, filter)),
    [layers, filter, outcome],
  )
  const byCategory = useMemo(() => Map.groupBy(wanted, ({ item }) => item.category), [wanted])
  // A fact may have been filed under a category that was empty.
  const known = counted(overview, byCategory, facts).filter(
    ({ name }) => !isNarrow(filter) || byCategory.has(name),
  )
  const names = [...new Set([...known.map(({ name }) => name), ...byCategory.keys()])]
  const closed = facts.items.length - layers.filter(({ item }) => item.current).length
  return (
    <>
      <p class="muted">
        {facts.items.length > 0 && (
          <>
            {count(facts.items.length - closed, 'fact that holds', 'facts that hold')},{' '}
            {number(closed)} replaced
            {facts.state !== 'all' &&
              `, among the newest ${number(facts.items.length)} of ${number(facts.total)}`}
            .{' '}
          </>
        )}
        {hasSummaries(overview) && `Summaries as of ${moment(overview.lastUpdated)}.`}
      </p>
      <Filters filter={filter} change={setFilter} />
      {facts.problem && <Failed because={facts.problem} again={facts.more} />}
      {problem && <Problem message={problem} />}
      <OutcomeNote scope={scope} outcome={outcome} />
      <p class="muted" role="status">
        {isNarrow(filter) &&
          `${count(wanted.length, 'fact is', 'facts are')} as you filter${facts.state === 'all' ? '' : ', among those read so far'}.`}
      </p>
      <div class="profile">
        <Contents categories={known} />
        <div>
          {names.map((name) => (
            <CategorySection
              key={name}
              scope={scope}
              name={name}
              summary={overview.summaries[name]}
              layers={byCategory.get(name) ?? []}
              fresh={outcome}
              changed={changed}
            />
          ))}
          {facts.state === 'loading' && <Waiting for="Reading facts" />}
          {facts.state === 'paused' && !facts.problem && (
            <button type="button" onClick={facts.more}>
              Read more facts ({number(facts.items.length)} of {number(facts.total)} so far)
            </button>
          )}
        </div>
      </div>
    </>
  )
}

/** Once all facts are there, a category counts those that are shown: the service counts what a query finds. */
function counted(
  { categories, summaries }: Overview,
  shown: ReadonlyMap<string, readonly Layered[]>,
  facts: Facts,
): Category[] {
  if (facts.state !== 'all') return categories
  return categories
    .map((each) => ({ ...each, itemCount: shown.get(each.name)?.length ?? 0 }))
    .filter(({ name, itemCount }) => itemCount > 0 || summaries[name])
}

function Contents({ categories }: { categories: readonly Category[] }) {
  const go = (name: string) => document.getElementById(`category-${name}`)?.focus()
  return (
    <nav class="contents" aria-label="Categories">
      <ul>
        {categories.map(({ name, itemCount, description }) => (
          <li key={name}>
            <button type="button" class="quiet" title={description} onClick={() => go(name)}>
              {capital(name)} <span class="count">{number(itemCount)}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const SHOWN_AT_FIRST = 25
const SHOWN_MORE = 100

/** Rows of a list, and lists of a list of lists: each step of scrolling brings in at most one. */
const ROWS_TOGETHER = 4
const LISTS_TOGETHER = 24

/** Separate lists, because a browser skips far-away content only as a whole. */
function chunksOf<T>(all: readonly T[], size: number): T[][] {
  const chunks = Map.groupBy(all.entries(), ([n]) => Math.floor(n / size))
  return [...chunks.values()].map((chunk) => chunk.map(([, each]) => each))
}

type CategoryProps = {
  scope: Scope
  name: string
  summary: string | undefined
  layers: readonly Layered[]
  fresh: Outcome | null
  changed: (outcome: Outcome) => void
}

const useShown = keptState(SHOWN_AT_FIRST)

function CategorySection({ scope, name, summary, layers, fresh, changed }: CategoryProps) {
  const [shown, setShown] = useShown(`${scopeKey(scope)} ${name}`)
  return (
    <section class="category">
      <h2 id={`category-${name}`} tabIndex={-1}>
        {capital(name)}
      </h2>
      {summary && <p class="summary">{summary}</p>}
      {chunksOf(chunksOf(layers.slice(0, shown), ROWS_TOGETHER), LISTS_TOGETHER).map(
        (lists, group) => (
          <div key={group} class={group === 0 ? '' : 'far lists'}>
            {lists.map((list, n) => (
              <ul key={n} class={group === 0 && n === 0 ? 'facts' : 'facts far'}>
                {list.map((layer) => (
                  <FactRow
                    key={layer.item.id}
                    scope={scope}
                    layer={layer}
                    fresh={layer.item.id === fresh?.id ? fresh : null}
                    changed={changed}
                  />
                ))}
              </ul>
            ))}
          </div>
        ),
      )}
      {layers.length > shown && (
        <button type="button" onClick={() => setShown(shown + SHOWN_MORE)}>
          Show more ({number(layers.length - shown)} left)
        </button>
      )}
    </section>
  )
}
