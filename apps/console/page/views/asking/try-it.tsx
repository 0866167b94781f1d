// The page for trying a new service: a sample user, or the user's own text; then the result, and how a program would
// have done the same.
import { useState } from 'preact/hooks'
import { memorize, resource, resources, writeBatch } from '../../api.ts'
import { callOf, pathOf } from '../../calls.ts'
import { FactLink } from '../../parts/fact-link.tsx'
import { FromProgram, Programs } from '../../parts/from-program.tsx'
import { Problem, useAct } from '../../parts/loaded.tsx'
import { AsCurl, Field, Options, valuesOf } from '../../parts/pieces.tsx'
import { hasReference } from '../../parts/reference.ts'
import type { Call } from '../../pure/curl.ts'
import { firstCalls } from '../../pure/programs.ts'
import { sampleScope, sampleWrites } from '../../pure/sample.ts'
import { capital, count } from '../../pure/words.ts'
import { userHref } from '../../route.ts'
import { noteUser, recentUsers } from '../../session.ts'
import type { ResourceDetail, Scope } from '../../shapes.ts'

export function TryView() {
  return (
    <>
      <h1>Try it</h1>
      <p class="lead">Write something, and see what is remembered of it.</p>
      <Sample />
      <WriteOwn />
      <FirstSteps />
    </>
  )
}

function Sample() {
  const [written, setWritten] = useState({ done: 0, of: 0 })
  const [isThere, setThere] = useState(false)
  const { busy, problem, act } = useAct()
  const load = async () => {
    await loadSample((done, of) => setWritten({ done, of }))
    noteUser(sampleScope)
    setThere(true)
  }
  return (
    <section class="card">
      <h2>A sample user</h2>
      <p>
        Ada talks to an assistant over fourteen months: she moves, changes her job and her tea, and
        buys boots. It is written to the app <code>sample</code>; you can forget her afterwards.
      </p>
      {problem && <Problem message={problem} />}
      <div aria-live="polite">
        {busy && (
          <p class="waiting">
            Written and read: {written.done} of {written.of}…
          </p>
        )}
        {isThere && <p>Ada is remembered.</p>}
      </div>
      {isThere ? (
        <div class="row">
          <a class="button primary" href={userHref(sampleScope)}>
            See what is known of Ada
          </a>
          <a class="button" href={userHref(sampleScope, 'ask')}>
            Ask about her
          </a>
        </div>
      ) : (
        <button type="button" class="primary" onClick={() => act(load)} disabled={busy}>
          Load the sample
        </button>
      )}
    </section>
  )
}

/** Writes the sample, all of it in one call, unless it is there already; then waits until it has been read. */
async function loadSample(told: (done: number, of: number) => void): Promise<void> {
  const { data } = await resources(sampleScope, {})
  const ids =
    data.length > 0
      ? data.map(({ resourceId }) => resourceId)
      : (await writeBatch({ ...sampleScope, writes: sampleWrites(new Date()) })).ids
  for (const [index, id] of ids.entries()) {
    told(index, ids.length)
    await readOf(sampleScope, id)
  }
}

const POLL_MS = 150
const PATIENCE = 200

/** Resolves when a write has been read, or has failed. */
async function readOf(scope: Scope, id: string): Promise<ResourceDetail> {
  for (let asked = 0; ; asked++) {
    const told = (await resource(scope, id)).resource
    if (told.status !== 'queued' || asked >= PATIENCE) return told
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

type Written = { scope: Scope; call: Call; told: ResourceDetail }

const contentTypes = ['conversation', 'document', 'event'] as const

function WriteOwn() {
  const [written, setWritten] = useState<Written | null>(null)
  const { busy, problem, act } = useAct()
  // At first not Ada, because the sample counts as loaded where something was written to her.
  const [latest = { ...sampleScope, userId: 'me' }] = recentUsers.value
  const write = (event: SubmitEvent) => {
    const { appId = '', userId = '', contentType: chosen, content = '' } = valuesOf(event)
    const contentType = contentTypes.find((type) => type === chosen) ?? 'conversation'
    const scope = { appId: appId.trim(), userId: userId.trim() }
    act(async () => {
      const stored = await memorize({ ...scope, contentType, content })
      const told = await readOf(scope, stored.resourceId)
      setWritten({ scope, call: callOf(stored), told })
      noteUser(scope)
    })
  }
  return (
    <section class="card">
      <h2>Words of your own</h2>
      <form onSubmit={write}>
        <div class="row">
          <Field label="App">
            <input name="appId" required defaultValue={latest.appId} autocomplete="off" />
          </Field>
          <Field label="User">
            <input name="userId" required defaultValue={latest.userId} autocomplete="off" />
          </Field>
          <Field label="What it is">
            <select name="contentType">
              <Options of={contentTypes.map((type) => [type, capital(type)])} />
            </select>
          </Field>
        </div>
        <Field label="Words" hint="A conversation is lines such as “Ada: I live in Porto.”">
          <textarea name="content" rows={5} required />
        </Field>
        {problem && <Problem message={problem} />}
        <button type="submit" class="primary" disabled={busy}>
          {busy ? 'Writing…' : 'Write'}
        </button>
      </form>
      <div aria-live="polite">{written && <CameOf {...written} />}</div>
    </section>
  )
}

function CameOf({ scope, call, told: { items, status, reason, resourceId } }: Written) {
  return (
    <div class="came-of">
      <h3>
        {status === 'queued' && 'It is written, and waits to be read'}
        {status === 'failed' && `It could not be read${reason ? `: ${reason}` : ''}`}
        {status === 'processed' && `${count(items.length, 'fact')} read from it`}
      </h3>
      <ol class="ranked">
        {items.map((item) => (
          <li key={item.id}>
            <FactLink scope={scope} id={item.id}>
              {item.content}
            </FactLink>
          </li>
        ))}
      </ol>
      <p>
        <a href={userHref(scope)}>
          The profile of <bdi>{scope.userId}</bdi>
        </a>
      </p>
      <FromProgram call={call} />
      <AsCurl
        label="What came of it, with curl"
        call={{ method: 'GET', path: pathOf('resources', scope, resourceId) }}
      />
    </div>
  )
}

function FirstSteps() {
  const [latest = sampleScope] = recentUsers.value
  return (
    <section class="card">
      <h2>From your program</h2>
      <p>
        Write what was said, and ask before your agent answers.{' '}
        {hasReference && (
          <>
            Everything else is in the <a href="/docs">reference</a>.
          </>
        )}
      </p>
      <Programs calls={firstCalls(latest)} />
    </section>
  )
}
