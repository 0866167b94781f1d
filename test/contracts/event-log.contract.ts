// What every event log must do, whatever the technology. An adapter that may differ says so in `declared`.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type {
  EventLog,
  LogPosition,
  LogRecord,
  NewRecord,
  Position,
  ReadOptions,
} from '../../infra/ports/event-log.ts'
import type { StoredEvent } from '../../schemas/events/envelope.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import type { AnyTopicName } from '../../schemas/topics.ts'
import { eventually } from './eventually.ts'
import { eachOpened, lookAlikes, newScope, oddTexts, storedEvent } from './given.ts'

export type OpenedEventLog = {
  log: EventLog
  /** Opens the same log again after `log` was closed; left out where nothing outlives `close`. */
  reopen?: () => Promise<EventLog>
  close: () => Promise<void>
}

export type EventLogDifferences = {
  /** An event id that the topic holds is dropped; else it may be appended again. */
  dropsRepeated?: boolean
  /** Several subscribers of one group share its partitions; else a group has one subscriber. */
  sharesPartitions?: boolean
  /** A process that does not have the partition may see a checkpoint a moment late. */
  tellsOthersLate?: boolean
}

const TOPIC = 'memory.writes.v1'
const DERIVED = 'memory.facts.v1'

export function eventLogContract(
  name: string,
  open: () => Promise<OpenedEventLog>,
  declared: EventLogDifferences = {},
): void {
  describe(`${name} as an event log`, () => {
    const opened = eachOpened(open)
    const log = () => opened().log
    const expectToStandAt = async (read: EventLog, group: string, at: LogPosition) => {
      const check = async () =>
        expect((await read.checkpoints(group, at.topic)).get(at.partition)).toBe(at.position)
      await (declared.tellsOthersLate ? eventually(check) : check())
    }

    describe('appending', () => {
      test('given nothing, when events of a user are appended, then they are read in that order', async () => {
        const scope = newScope()
        const events = Array.from({ length: 25 }, () => storedEvent(scope))
        for (const some of [events.slice(0, 10), events.slice(10, 11), events.slice(11)]) {
          await log().append(some.map((event) => ({ topic: TOPIC, event })))
        }
        const read = await eventsOf(log(), TOPIC, scope)
        expect(idsOf(read)).toEqual(events.map(({ id }) => id))
        expect(read.map(({ position }) => position)).toEqual(
          read.map(({ position }) => position).sort((a, b) => a - b),
        )
      })

      test('given records of several users and topics, when appended, then each gets the place where it is read', async () => {
        const scopes = [newScope(), newScope(), newScope()]
        const records = scopes.flatMap((scope) =>
          ([DERIVED, 'memory.summaries.v1'] as const).map((topic) => ({
            topic,
            event: storedEvent(scope),
          })),
        )
        const places = await log().append(records)
        expect(places).toHaveLength(records.length)
        for (const [index, place] of places.entries()) {
          const { topic, event } = records[index]!
          expect(place.topic).toBe(topic)
          expect(place.partition).toBe(log().partitionOf(topic, event))
          expect(log().partitions(topic)).toContain(place.partition)
          const found = await recordAt(log(), place)
          expect(found?.event?.id).toBe(event.id)
        }
      })

      test('given no records, when appended, then there are no places', async () => {
        expect(await log().append([])).toEqual([])
      })

      test('given an id that the topic holds, when appended again, then it is there at least once and order holds', async () => {
        const scope = newScope()
        const [first, second] = [storedEvent(scope), storedEvent(scope)]
        const [place] = await log().append([{ topic: TOPIC, event: first }])
        await log().append([{ topic: TOPIC, event: second }])
        const [again] = await log().append([{ topic: TOPIC, event: first }])
        const ids = idsOf(await eventsOf(log(), TOPIC, scope))
        expect(ids.slice(0, 2)).toEqual([first.id, second.id])
        if (declared.dropsRepeated) {
          expect(ids).toHaveLength(2)
          expect(again).toEqual(place)
        } else expect(new Set(ids).size).toBe(2)
      })

      test.each(oddTexts)(
        'given odd text %j, when appended, then every field comes back as it was',
        async (text) => {
          const event = storedEvent(newScope(), {
            open: { text, nested: { list: [text, 1, 0.1, true, null, {}] } },
            sealed: Uint8Array.from([0, 255, 1, 254, ...Buffer.from(text)]),
            causationId: randomUUID(),
            traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
          })
          await log().append([{ topic: TOPIC, event }])
          const [record] = await eventsOf(log(), TOPIC, event)
          expect(plain(record!.event!)).toEqual(plain(event))
          expect(record!.defect).toBeNull()
        },
      )

      test('given two users with events of one id, when both append and one is erased, then the other has its own', async () => {
        const [one, other] = [newScope(), newScope()]
        const first = storedEvent(one, { open: { n: 1 } })
        const second = storedEvent(other, { id: first.id, open: { n: 2 } })
        const places = await log().append([first, second].map((event) => ({ topic: TOPIC, event })))
        for (const [index, event] of [first, second].entries()) {
          const [record] = await eventsOf(log(), TOPIC, event)
          expect(plain(record!.event!)).toEqual(plain(event))
          expect(record!.position).toBe(places[index]!.position)
        }
        await log().eraseKnown(TOPIC, one, [first.id])
        expect(await eventsOf(log(), TOPIC, one)).toEqual([])
        expect(idsOf(await eventsOf(log(), TOPIC, other))).toEqual([first.id])
      })

      test('given an id that another user has too, when its event is appended again, then it is there at least once', async () => {
        const scopes = [newScope(), newScope()]
        const first = storedEvent(scopes[0]!)
        const event = (scope: Scope) => storedEvent(scope, { id: first.id })
        const records = scopes.map((scope): NewRecord => ({ topic: TOPIC, event: event(scope) }))
        const places = await log().append(records)
        const again = await log().append(records)
        if (declared.dropsRepeated) expect(again).toEqual(places)
        for (const scope of scopes) {
          expect(new Set(idsOf(await eventsOf(log(), TOPIC, scope)))).toEqual(new Set([first.id]))
        }
      })

      test('given users with names alike, when each appends, then none reads records of another', async () => {
        const scopes = lookAlikes()
        const events = scopes.map((scope) => storedEvent(scope))
        await log().append(events.map((event) => ({ topic: TOPIC, event })))
        for (const [index, scope] of scopes.entries()) {
          expect(idsOf(await eventsOf(log(), TOPIC, scope))).toEqual([events[index]!.id])
        }
      })
    })

    describe('reading', () => {
      test('given a place, when read after it, then it is left out; when read up to it, then it is there', async () => {
        const scope = newScope()
        const places = await appendSome(log(), scope, 4)
        const stretch = await eventsOf(log(), TOPIC, scope, {
          after: places[0]!.position,
          upTo: places[2]!.position,
        })
        expect(stretch.map(({ position }) => position)).toEqual(
          places.slice(1, 3).map(({ position }) => position),
        )
      })

      test('given many records, when read in small batches, then none is lost or doubled', async () => {
        const scope = newScope()
        const places = await appendSome(log(), scope, 23)
        const read = await eventsOf(log(), TOPIC, scope, { maxRecords: 5 })
        expect(read.map(({ position }) => position)).toEqual(places.map(({ position }) => position))
      })

      test('given records that lie apart, when read at their positions, then these come and no others', async () => {
        const [scope, other] = [newScope(), newScope()]
        const wanted: LogPosition[] = []
        for (let n = 0; n < 6; n++) {
          wanted.push((await appendSome(log(), scope, 2))[n % 2]!)
          await appendSome(log(), other, 20)
        }
        const at = wanted.map(({ position }) => position)
        const partition = log().partitionOf(TOPIC, scope)
        const read: LogRecord[] = []
        for await (const some of log().read({ topic: TOPIC, partition, at, maxRecords: 2 })) {
          expect(some.length).toBeLessThan(3)
          read.push(...some)
        }
        expect(read.map(({ position }) => position)).toEqual(at)
        expect(read.every((record) => isOf(record, scope))).toBe(true)
        expect(await eventsOf(log(), TOPIC, scope, { at: [] })).toEqual([])
      })

      test('given a record that was erased, when read at its position, then it is left out', async () => {
        const scope = newScope()
        const places = await appendSome(log(), scope, 3)
        const at = places.map(({ position }) => position)
        const matches = ({ position }: LogRecord) => position === at[1]
        await log().erase({ topic: TOPIC, scope, matches })
        const read = await eventsOf(log(), TOPIC, scope, { at: [at[0]!, at[2]!] })
        expect(read.map(({ position }) => position)).toEqual([at[0], at[2]])
      })

      test('given users with names alike, when one is read, then nothing of another comes, page by page', async () => {
        const scopes = lookAlikes()
        for (const scope of [...scopes, ...scopes]) await appendSome(log(), scope, 3)
        for (const scope of scopes) {
          const partition = log().partitionOf(TOPIC, scope)
          const read: LogRecord[] = []
          for await (const page of log().read({ topic: TOPIC, partition, scope, maxRecords: 2 })) {
            read.push(...page)
          }
          expect(read.every((record) => isOf(record, scope))).toBe(true)
          expect(idsOf(read)).toEqual(idsOf(await eventsOf(log(), TOPIC, scope)))
        }
      })

      test('given a place where nothing follows, when read after it, then the stretch is empty', async () => {
        const scope = newScope()
        await appendSome(log(), scope, 1)
        const partition = log().partitionOf(TOPIC, scope)
        const end = (await log().ends(TOPIC)).get(partition)!
        const batches = []
        for await (const batch of log().read({ topic: TOPIC, partition, after: end, upTo: end })) {
          batches.push(batch)
        }
        expect(batches.flat()).toEqual([])
      })

      test('given records, when asked for the ends, then none of them lies behind its end', async () => {
        const scope = newScope()
        const places = await appendSome(log(), scope, 3)
        const end = (await log().ends(TOPIC)).get(log().partitionOf(TOPIC, scope))
        expect(end).toBeGreaterThanOrEqual(places.at(-1)!.position)
      })

      test('given records, when their positions are compared with where the log begins, then none lies before it', async () => {
        const [first] = await appendSome(log(), newScope(), 1)
        expect(first!.position).toBeGreaterThanOrEqual(log().begins)
      })

      test('given a topic, when asked, then every user has a partition of it, always the same', async () => {
        for (const scope of [...lookAlikes(), newScope(), newScope()]) {
          const partition = log().partitionOf(TOPIC, scope)
          expect(log().partitions(TOPIC)).toContain(partition)
          expect(log().partitionOf(TOPIC, { ...scope })).toBe(partition)
        }
      })
    })

    describe('committing', () => {
      test('given records and checkpoints, when committed, then all are there', async () => {
        const [scope, group] = [newScope(), newGroup()]
        const [read] = await appendSome(log(), scope, 1)
        const event = storedEvent(scope)
        const [place] = await log().commit({
          group,
          records: [{ topic: DERIVED, event }],
          checkpoints: [read!],
        })
        expect((await recordAt(log(), place!))?.event?.id).toBe(event.id)
        await expectToStandAt(log(), group, read!)
      })

      test('given no records, when committed, then the checkpoints move all the same', async () => {
        const [scope, group] = [newScope(), newGroup()]
        const places = await appendSome(log(), scope, 2)
        for (const place of places) {
          expect(await log().commit({ group, records: [], checkpoints: [place] })).toEqual([])
        }
        await expectToStandAt(log(), group, places[1]!)
      })

      test('given a record that cannot be written, when committed with others, then nothing has happened', async () => {
        const [scope, group] = [newScope(), newGroup()]
        const [read] = await appendSome(log(), scope, 1)
        const loop: Record<string, unknown> = {}
        loop.loop = loop
        const commit = log().commit({
          group,
          records: [
            { topic: DERIVED, event: storedEvent(scope) },
            { topic: DERIVED, event: storedEvent(scope, { open: loop }) },
          ],
          checkpoints: [read!],
        })
        await expect(commit).rejects.toThrow()
        expect(await eventsOf(log(), DERIVED, scope)).toEqual([])
        expect((await log().checkpoints(group, TOPIC)).get(read!.partition)).toBeUndefined()
      })

      test('given a commit whose answer was lost, when made again, then readers see each id and one place', async () => {
        const [scope, group] = [newScope(), newGroup()]
        const [read] = await appendSome(log(), scope, 1)
        const commit = {
          group,
          records: [storedEvent(scope), storedEvent(scope)].map((event) => ({
            topic: DERIVED as AnyTopicName,
            event,
          })),
          checkpoints: [read!],
        }
        await log().commit(commit)
        await log().commit(commit)
        const ids = idsOf(await eventsOf(log(), DERIVED, scope))
        expect([...new Set(ids)]).toEqual(commit.records.map(({ event }) => event.id))
        if (declared.dropsRepeated) expect(ids).toHaveLength(2)
        await expectToStandAt(log(), group, read!)
      })

      test('given two commits of a group, when nothing stands between them, then the second is next, and else it is not', async () => {
        const [scope, group] = [newScope(), newGroup()]
        const [read] = await appendSome(log(), scope, 1)
        const record = () => ({ topic: DERIVED as AnyTopicName, event: storedEvent(scope) })
        const commit = async () => {
          const places = await log().commit({
            group,
            records: [record(), record()],
            checkpoints: [read!],
          })
          return places.map(({ position }) => position)
        }
        const [first, second] = [await commit(), await commit()]
        expect(log().isNext(first[1]!, second[0]!)).toBe(true)
        expect(log().isNext(first[0]!, second[0]!)).toBe(false)
        expect(log().isNext(first[1]!, second[1]!)).toBe(false)
        await log().append([record()])
        const third = await commit()
        expect(log().isNext(second[1]!, third[0]!)).toBe(false)
      })

      test('given a note with a checkpoint, when asked, then it is told; the next checkpoint replaces it', async () => {
        const [scope, group] = [newScope(), newGroup()]
        const [first, second] = await appendSome(log(), scope, 2)
        const records = [{ topic: DERIVED as AnyTopicName, event: storedEvent(scope) }]
        const noted = async () => (await log().notes(group, TOPIC)).get(first!.partition)
        expect(await noted()).toBeUndefined()
        const long = JSON.stringify({ done: '1z.3 '.repeat(700), work: [] })
        await log().commit({ group, records, checkpoints: [{ ...first!, note: long }] })
        await eventually(async () => expect(await noted()).toBe(long))
        await log().commit({ group, records: [], checkpoints: [{ ...first!, note: 'other' }] })
        await eventually(async () => expect(await noted()).toBe('other'))
        await expectToStandAt(log(), group, first!)
        await log().commit({ group, records: [], checkpoints: [second!] })
        await eventually(async () => expect(await noted()).toBeUndefined())
      })

      test('given a group that has done nothing but what stands further on, when committed, then the note says so', async () => {
        const [scope, group] = [newScope(), newGroup()]
        const [read] = await appendSome(log(), scope, 1)
        const before = { topic: TOPIC, partition: read!.partition, position: -1 } as const
        await log().commit({ group, records: [], checkpoints: [{ ...before, note: 'beyond' }] })
        await eventually(async () =>
          expect((await log().notes(group, TOPIC)).get(read!.partition)).toBe('beyond'),
        )
      })

      test('given two groups, when one commits, then the other stands where it stood', async () => {
        const [scope, one, other] = [newScope(), newGroup(), newGroup()]
        const [read] = await appendSome(log(), scope, 1)
        await log().commit({ group: one, records: [], checkpoints: [read!] })
        expect(await log().checkpoints(other, TOPIC)).toEqual(new Map())
        expect(await log().checkpoints(one, DERIVED)).toEqual(new Map())
      })
    })

    describe('telling where a group stands', () => {
      const expectStanding = async (
        group: string,
        at: LogPosition | null,
        note: string | null = null,
      ) => {
        const check = async () => {
          const seen = await log().standing(group, [TOPIC, DERIVED])
          expect([...seen.keys()]).toEqual([TOPIC, DERIVED])
          expect(seen.get(DERIVED)).toEqual(new Map())
          const wanted = at ? [[at.partition, { position: at.position, note }]] : []
          expect([...seen.get(TOPIC)!]).toEqual(wanted)
        }
        await (declared.tellsOthersLate ? eventually(check) : check())
      }

      test('given a group that has committed, when looked at, then it stands there, and nowhere else', async () => {
        const group = newGroup()
        const [read] = await appendSome(log(), newScope(), 1)
        await log().commit({ group, records: [], checkpoints: [read!] })
        await expectStanding(group, read!)
        await expectStanding(newGroup(), null)
        const checkpoints = [{ ...read!, note: 'beyond' }]
        await log().commit({ group, records: [], checkpoints })
        await expectStanding(group, read!, 'beyond')
      })

      test('given checkpoints that lie elsewhere, when a subscriber announces them, then others see them', async () => {
        const [scope, group] = [newScope(), newGroup()]
        const [first, second] = await appendSome(log(), scope, 2)
        const seen: Position[] = []
        const subscription = await log().subscribe({
          group,
          topics: [TOPIC],
          maxRecords: 1,
          resumeAfter: async () => undefined,
          deliver: async ({ records }) => {
            const own = records.filter(({ event }) => event?.userId === scope.userId)
            seen.push(...own.map(({ position }) => position))
          },
          failed: () => undefined,
        })
        await eventually(() => expect(seen).toEqual([first!.position, second!.position]))
        await expectStanding(group, null)
        await subscription.announce([first!])
        await expectStanding(group, first!)
        await subscription.announce([second!])
        await expectStanding(group, second!)
        await subscription.close()
      })
    })

    describe('subscribing', () => {
      test('given records before and after, when subscribed, then all are delivered, in order', async () => {
        const scope = newScope()
        const before = await appendSome(log(), scope, 5)
        const seen = await subscribed(log(), { scope })
        const after = await appendSome(log(), scope, 5)
        await eventually(() => expect(seen.places()).toEqual([...before, ...after]))
        await seen.close()
      })

      test('given a place to go on after, when subscribed, then what stands there is not delivered again', async () => {
        const scope = newScope()
        const places = await appendSome(log(), scope, 6)
        const seen = await subscribed(log(), { scope, resumeAfter: places[2]!.position })
        await eventually(() => expect(seen.places()).toEqual(places.slice(3)))
        await seen.close()
      })

      test('given a slow reader, when more arrives, then a partition has one delivery at a time, bounded in size', async () => {
        const scope = newScope()
        let running = 0
        let most = 0
        const seen = await subscribed(log(), {
          scope,
          maxRecords: 3,
          during: async () => {
            most = Math.max(most, ++running)
            await new Promise((resolve) => setTimeout(resolve, 5))
            running--
          },
        })
        const places = (await Promise.all([1, 2, 3].map(() => appendSome(log(), scope, 4)))).flat()
        await eventually(() => expect(seen.places()).toHaveLength(places.length))
        expect(most).toBe(1)
        expect(Math.max(...seen.sizes())).toBeLessThanOrEqual(3)
        expect(Math.min(...seen.sizes())).toBeGreaterThanOrEqual(1)
        await seen.close()
      })

      test('given several topics, when subscribed, then each is delivered under its name', async () => {
        const scope = newScope()
        const seen = await subscribed(log(), { scope, topics: [TOPIC, DERIVED] })
        const [write] = await appendSome(log(), scope, 1)
        const [fact] = await log().append([{ topic: DERIVED, event: storedEvent(scope) }])
        await eventually(() => expect(seen.places()).toHaveLength(2))
        expect(seen.places()).toContainEqual(write)
        expect(seen.places()).toContainEqual(fact)
        await seen.close()
      })

      test('given two groups, when subscribed, then both get everything', async () => {
        const scope = newScope()
        const seen = await Promise.all([subscribed(log(), { scope }), subscribed(log(), { scope })])
        const places = await appendSome(log(), scope, 3)
        for (const each of seen) {
          await eventually(() => expect(each.places()).toEqual(places))
          await each.close()
        }
      })

      test('given two subscribers of one group, when records come, then each record goes to one of them', async (context) => {
        if (!declared.sharesPartitions) return context.skip()
        const [app, group] = [newScope(), newGroup()]
        const scopes = Array.from({ length: 20 }, () => ({ ...app, userId: randomUUID() }))
        const both = await Promise.all(
          [1, 2].map(() => subscribed(log(), { scope: app, anyUser: true, group, fromEnd: true })),
        )
        const places = await log().append(
          scopes.map((scope) => ({ topic: TOPIC, event: storedEvent(scope) })),
        )
        const all = () => both.flatMap((each) => each.places())
        await eventually(() => expect(sorted(all())).toEqual(sorted(places)), 60_000)
        await Promise.all(both.map((each) => each.close()))
      })

      test('given a running delivery, when closed, then close waits for it and nothing follows', async () => {
        const scope = newScope()
        const { promise: held, resolve: finish } = Promise.withResolvers<void>()
        const seen = await subscribed(log(), { scope, maxRecords: 1, during: () => held })
        await appendSome(log(), scope, 3)
        await eventually(() => expect(seen.sizes().length).toBeGreaterThan(0))
        let closed = false
        const closing = seen.close().then(() => {
          closed = true
        })
        await new Promise((resolve) => setTimeout(resolve, 30))
        expect(closed).toBe(false)
        const started = seen.sizes().length
        finish()
        await closing
        expect(seen.sizes()).toHaveLength(started)
        await seen.close()
      })

      test('given a partition that is delivered, when closed, then what goes on for it is waited for', async () => {
        const scope = newScope()
        const order: string[] = []
        const subscription = await log().subscribe({
          group: newGroup(),
          topics: [TOPIC],
          maxRecords: 100,
          resumeAfter: async () => undefined,
          deliver: async () => void order.push('delivered'),
          released: async () => {
            await new Promise((resolve) => setImmediate(resolve))
            order.push('released')
          },
          failed: () => undefined,
        })
        await appendSome(log(), scope, 1)
        await eventually(() => expect(order).toContain('delivered'))
        await subscription.close()
        expect(order).toContain('released')
      })

      test('given work that goes on after its delivery, when it fails, then failed is called, once', async () => {
        const errors: Error[] = []
        let fail: (error: Error) => void = () => undefined
        const subscription = await log().subscribe({
          group: newGroup(),
          topics: [TOPIC],
          maxRecords: 100,
          resumeAfter: async () => undefined,
          deliver: async (_, whenItFails) => {
            fail = whenItFails
          },
          failed: (error) => errors.push(error),
        })
        await appendSome(log(), newScope(), 1)
        await eventually(() => {
          fail(new Error('a bug'))
          expect(errors.map(({ message }) => message)).toEqual(['a bug'])
        })
        await subscription.close()
        expect(errors).toHaveLength(1)
      })

      test('given a handler that throws, when it is delivered to, then failed is called, once', async () => {
        const scope = newScope()
        await appendSome(log(), scope, 1)
        await log().append([{ topic: DERIVED, event: storedEvent(scope) }])
        const errors: Error[] = []
        const subscription = await log().subscribe({
          group: newGroup(),
          topics: [TOPIC, DERIVED],
          maxRecords: 100,
          resumeAfter: async () => undefined,
          deliver: async () => {
            throw new Error('a bug')
          },
          failed: (error) => errors.push(error),
        })
        await eventually(() => expect(errors.map(({ message }) => message)).toEqual(['a bug']))
        await subscription.close()
        expect(errors).toHaveLength(1)
      })
    })

    describe('erasing', () => {
      test('given records of several users, when some of one are erased, then only they are gone', async () => {
        const [scope, other] = [newScope(), newScope()]
        const places = await appendSome(log(), scope, 4)
        const kept = await appendSome(log(), other, 2)
        const erased = await log().erase({
          topic: TOPIC,
          scope,
          matches: ({ position }) => position < places[2]!.position,
        })
        expect(erased).toBe(2)
        expect((await eventsOf(log(), TOPIC, scope)).map(({ position }) => position)).toEqual(
          places.slice(2).map(({ position }) => position),
        )
        expect(await eventsOf(log(), TOPIC, other)).toHaveLength(kept.length)
      })

      test('given an erased record, when subscribed from the start, then it is not delivered', async () => {
        const scope = newScope()
        const places = await appendSome(log(), scope, 3)
        await log().erase({
          topic: TOPIC,
          scope,
          matches: ({ position }) => position === places[1]!.position,
        })
        const seen = await subscribed(log(), { scope })
        await eventually(() => expect(seen.places()).toEqual([places[0], places[2]]))
        await seen.close()
      })

      test('given everything of a user erased, when erased again, then there is nothing to do', async () => {
        const scope = newScope()
        await appendSome(log(), scope, 2)
        const erase = () => log().erase({ topic: TOPIC, scope, matches: () => true })
        expect(await erase()).toBe(2)
        expect(await erase()).toBe(0)
        expect(await eventsOf(log(), TOPIC, scope)).toEqual([])
      })

      test('given an erased record, when new ones follow, then they stand behind all that was', async () => {
        const scope = newScope()
        const places = await appendSome(log(), scope, 2)
        await log().erase({ topic: TOPIC, scope, matches: () => true })
        const [next] = await appendSome(log(), scope, 1)
        expect(next!.position).toBeGreaterThan(places[1]!.position)
      })

      test('given users with names alike, when known events of one are erased, then the others are as they were', async () => {
        const scopes = lookAlikes()
        const [first, ...others] = scopes.map((scope) => storedEvent(scope))
        await log().append([first!, ...others].map((event) => ({ topic: TOPIC, event })))
        await log().eraseKnown(TOPIC, scopes[0]!, [first!.id])
        expect(await eventsOf(log(), TOPIC, scopes[0]!)).toEqual([])
        for (const scope of scopes.slice(1)) {
          expect(await eventsOf(log(), TOPIC, scope)).toHaveLength(1)
        }
      })

      test('given users with names alike, when one is erased, then the others are as they were', async () => {
        const scopes = lookAlikes()
        await log().append(scopes.map((scope) => ({ topic: TOPIC, event: storedEvent(scope) })))
        const [first, ...others] = scopes
        await log().erase({ topic: TOPIC, scope: first!, matches: () => true })
        expect(await eventsOf(log(), TOPIC, first!)).toEqual([])
        for (const scope of others) expect(await eventsOf(log(), TOPIC, scope)).toHaveLength(1)
      })

      test('given a place, when what lies behind it is erased, then what lies before it stays', async () => {
        const scope = newScope()
        const places = await appendSome(log(), scope, 4)
        const after = places[1]!.position
        const shown: number[] = []
        const matches = ({ position }: LogRecord) => shown.push(position) > 0
        expect(await log().erase({ topic: TOPIC, scope, after, matches })).toBe(2)
        expect(shown).toEqual(places.slice(2).map(({ position }) => position))
        expect(await eventsOf(log(), TOPIC, scope)).toHaveLength(2)
      })

      test('given known events, when they are erased, then only they are gone, and a second time does no harm', async () => {
        const [scope, other] = [newScope(), newScope()]
        const events = [0, 1, 2].map(() => storedEvent(scope))
        await log().append(events.map((event) => ({ topic: TOPIC, event })))
        await appendSome(log(), other, 2)
        const ids = [events[0]!.id, events[2]!.id]
        expect(await log().eraseKnown(TOPIC, scope, ids)).toBe(2)
        await log().eraseKnown(TOPIC, scope, ids)
        expect(idsOf(await eventsOf(log(), TOPIC, scope))).toEqual([events[1]!.id])
        expect(await eventsOf(log(), TOPIC, other)).toHaveLength(2)
      })

      test('given sealed words, when records are chosen, then only their open part is seen', async () => {
        const scope = newScope()
        const event = storedEvent(scope, { sealed: Uint8Array.from([1, 2, 3]), open: { n: 1 } })
        await log().append([{ topic: TOPIC, event }])
        const shown: LogRecord[] = []
        await log().erase({ topic: TOPIC, scope, matches: (record) => shown.push(record) < 0 })
        expect(shown.map((record) => record.event?.open)).toEqual([{ n: 1 }])
        expect(await eventsOf(log(), TOPIC, scope)).toHaveLength(1)
      })
    })

    describe('closing', () => {
      test('given a subscription, when the log is closed, then it ends, and closing twice is fine', async () => {
        const scope = newScope()
        await subscribed(log(), { scope })
        await log().close()
        await log().close()
        await expect(appendSome(log(), scope, 1)).rejects.toThrow()
      })

      test('given a log that was closed, when it is opened again, then everything is where it was', async (context) => {
        const { reopen } = opened()
        if (!reopen) return context.skip()
        const [scope, group] = [newScope(), newGroup()]
        const places = await appendSome(log(), scope, 3)
        await log().commit({ group, records: [], checkpoints: [places[1]!] })
        await log().erase({
          topic: TOPIC,
          scope,
          matches: ({ position }) => position === places[0]!.position,
        })
        await log().close()
        const again = await reopen()
        const read = await eventsOf(again, TOPIC, scope)
        expect(read.map(({ position }) => position)).toEqual([
          places[1]!.position,
          places[2]!.position,
        ])
        await expectToStandAt(again, group, places[1]!)
        const [next] = await appendSome(again, scope, 1)
        expect(next!.position).toBeGreaterThan(places[2]!.position)
        await again.close()
      })
    })
  })
}

function newGroup(): string {
  return `group-${randomUUID()}`
}

function appendSome(log: EventLog, scope: Scope, count: number): Promise<LogPosition[]> {
  return log.append(
    Array.from({ length: count }, () => ({ topic: TOPIC, event: storedEvent(scope) })),
  )
}

function isOf({ event }: LogRecord, { appId, userId }: Scope): boolean {
  return event?.appId === appId && event.userId === userId
}

/** What a user has in a topic; other suites may share the partition. */
async function eventsOf(
  log: EventLog,
  topic: AnyTopicName,
  scope: Scope,
  stretch: Pick<ReadOptions, 'after' | 'upTo' | 'at' | 'maxRecords'> = {},
): Promise<LogRecord[]> {
  const partition = log.partitionOf(topic, scope)
  const records: LogRecord[] = []
  for await (const batch of log.read({ topic, partition, ...stretch })) records.push(...batch)
  return records.filter((record) => isOf(record, scope))
}

async function recordAt(log: EventLog, { topic, partition, position }: LogPosition) {
  for await (const batch of log.read({ topic, partition, upTo: position })) {
    const found = batch.find((record) => record.position === position)
    if (found) return found
  }
  return undefined
}

/** Subscribes a group and keeps the events of one user (or of one app) that it receives. */
async function subscribed(
  log: EventLog,
  options: {
    scope: Scope
    anyUser?: boolean
    fromEnd?: boolean
    group?: string
    topics?: readonly AnyTopicName[]
    resumeAfter?: Position
    maxRecords?: number
    during?: () => Promise<void>
  },
) {
  const records: LogRecord[] = []
  const sizes: number[] = []
  const ends = await log.ends(TOPIC)
  const subscription = await log.subscribe({
    group: options.group ?? newGroup(),
    topics: options.topics ?? [TOPIC],
    maxRecords: options.maxRecords ?? 100,
    resumeAfter: async (_, partition) =>
      options.fromEnd ? ends.get(partition) : options.resumeAfter,
    deliver: async (delivery) => {
      const wanted = delivery.records.filter((record) =>
        options.anyUser ? record.event?.appId === options.scope.appId : isOf(record, options.scope),
      )
      if (wanted.length === 0) return
      sizes.push(delivery.records.length)
      await options.during?.()
      records.push(...wanted)
    },
    failed: (error) => {
      throw error
    },
  })
  return {
    places: () => records.map(({ topic, partition, position }) => ({ topic, partition, position })),
    sizes: () => sizes,
    close: () => subscription.close(),
  }
}

function idsOf(records: readonly LogRecord[]): (string | undefined)[] {
  return records.map((record) => record.event?.id)
}

function sorted(places: readonly LogPosition[]): string[] {
  return places.map(({ partition, position }) => `${partition}/${position}`).sort()
}

function plain(event: StoredEvent) {
  return { ...event, sealed: event.sealed && [...event.sealed] }
}
