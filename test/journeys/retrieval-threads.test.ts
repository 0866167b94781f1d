// Several threads answer queries, each with connections of its own. Their caches must not show: neither that a write is
// missing yet, nor that forgotten content was there.
import { beforeAll, expect, test } from 'vitest'
import { APP, eventually } from './service.ts'
import { startedService } from './started-service.ts'

const service = startedService({ RETRIEVAL_THREADS: '3' })
beforeAll(async () => {
  await service.remember('anna', 'Anna: I spent the spring in Turin.')
  // A thread starts when queries wait for those that are there.
  await eventually('all threads are there', async () => {
    await Promise.all([asked('the spring'), askedByAnother()])
    return (await threadsStarted()) === 3
  })
})

/** Enough concurrent queries that every thread has some of them. */
const asked = (query: string) =>
  Promise.all(Array.from({ length: 24 }, () => service.retrieve('anna', query)))

/** The last thread is kept for other apps. */
const askedByAnother = () => {
  const query = { appId: `${APP}-beside`, userId: 'ben', query: 'the spring' }
  return Promise.all(Array.from({ length: 24 }, () => service.call('POST', '/retrieve', query)))
}

async function threadsStarted(): Promise<number> {
  const { origin } = new URL(service.url)
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  return Number(/^palimpsest_retrieval_threads_started (\d+)/m.exec(metrics)?.[1])
}

test('a write that has been processed is seen by every thread', async () => {
  for (const city of ['Lisbon', 'Oslo', 'Quito']) {
    await service.remember('anna', `Anna: I spent the summer in ${city}.`)
    const answers = await asked(`the summer in ${city}`)
    for (const { body } of answers) expect(JSON.stringify(body)).toContain(city)
  }
})

test('no thread answers with forgotten memory, whatever it has kept', async () => {
  const forget = { appId: APP, userId: 'anna', confirm: true }
  expect((await service.call('POST', '/forget', forget)).status).toBe(200)
  for (const { status, body } of await asked('the summer in Lisbon')) {
    expect(status).toBe(404)
    expect(body).toMatchObject({ summaries: {}, relevantItems: [], graphContext: [] })
  }
  await service.remember('anna', 'Anna: I spent the winter in Bergen.')
  for (const { body } of await asked('the summer in Lisbon, the winter')) {
    expect(JSON.stringify(body)).toContain('Bergen')
    expect(JSON.stringify(body)).not.toMatch(/Lisbon|Oslo|Quito/)
  }
})
