// The records that could not be handled, and why; a person retries one or all of them.
import { deadLetters, replayLetters } from '../../operations.ts'
import { Await, useLatest } from '../../parts/loaded.tsx'
import { PageButtons, usePages } from '../../parts/pages.tsx'
import { Tag } from '../../parts/pieces.tsx'
import { count, moment } from '../../pure/words.ts'
import type { DeadLetter } from '../../shapes.ts'
import { ReplayNote, useReplay } from './replays.tsx'

const PAGE = 20

export function DeadLetters() {
  const pages = usePages('dead letters')
  const { cursor } = pages
  const page = useLatest((leaving) => deadLetters({ limit: PAGE, cursor }, leaving), String(cursor))
  const { running, order, note, problem } = useReplay(() => {
    pages.restart()
    page.again()
  })
  return (
    <section class="card dead-letters">
      <h2>Dead letters</h2>
      <ReplayNote note={note} problem={problem} />
      <Await of={page}>
        {({ data, pagination: { total, nextCursor } }) =>
          data.length === 0 ? (
            <p class="muted">Everything could be handled.</p>
          ) : (
            <>
              <div class="row">
                <p class="muted">{count(total, 'event')} could not be handled.</p>
                <button
                  type="button"
                  disabled={running}
                  onClick={() => order(() => replayLetters())}
                >
                  Try all again
                </button>
              </div>
              <ul class="list">
                {data.map((letter) => (
                  <Letter
                    key={letter.id}
                    letter={letter}
                    running={running}
                    again={() => order(() => replayLetters([letter.id]))}
                  />
                ))}
              </ul>
              <PageButtons pages={pages} nextCursor={nextCursor} />
            </>
          )
        }
      </Await>
    </section>
  )
}

type LetterProps = { letter: DeadLetter; running: boolean; again: () => void }

function Letter({ letter, running, again }: LetterProps) {
  const { reason, errorClass, processor, eventType, eventId, attempts, at, appId } = letter
  return (
    <li>
      <div class="told">
        <p class="reason">{reason}</p>
        <p class="facets">
          <Tag kind="warn">{errorClass}</Tag>
          <span>
            {eventType} <code>{eventId}</code>
          </span>
          <span>
            {processor} gave it up after {count(attempts, 'attempt')}
          </span>
          {appId !== '_' && <bdi>of {appId}</bdi>}
          <time dateTime={at}>{moment(at)}</time>
        </p>
      </div>
      <button type="button" class="small" disabled={running} onClick={again}>
        Try again<span class="visually-hidden"> {eventId}</span>
      </button>
    </li>
  )
}
