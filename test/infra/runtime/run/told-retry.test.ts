// Every failed attempt of a processor is counted and logged, whatever it works on.
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { Outage, withRetry } from '../../../../infra/runtime/fail/retry.ts'
import { toldRetry } from '../../../../infra/runtime/run/told-retry.ts'
import { createTelemetry } from '../../../../infra/runtime/telemetry.ts'
import { eventually } from '../../../contracts/eventually.ts'
import { newScope, storedEvent } from '../../../contracts/given.ts'
import { AT, LINGER_MS, passed } from '../given-commits.ts'
import { ended, givenCommitter, record } from '../given-committer.ts'

function given() {
  const lines: Record<string, unknown>[] = []
  const logger = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) })
  const telemetry = createTelemetry(logger)
  return { telemetry, lines, signal: new AbortController().signal }
}

function failingOnce(): () => Promise<string> {
  const work = vi.fn(async () => 'done')
  return work.mockRejectedValueOnce(new Outage('canary'))
}

test('given work that fails once, when tried again, then the attempt is counted and logged without its words', async () => {
  const { telemetry, lines, signal } = given()
  await withRetry(failingOnce(), toldRetry({ telemetry, signal }, 'index-memory'))
  const { values } = await telemetry.retries.get()
  expect(values).toEqual([{ labels: { processor: 'index-memory' }, value: 1 }])
  expect(lines).toMatchObject([
    { processor: 'index-memory', errorClass: 'Outage', attempt: 1, records: 0, resourceId: null },
  ])
  expect(JSON.stringify(lines)).not.toContain('canary')
})

test('given records, when their work fails, then clients can see that it is tried again', async () => {
  const { telemetry, signal } = given()
  const event = storedEvent(newScope(), { id: randomUUID() })
  const records = [{ ...AT, position: 1, event, defect: null }]
  await withRetry(failingOnce(), toldRetry({ telemetry, signal }, 'extract-facts', records))
  expect(telemetry.failures.retryOf(event, event.id)).toMatchObject({ processor: 'extract-facts' })
})

test('given a log that is away, when a transformer commits, then each failed attempt is counted', async () => {
  let failures = 2
  const { runtime, committer, progress, commits } = givenCommitter({
    commit: () => {
      if (failures-- > 0) throw new Outage('away')
    },
  })
  progress.add(1)
  committer.add(ended(1, { records: [record()] }))
  await passed(LINGER_MS)
  // Attempts wait in real time.
  vi.useRealTimers()
  await eventually(() => expect(commits).toHaveLength(3))
  const { values } = await runtime.telemetry.retries.get()
  expect(values).toEqual([{ labels: { processor: 'subject' }, value: 2 }])
})
