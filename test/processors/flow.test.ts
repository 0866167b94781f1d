// What the processors read, handle and write, in the order in which a write passes them. A change here changes which
// processor waits for which, what a replay builds, and which processor gets which event: so it must be a change of this
// list.
import { expect, test } from 'vitest'
import type { Projector, Transformer } from '../../infra/runtime/run/processor.ts'
import { createLocalStands } from '../../infra/runtime/wait/local-stands.ts'
import { createProcessors, flow } from '../../processors/flow.ts'
import { definitions } from '../../schemas/events/catalogue.ts'
import { alone, delivered, opens } from './given.ts'
import { inMemoryPorts, nothingSet } from './in-memory.ts'

const described = flow.map((each) =>
  [
    `${each.name}${each.replayed ? ', replayed' : ''}`,
    `reads ${each.reads.join(' ')}`,
    `handles ${each.handles.join(' ')}`,
    `writes ${[...each.writes, ...each.stores].join(' ')}`,
  ].join('\n'),
)

test('the processors are these, in this order', () => {
  const changed = 'write what changed in processors/flow.ts into this list'
  expect(`\n${described.join('\n\n')}\n`, changed).toBe(`
accept-inbox
reads memory.inbox.v1
handles InboxReceived
writes memory.writes.v1 objects keys

extract-facts
reads memory.writes.v1
handles ContentStored ActivityRecorded FactGiven FactRevised FactsReread MemoryForgotten MaintenanceRequested
writes memory.facts.v1

index-memory, replayed
reads memory.writes.v1 memory.facts.v1 memory.summaries.v1
handles ContentStored ActivityRecorded FactGiven FactRevised MemoryForgotten FactAsserted FactReinforced FactSuperseded ResourceProcessed ExtractionRejected ExtractionFenced ResourceErased MemoryErased ReceiptIssued FactPruned FactMerged FactContested FactMarked FactClosed FactsEmbedded SummaryEvolved MaintenanceCompleted
writes memory

update-graph, replayed
reads memory.writes.v1 memory.facts.v1
handles MemoryForgotten FactAsserted FactSuperseded FactPruned FactMerged FactContested FactClosed
writes graph

evolve-summaries
reads memory.writes.v1 memory.facts.v1
handles ResourceProcessed FactsMaintained
writes memory.summaries.v1

raise-notices
reads memory.writes.v1 memory.facts.v1 memory.summaries.v1
handles ResourceProcessed FactSuperseded FactContested MaintenanceCompleted
writes memory.notices.v1

deliver-webhooks
reads memory.notices.v1 memory.writes.v1
handles NoticeRaised MemoryForgotten
writes memory.settings.v1 deliveries

keep-audit, replayed
reads memory.writes.v1 memory.facts.v1 memory.summaries.v1 memory.audit.v1
handles ContentStored ActivityRecorded FactGiven FactRevised FactsReread MemoryForgotten WebhookIgnored MaintenanceRequested FactAsserted FactReinforced FactSuperseded ResourceProcessed ExtractionRejected ExtractionFenced ResourceErased MemoryErased ReceiptIssued FactPruned FactMerged FactsMaintained FactContested FactMarked FactClosed FactsEmbedded SummaryEvolved MaintenanceCompleted AuditRooted
writes audit

forget
reads memory.writes.v1 memory.facts.v1
handles MemoryForgotten ExtractionFenced MemoryErased
writes memory.facts.v1 objects keys
`)
})

test('what is taken in any order stands in one topic with the forgets, which it is therefore in order with', () => {
  const free = flow.flatMap(({ inAnyOrder = [] }) => inAnyOrder)
  expect(free).toEqual(['ContentStored', 'ActivityRecorded', 'FactGiven', 'FactRevised'])
  const topicOf = (type: string) => definitions.get(type as never)!.topic
  for (const type of free) expect(topicOf(type), type).toBe(topicOf('MemoryForgotten'))
})

test('each processor is made from its topology, and is run as it needs', async () => {
  const ports = inMemoryPorts()
  const { signal } = new AbortController()
  const made = createProcessors({ ...ports, settings: nothingSet, signal })
  expect(
    made.map(({ name }) => name),
    '`flow` and `createProcessors` of processors/flow.ts have the same, in one order',
  ).toEqual(flow.map(({ name }) => name))
  expect(made).toEqual(made.map((each, n) => ({ ...each, ...flow[n] })))
  const ways = made.map((each) =>
    each.kind === 'transformer' ? [each.name, each.grouping, each.concurrency] : [each.name],
  )
  expect(ways).toEqual([
    ['accept-inbox', 'event', 32],
    ['extract-facts', 'event', ports.language.concurrency],
    ['index-memory'],
    ['update-graph'],
    ['evolve-summaries', 'user', ports.language.concurrency],
    ['raise-notices', 'user', 64],
    ['deliver-webhooks'],
    ['keep-audit'],
    ['forget', 'event', 4],
  ])
  await ports.log.close()
})

test('a processor that waits for projectors of its own process asks no store', async () => {
  const ports = inMemoryPorts()
  const stands = createLocalStands()
  for (const name of ['index-memory', 'update-graph']) {
    for (let partition = 0; partition < 6; partition++) {
      const at = { topic: 'memory.facts.v1', partition } as const
      stands.begin(name, at)
      stands.tell(name, at, 1_000)
    }
  }
  const checkpoints = async () => {
    throw new RangeError('a store was asked')
  }
  const [memory, graph] = [
    { ...ports.memory, checkpoints },
    { ...ports.graph, checkpoints },
  ]
  const { signal } = new AbortController()
  const made = createProcessors({ ...ports, memory, graph, stands, settings: nothingSet, signal })
  const raise = made.find((each) => each.name === 'raise-notices') as Transformer
  const processed = delivered('ResourceProcessed', { open: opens.resourceProcessed, position: 10 })
  expect((await raise.handle([processed], alone())).outcome).toBe('emit')
  await ports.log.close()
})

test('maintenance, which extraction decides on, surveys the summaries that readers see', async () => {
  const ports = inMemoryPorts()
  const surveyed: string[] = []
  const summaries = async ({ userId }: { userId: string }) => {
    surveyed.push(userId)
    return []
  }
  const memory = { ...ports.memory, summaries }
  const { signal } = new AbortController()
  const made = createProcessors({ ...ports, memory, settings: nothingSet, signal })
  const extract = made.find((each) => each.name === 'extract-facts') as Transformer
  const request = delivered('MaintenanceRequested', { open: opens.maintenanceRequested })
  await extract.handle([request], alone())
  expect(surveyed).toEqual([request.event.userId])
  await ports.log.close()
})

test.each([
  [true, 0],
  [false, 1],
])(
  'where the log finds a user by itself (%s), keep-audit lists %d places of a forget',
  async (findsUsers, lists) => {
    const own = inMemoryPorts()
    const ports = { ...own, log: { ...own.log, findsUsers } }
    const { signal } = new AbortController()
    const made = createProcessors({ ...ports, settings: nothingSet, signal })
    const keepAudit = made.find((each) => each.name === 'keep-audit') as Projector
    const checkpoint = { topic: 'memory.writes.v1', partition: 0, position: 30 } as const
    const open = { category: null, keyGeneration: 1 }
    await keepAudit.apply([delivered('MemoryForgotten', { open })], checkpoint)
    const names = await ports.objects.list({ prefix: '~erasing/', limit: 9 })
    expect(names.filter((name) => name.endsWith('/list'))).toHaveLength(lists)
    await ports.log.close()
  },
)
