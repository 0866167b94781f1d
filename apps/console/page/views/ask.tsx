// Asks the memory as an agent would, and shows the answer: as facts with their scores, as text for a prompt, as JSON.
import { useState } from 'preact/hooks'
import { categories, lastCall, retrieve } from '../api.ts'
import type { Call } from '../curl.ts'
import { Await, messageOf, Problem, useLoaded } from '../parts/loaded.tsx'
import { AsCurl, Choice, Code, Empty, Field, Meter, valuesOf } from '../parts/pieces.tsx'
import { scopeKey, userHref } from '../route.ts'
import type { Question, Retrieved, Scope } from '../shapes.ts'
import { capital, day, number, percent } from '../words.ts'

type Answer = { answer: Retrieved; question: Question; call: Call }

export function AskView({ scope }: { scope: Scope }) {
  const [answered, setAnswered] = useState<Answer | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const ask = async (event: SubmitEvent) => {
    const question = questionOf(scope, valuesOf(event))
    setBusy(true)
    try {
      const answer = await retrieve(question)
      setAnswered({ answer, question, call: lastCall.value! })
      setProblem(null)
    } catch (error) {
      setProblem(messageOf(error))
    }
    setBusy(false)
  }
  return (
    <>
      <QuestionForm scope={scope} ask={ask} busy={busy} />
      {problem && <Problem message={problem} />}
      <div aria-live="polite">{answered && <Answered scope={scope} {...answered} />}</div>
    </>
  )
}

function questionOf(scope: Scope, values: Record<string, string>): Question {
  const { query = '', maxTokens, minConfidence, timeDecayDays, category, graph } = values
  return {
    ...scope,
    query,
    maxTokens: Number(maxTokens),
    minConfidence: Number(minConfidence),
    timeDecayDays: Number(timeDecayDays),
    includeGraph: graph === 'on',
    ...(category ? { categories: [category] } : {}),
  }
}

function QuestionForm({
  scope,
  ask,
  busy,
}: {
  scope: Scope
  ask: (event: SubmitEvent) => void
  busy: boolean
}) {
  const known = useLoaded(() => categories(scope), scopeKey(scope))
  return (
    <form class="card ask" onSubmit={ask}>
      <div class="row">
        <Field label="What does your agent want to know?">
          <input name="query" required maxLength={8000} autocomplete="off" class="large" />
        </Field>
        <button type="submit" class="primary large" disabled={busy}>
          {busy ? 'Asking…' : 'Ask'}
        </button>
      </div>
      <div class="row">
        <Field label="Token budget">
          <input name="maxTokens" type="number" min="1" max="100000" defaultValue="2000" required />
        </Field>
        <Field label="Confidence from">
          <select name="minConfidence">
            {[0, 0.3, 0.6, 0.8, 0.9].map((each) => (
              <option value={each} selected={each === 0.6}>
                {percent(each)}
              </option>
            ))}
          </select>
        </Field>
        <Field label="Half-life in days">
          <input
            name="timeDecayDays"
            type="number"
            min="1"
            max="36500"
            defaultValue="30"
            required
          />
        </Field>
        <Field label="Category">
          <select name="category">
            <option value="">Any</option>
            {known.data?.categories.map(({ name }) => (
              <option value={name}>{capital(name)}</option>
            ))}
          </select>
        </Field>
        <label class="check">
          <input type="checkbox" name="graph" defaultChecked />
          With the graph
        </label>
      </div>
    </form>
  )
}

const forms = ['Facts', 'Text', 'JSON'] as const
type Form = (typeof forms)[number]

function Answered({ scope, answer, question, call }: Answer & { scope: Scope }) {
  const [form, setForm] = useState<Form>('Facts')
  const { relevantItems, summaries, tokenCount, processingTime } = answer
  if (relevantItems.length === 0 && Object.keys(summaries).length === 0) {
    return (
      <Empty title="Nothing is known about this">
        <p>Ask in other words, or lower the confidence that facts must have.</p>
      </Empty>
    )
  }
  return (
    <section class="answer">
      <h2>The answer</h2>
      <p class="muted">
        {number(tokenCount)} of {number(question.maxTokens ?? 0)} tokens, in{' '}
        {number(Math.round(processingTime))} ms.
      </p>
      <Choice legend="Show the answer as" options={forms} chosen={form} choose={setForm} />
      {form === 'Facts' && <RankedFacts scope={scope} answer={answer} />}
      {form === 'Text' && <ForPrompt question={question} />}
      {form === 'JSON' && <Code label="As answered" text={JSON.stringify(answer, null, 2)} />}
      <AsCurl call={call} />
    </section>
  )
}

/** Asked anew, because a text has room for more than the same answer in parts. */
function ForPrompt({ question }: { question: Question }) {
  const told = useLoaded(
    () => retrieve({ ...question, format: 'prompt' }),
    JSON.stringify(question),
  )
  return (
    <Await of={told}>
      {({ prompt = '', tokenCount }) => (
        <Code label={`For a prompt, ${number(tokenCount)} tokens`} text={prompt} />
      )}
    </Await>
  )
}

function RankedFacts({ scope, answer }: { scope: Scope; answer: Retrieved }) {
  return (
    <>
      <ol class="ranked">
        {answer.relevantItems.map((item) => (
          <li key={item.id}>
            <a class="sentence" href={userHref(scope, 'profile', item.id)}>
              {item.content}
            </a>
            <p class="facets">
              <Meter value={item.score} label="Relevance" /> relevant
              <Meter value={item.confidence} label="Confidence" /> sure
              <span>{capital(item.category)}</span>
              <time dateTime={item.createdAt}>{day(item.createdAt)}</time>
            </p>
          </li>
        ))}
      </ol>
      <h3>With it come the summaries</h3>
      <dl class="summaries">
        {Object.entries(answer.summaries).map(([category, text]) => (
          <div key={category}>
            <dt>{capital(category)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
