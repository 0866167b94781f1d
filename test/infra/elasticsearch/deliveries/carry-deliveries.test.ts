// Deliveries that are carried over once more after an interruption.
import { expect, onTestFinished, test } from 'vitest'
import { createElasticsearchClient } from '../../../../infra/elasticsearch/client/client.ts'
import { carryDeliveries } from '../../../../infra/elasticsearch/deliveries/carry-deliveries.ts'
import { startedEach } from '../../../started.ts'
import { type Answer, type Asked, startAnsweringServer } from '../answering-server.ts'

/** Positions by partition, where deliveries come from and where they go. */
let stands: { from: number[]; to: number[] } = { from: [], to: [] }
const server = startedEach(() => startAnsweringServer(answered))

function answered({ path, body }: Asked): Answer | undefined {
  const of = path.slice(1).startsWith('from') ? 'from' : 'to'
  if (path.startsWith('/_alias/')) {
    const alias = path.slice('/_alias/'.length)
    return { body: { [`${alias}-1`]: { aliases: { [alias]: {} } } } }
  }
  if (path.includes('_pit')) return { body: { id: 'pit' } }
  if (path.startsWith('/_bulk')) return { body: { items: [{ index: { status: 201 } }] } }
  if (!path.includes('_search')) return undefined
  return { body: { hits: { hits: body.includes('checkpoint') ? stands[of].map(checkpoint) : [] } } }
}

function checkpoint(position: number, partition: number) {
  const doc = JSON.stringify({ topic: 'memory.facts.v1', partition, position })
  return { _source: { kind: 'checkpoint', doc } }
}

async function carried(): Promise<string[]> {
  const client = createElasticsearchClient({ url: server.url })
  onTestFinished(() => client.close())
  await carryDeliveries({ client, from: 'from', to: 'to', rename: (scope) => scope })
  return server.asked
    .filter(({ path }) => path.startsWith('/_bulk'))
    .flatMap(({ body }) => body.match(/checkpoint:[\w.]+:\d/g) ?? [])
}

test('given an interruption among the checkpoints, when carried over again, then those that are missing follow', async () => {
  stands = { from: [5, 6], to: [5] }
  expect(await carried()).toContain('checkpoint:memory.facts.v1:1')
})

test('given a store that stands there already, when carried over, then nothing is written', async () => {
  stands = { from: [5, 6], to: [7, 6] }
  expect(await carried()).toEqual([])
})
