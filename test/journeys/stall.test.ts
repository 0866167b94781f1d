// A stalled pipeline reports it, by itself and in time, and stops reporting it when it moves again. Embedded: another
// process locks the graph's file, so that the graph's writer holds up the processing thread.
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { projectionFile } from './projection-file.ts'
import { APP, eventually } from './service.ts'
import { startedService } from './started-service.ts'

/** The service writes to the file too. */
const WHILE_USED = { timeout: 10_000 }

const service = startedService()

async function ready(): Promise<{ status: number; body: { components?: string[] } }> {
  const response = await fetch(`${service.url}/readyz`)
  return { status: response.status, body: (await response.json()) as { components?: string[] } }
}

/** The values of a metric, by its labels. */
async function metric(name: string): Promise<Map<string, number>> {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line.startsWith(name))
  return new Map(
    lines.map((line) => {
      const [, labels = '', value] = /^\w+(?:\{(.*)\})? (\S+)$/.exec(line)!
      return [labels, Number(value)]
    }),
  )
}

async function behind(processor: string): Promise<number> {
  const lag = await metric('palimpsest_lag_records')
  const own = [...lag].filter(([labels]) => labels.includes(`processor="${processor}"`))
  expect(own.length).toBeGreaterThan(0)
  return own.reduce((sum, [, records]) => sum + records, 0)
}

test('given a file that another locks, when nothing gets done, then health, readiness and metrics say so, and that it passed', {
  timeout: 120_000,
}, async () => {
  await service.remember('anna', 'My sister Julia plays chess.')
  const patience = { patienceMs: 60_000, everyMs: 100 }
  await eventually('it is ready', async () => (await ready()).status === 200, patience)
  await eventually('nothing waits', async () => (await behind('update-graph')) === 0, patience)

  const graph = new DatabaseSync(projectionFile(service, 'graph'), WHILE_USED)
  graph.exec('BEGIN IMMEDIATE')
  const write = {
    appId: APP,
    userId: 'anna',
    content: 'Julia lives in Oslo.',
    contentType: 'document',
  }
  expect((await service.call('POST', '/memorize', write)).status).toBe(202)
  const stalled = async () =>
    (await metric('palimpsest_stalled')).get('processor="update-graph"') === 1
  await eventually('it is told to stand still', stalled, patience)
  expect((await ready()).status).toBe(503)
  expect((await ready()).body).toEqual({ status: 'not ready', components: ['queue'] })
  const { body: health } = await service.call('GET', '/health')
  expect(health.status).toBe('unhealthy')
  expect(health.components.queue.status).toBe('unhealthy')
  expect(health.components.graph_store.status).toBe('healthy')
  expect(await behind('update-graph')).toBeGreaterThan(0)
  const age = async () =>
    (await metric('palimpsest_oldest_unprocessed_seconds')).get('processor="update-graph"')!
  const before = await age()
  expect(before).toBeGreaterThan(0)
  await eventually('the age grows', async () => (await age()) > before, patience)
  const silent = async () => (await metric('palimpsest_processing_thread_answers')).get('') === 0
  await eventually('the thread is seen not to answer', silent, patience)

  graph.exec('ROLLBACK')
  graph.close()
  await eventually('it is ready again', async () => (await ready()).status === 200, patience)
  await eventually('all is done', async () => (await behind('update-graph')) === 0, patience)
  expect((await service.call('GET', '/health')).body.status).toBe('healthy')
  expect(await stalled()).toBe(false)
  expect(await age()).toBe(0)
})
