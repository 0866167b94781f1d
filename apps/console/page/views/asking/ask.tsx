// Asks the memory as an agent would, and shows the answer: as facts with their scores, as text for a prompt, as JSON.
import { useState } from 'preact/hooks'
import { retrieve } from '../../api.ts'
import { callOf } from '../../calls.ts'
import { FactLink } from '../../parts/fact-link.tsx'
import { FromProgram } from '../../parts/from-program.tsx'
import { keptState } from '../../parts/kept.ts'
import { Await, Problem, useAct, useLoaded } from '../../parts/loaded.tsx'
import { Choice, Code, Empty, Meter, Tag, valuesOf } from '../../parts/pieces.tsx'
import type { Call } from '../../pure/curl.ts'
import { keyOf, type Time } from '../../pure/times.ts'
import { capital, count, day, number, typeNames } from '../../pure/words.ts'
import { scopeKey } from '../../route.ts'
import type { Explained, Question, Retrieved, Scope } from '../../shapes.ts'
import { QuestionForm, questionOf, usualValues } from './question-form.tsx'
import { Joined, LeftOut, Why } from './why.tsx'

type Answer = { answer: Retrieved; question: Question; call: Call }

type Props = { scope: Scope; time: Time }

export function AskView({ scope, time }: Props) {
  return <Asking key={keyOf(time)} scope={scope} time={time} />
}

const useEntered = keptState<Record<string, string> | null>(null)
const useAnswered = keptState<Answer | null>(null)

function Asking({ scope, time }: Props) {
  const place = `${scopeKey(scope)} ${keyOf(time)}`
  const [entered, setEntered] = useEntered(place)
  const [answered, setAnswered] = useAnswered(place)
  const { busy, problem, act } = useAct()
  const ask = (event: Event) => {
    const question = questionOf(scope, valuesOf(event))
    act(async () => {
      const answer = await retrieve(question)
      setAnswered({ answer, question, call: callOf(answer) })
    })
  }
  return (
    <>
      <QuestionForm
        scope={scope}
        values={entered ?? usualValues(time)}
        enter={(event) => setEntered(valuesOf(event))}
        ask={ask}
        busy={busy}
      />
      {problem && <Problem message={problem} />}
      <div aria-live="polite" class={busy ? 'stale' : ''}>
        {answered && <Answered scope={scope} {...answered} />}
      </div>
    </>
  )
}

const forms = ['Facts', 'Text', 'JSON'] as const

function Answered({ scope, answer, question, call }: Answer & { scope: Scope }) {
  const [form, setForm] = useState<(typeof forms)[number]>('Facts')
  const { relevantItems, summaries, tokenCount, processingTime, explanation } = answer
  if (relevantItems.length === 0 && Object.keys(summaries).length === 0) {
    return (
      <>
        <Empty title="Nothing is known about this">
          <p>
            <Asked question={question} />
          </p>
          <p>Ask in other words, or lower the confidence that facts must have.</p>
        </Empty>
        <LeftOut scope={scope} leftOut={explanation?.leftOut ?? []} />
      </>
    )
  }
  return (
    <section class="answer">
      <h2>The answer</h2>
      <p class="muted">
        <Asked question={question} /> {number(tokenCount)} of {number(question.maxTokens ?? 0)}{' '}
        tokens, in {number(Math.round(processingTime))} ms.
      </p>
      <Choice legend="Show the answer as" options={forms} chosen={form} choose={setForm} />
      {form === 'Facts' && <RankedFacts scope={scope} answer={answer} />}
      {form === 'Text' && <ForPrompt question={question} />}
      {form === 'JSON' && <Code label="As answered" text={JSON.stringify(answer, null, 2)} />}
      <FromProgram call={call} />
    </section>
  )
}

/** Another one may stand in the form by now. */
function Asked({ question }: Pick<Answer, 'question'>) {
  return (
    <>
      You asked “<bdi>{question.query}</bdi>”.
    </>
  )
}

/** Asks again, because a text has room for more than the same answer in parts. */
function ForPrompt({ question }: { question: Question }) {
  const told = useLoaded(
    (leaving) => retrieve({ ...question, explain: false, format: 'prompt' }, leaving),
    JSON.stringify(question),
  )
  return (
    <Await of={told}>
      {({ prompt = '', tokenCount }) => (
        <Code label={`For a prompt, ${count(tokenCount, 'token')}`} text={prompt} />
      )}
    </Await>
  )
}

function RankedFacts({ scope, answer }: { scope: Scope; answer: Retrieved }) {
  const { relevantItems, explanation = { items: [], leftOut: [] } } = answer
  const why = new Map(explanation.items.map((each) => [each.id, each]))
  const named = new Set(relevantItems.map(({ id }) => id))
  return (
    <>
      <ol class="ranked">
        {relevantItems.map((item) => (
          <RankedFact key={item.id} scope={scope} item={item} explained={why.get(item.id)} />
        ))}
      </ol>
      <Joined scope={scope} joined={explanation.items.filter(({ id }) => !named.has(id))} />
      <Summaries summaries={answer.summaries} />
      <LeftOut scope={scope} leftOut={explanation.leftOut} />
    </>
  )
}

type RankedProps = {
  scope: Scope
  item: Retrieved['relevantItems'][number]
  explained: Explained | undefined
}

function RankedFact({ scope, item, explained }: RankedProps) {
  const { id, content, score, confidence, category, createdAt, pinned, type } = item
  return (
    <li>
      <FactLink scope={scope} id={id}>
        {content}
      </FactLink>
      <p class="facets">
        {pinned && <Tag kind="strong">pinned, so it comes first</Tag>}
        <Meter value={score} label="Relevance" /> relevant
        <Meter value={confidence} label="Confidence" /> sure
        <span>{capital(category)}</span>
        {type && <Tag>{typeNames[type].toLowerCase()}</Tag>}
        <time dateTime={createdAt}>{day(createdAt)}</time>
      </p>
      {explained && <Why explained={explained} />}
    </li>
  )
}

function Summaries({ summaries }: { summaries: Retrieved['summaries'] }) {
  const told = Object.entries(summaries)
  if (told.length === 0) return null
  return (
    <>
      <h3>With it come the summaries</h3>
      <dl class="summaries">
        {told.map(([category, text]) => (
          <div key={category}>
            <dt>{capital(category)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
