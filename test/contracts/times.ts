// The cases of bi-temporal data, as a table: what became known when, and what each other time must show. Stores get the
// events through the processors that write to them.
import type { Time } from '../../infra/ports/rules/time.ts'
import type { Delivered, Projector } from '../../infra/runtime/run/processor.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import { delivered, opens } from '../processors/given.ts'

/** `holding`: those of the facts shown that hold then: what a graph relates and describes. */
type Asked = { time: Time; shown: string[]; holding: string[] }
type TimesCase = {
  name: string
  events: (scope: Scope) => Delivered[]
  asked: Asked[]
}

export function onDay(n: number): string {
  return new Date(Date.UTC(2026, 2, n, 10)).toISOString()
}

type Came = { recorded: number; from?: number; to?: number; yieldsTo?: string }

/** A fact that says where Ana is. It was said when it began, unless that lies ahead. */
export function came(id: string, { recorded, from = recorded, to, yieldsTo }: Came) {
  return (scope: Scope) =>
    delivered('FactAsserted', {
      ...scope,
      position: nextPosition(),
      recordedAt: onDay(recorded),
      occurredAt: onDay(Math.min(recorded, from)),
      open: {
        ...opens.factAsserted,
        factId: id,
        source: 1,
        validFrom: onDay(from),
        validTo: to === undefined ? null : onDay(to),
        supersededBy: yieldsTo ?? null,
      },
      sealed: {
        text: `Ana is in ${id}`,
        aliases: [],
        scopes: [],
        saidBy: null,
        subject: 'Ana',
        attribute: 'home',
        value: `home ${id}`,
        exclusive: true,
        entities: [
          { name: 'Ana', type: 'person' },
          { name: id, type: 'place' },
        ],
        relationships: [{ source: 'Ana', type: 'is_in', target: id }],
        embedding: Buffer.from([100, 20, id.charCodeAt(0) % 100]).toString('base64'),
      },
    })
}

export function closed(
  id: string,
  by: string,
  { recorded, end }: { recorded: number; end: number },
) {
  return (scope: Scope) =>
    delivered('FactSuperseded', {
      ...scope,
      position: nextPosition(),
      recordedAt: onDay(recorded),
      open: { ...opens.factSuperseded, factId: id, supersededBy: by, validTo: onDay(end) },
    })
}

export function pruned(id: string, day: number) {
  return (scope: Scope) =>
    delivered('FactPruned', {
      ...scope,
      position: nextPosition(),
      recordedAt: onDay(day),
      open: { ...opens.factPruned, factId: id, prunedAt: onDay(day) },
    })
}

export function merged(id: string, into: string, day: number) {
  return (scope: Scope) =>
    delivered('FactMerged', {
      ...scope,
      position: nextPosition(),
      recordedAt: onDay(day),
      open: { ...opens.factMerged, factId: id, mergedInto: into, mergedAt: onDay(day) },
    })
}

export function byClient(id: string, reason: 'resolved' | 'retracted', day: number) {
  return (scope: Scope) =>
    delivered('FactClosed', {
      ...scope,
      position: nextPosition(),
      recordedAt: onDay(day),
      open: { ...opens.factClosed, factId: id, reason, closedAt: onDay(day) },
    })
}

let position = 0
function nextPosition(): number {
  position += 1
  return position
}

function of(...made: ((scope: Scope) => Delivered)[]) {
  return (scope: Scope) => made.map((each) => each(scope))
}

const known = (day: number) => ({ knownAt: onDay(day) })
const held = (day: number) => ({ asOf: onDay(day) })
const both = (asOf: number, knownAt: number) => ({ asOf: onDay(asOf), knownAt: onDay(knownAt) })
/** Ids of the facts that a search may find. */
const see = (time: Time, ...shown: string[]): Asked => ({ time, shown, holding: shown })
/** The same where only some of them hold then. */
const seeOf = (time: Time, shown: string[], ...holding: string[]): Asked => ({
  time,
  shown,
  holding,
})

export const timesCases: readonly TimesCase[] = [
  {
    name: 'a fact that still holds',
    events: of(came('a', { recorded: 5 })),
    asked: [
      see(known(4)),
      see(known(5), 'a'),
      see(held(4)),
      see(held(5), 'a'),
      see({ asOf: '9998-01-01T00:00:00Z' }, 'a'),
      see({ knownAt: '9998-01-01T00:00:00Z' }, 'a'),
      see({ asOf: '0001-01-01T00:00:00Z' }),
      see({ knownAt: '0001-01-01T00:00:00Z' }),
      see({ asOf: '2026-03-05T11:00:00+01:00' }, 'a'),
      see({ asOf: '2026-03-05T10:59:59+01:00' }),
    ],
  },
  {
    name: 'superseded',
    events: of(
      came('a', { recorded: 1 }),
      came('b', { recorded: 10 }),
      closed('a', 'b', { recorded: 10, end: 10 }),
    ),
    asked: [
      see(known(9), 'a'),
      see(known(10), 'b'),
      see(held(9), 'a'),
      see(held(10), 'b'),
      see(both(12, 9), 'a'),
      see(both(5, 12), 'a'),
    ],
  },
  {
    name: 'backdated: learnt long after it began',
    events: of(came('a', { recorded: 10, from: 2 })),
    asked: [see(known(5)), see(held(5), 'a'), see(both(5, 9)), see(both(5, 10), 'a')],
  },
  {
    name: 'backdated, and out of date when it was learnt',
    events: of(
      came('b', { recorded: 10 }),
      came('a', { recorded: 12, from: 2, to: 10, yieldsTo: 'b' }),
    ),
    asked: [
      see(known(11), 'b'),
      see(known(12), 'b'),
      see(held(5), 'a'),
      see(held(11), 'b'),
      see(both(5, 11)),
    ],
  },
  {
    name: 'corrected: it never held',
    events: of(
      came('a', { recorded: 5 }),
      came('b', { recorded: 8, from: 5 }),
      closed('a', 'b', { recorded: 8, end: 5 }),
    ),
    asked: [
      see(held(6), 'b'),
      see(both(6, 6), 'a'),
      see(known(7), 'a'),
      see(known(8), 'b'),
      see(both(6, 8), 'b'),
    ],
  },
  {
    name: 'retroactive: the end is learnt after it has come',
    events: of(
      came('a', { recorded: 1 }),
      came('b', { recorded: 10, from: 4 }),
      closed('a', 'b', { recorded: 10, end: 4 }),
    ),
    asked: [
      see(held(3), 'a'),
      see(held(6), 'b'),
      see(both(6, 9), 'a'),
      see(both(6, 10), 'b'),
      see(known(9), 'a'),
    ],
  },
  {
    name: 'an end that lies ahead',
    events: of(came('a', { recorded: 1, to: 20 })),
    asked: [
      see(held(19), 'a'),
      see(held(20)),
      see(both(25, 2)),
      see(both(15, 2), 'a'),
      see(known(19), 'a'),
      seeOf(known(25), ['a']),
    ],
  },
  {
    name: 'an end that lies ahead, and comes earlier',
    events: of(
      came('a', { recorded: 1, to: 20 }),
      came('b', { recorded: 10 }),
      closed('a', 'b', { recorded: 10, end: 10 }),
    ),
    asked: [see(held(15), 'b'), see(both(15, 9), 'a'), see(both(21, 9)), see(both(15, 10), 'b')],
  },
  {
    name: 'a beginning that lies ahead',
    events: of(came('a', { recorded: 1, from: 20 })),
    asked: [
      see(held(10)),
      see(held(20), 'a'),
      see(both(20, 1), 'a'),
      seeOf(known(1), ['a']),
      see(known(20), 'a'),
    ],
  },
  {
    name: 'followed: another takes its place on a day that lies ahead',
    events: of(
      came('a', { recorded: 1 }),
      came('b', { recorded: 5, from: 20 }),
      closed('a', 'b', { recorded: 5, end: 20 }),
    ),
    asked: [
      see(known(4), 'a'),
      seeOf(known(5), ['a', 'b'], 'a'),
      see(known(25), 'b'),
      see(held(19), 'a'),
      see(held(20), 'b'),
      see(both(15, 6), 'a'),
      see(both(25, 4), 'a'),
      see(both(25, 5), 'b'),
    ],
  },
  {
    name: 'followed, and before that day by a third, which holds until then',
    events: of(
      came('a', { recorded: 1 }),
      came('b', { recorded: 5, from: 20 }),
      closed('a', 'b', { recorded: 5, end: 20 }),
      came('c', { recorded: 10, to: 20, yieldsTo: 'b' }),
      closed('a', 'c', { recorded: 10, end: 10 }),
    ),
    asked: [
      seeOf(known(7), ['a', 'b'], 'a'),
      seeOf(known(12), ['b', 'c'], 'c'),
      see(known(25), 'b'),
      see(held(9), 'a'),
      see(held(15), 'c'),
      see(held(20), 'b'),
      see(both(9, 7), 'a'),
      see(both(15, 7), 'a'),
      see(both(15, 12), 'c'),
    ],
  },
  {
    name: 'replaced before the day on which it would have begun',
    events: of(
      came('a', { recorded: 1, from: 20 }),
      came('b', { recorded: 5 }),
      closed('a', 'b', { recorded: 5, end: 20 }),
    ),
    asked: [seeOf(known(4), ['a']), see(known(6), 'b'), see(held(21), 'b'), see(both(21, 4), 'a')],
  },
  {
    name: 'planned, and followed on a later day still',
    events: of(
      came('a', { recorded: 1, from: 10 }),
      came('b', { recorded: 5, from: 20 }),
      closed('a', 'b', { recorded: 5, end: 20 }),
    ),
    asked: [
      seeOf(known(4), ['a']),
      seeOf(known(6), ['a', 'b']),
      seeOf(known(19), ['a', 'b'], 'a'),
      see(known(20), 'b'),
      see(held(9)),
      see(held(19), 'a'),
      see(held(20), 'b'),
      see(both(25, 4), 'a'),
    ],
  },
  {
    name: 'followed on a day that lies ahead, and over before that day',
    events: of(
      came('a', { recorded: 1 }),
      came('b', { recorded: 5, from: 20 }),
      closed('a', 'b', { recorded: 5, end: 20 }),
      pruned('a', 10),
    ),
    asked: [
      seeOf(known(6), ['a', 'b'], 'a'),
      seeOf(known(10), ['b']),
      see(held(9), 'a'),
      see(held(10)),
      see(held(20), 'b'),
      see(both(9, 6), 'a'),
      see(both(15, 6), 'a'),
      see(both(15, 10)),
    ],
  },
  {
    name: 'followed on a day that lies ahead, and taken back before that day',
    events: of(
      came('a', { recorded: 1 }),
      came('b', { recorded: 5, from: 20 }),
      closed('a', 'b', { recorded: 5, end: 20 }),
      byClient('a', 'retracted', 10),
    ),
    asked: [
      see(known(4), 'a'),
      seeOf(known(7), ['a', 'b'], 'a'),
      seeOf(known(10), ['b']),
      see(held(3)),
      see(both(25, 4), 'a'),
      see(both(3, 7), 'a'),
      see(both(15, 7), 'a'),
      see(both(25, 7), 'b'),
      see(both(3, 10)),
    ],
  },
  {
    name: 'its end is learnt twice, the second time earlier',
    events: of(
      came('a', { recorded: 1 }),
      came('b', { recorded: 10, from: 8 }),
      closed('a', 'b', { recorded: 10, end: 8 }),
      came('c', { recorded: 12, from: 4, to: 8, yieldsTo: 'b' }),
      closed('a', 'c', { recorded: 12, end: 4 }),
    ),
    asked: [
      see(known(9), 'a'),
      see(known(11), 'b'),
      see(both(6, 9), 'a'),
      see(both(9, 9), 'a'),
      see(both(6, 11), 'a'),
      see(both(9, 11), 'b'),
      see(both(6, 12), 'c'),
      see(both(3, 12), 'a'),
      see(held(6), 'c'),
    ],
  },
  {
    name: 'its end is learnt four times',
    events: of(
      came('a', { recorded: 1 }),
      came('b', { recorded: 3, from: 20 }),
      closed('a', 'b', { recorded: 3, end: 20 }),
      came('c', { recorded: 5, from: 18, to: 20, yieldsTo: 'b' }),
      closed('a', 'c', { recorded: 5, end: 18 }),
      came('d', { recorded: 7, from: 16, to: 18, yieldsTo: 'c' }),
      closed('a', 'd', { recorded: 7, end: 16 }),
      byClient('a', 'retracted', 9),
    ),
    asked: [
      see(both(25, 2), 'a'),
      see(both(19, 4), 'a'),
      see(both(20, 4), 'b'),
      see(both(17, 6), 'a'),
      see(both(18, 6), 'c'),
      see(both(15, 8), 'a'),
      see(both(16, 8), 'd'),
      see(both(15, 9)),
      seeOf(known(2), ['a'], 'a'),
      seeOf(known(4), ['a', 'b'], 'a'),
      seeOf(known(6), ['a', 'b', 'c'], 'a'),
      seeOf(known(8), ['a', 'b', 'c', 'd'], 'a'),
      seeOf(known(9), ['b', 'c', 'd']),
      seeOf(known(17), ['b', 'c', 'd'], 'd'),
    ],
  },
  {
    name: 'over, and later learnt to end on a day that lies ahead',
    events: of(
      came('a', { recorded: 1 }),
      pruned('a', 5),
      came('b', { recorded: 10, from: 20 }),
      closed('a', 'b', { recorded: 10, end: 20 }),
    ),
    asked: [see(known(4), 'a'), see(known(6)), seeOf(known(12), ['b']), see(held(15))],
  },
  {
    name: 'pruned',
    events: of(came('a', { recorded: 1 }), pruned('a', 10)),
    asked: [
      see(known(9), 'a'),
      see(known(10)),
      see(held(9), 'a'),
      see(held(11)),
      see(both(11, 9), 'a'),
    ],
  },
  {
    name: 'settled by a client: it held until then',
    events: of(came('a', { recorded: 1 }), byClient('a', 'resolved', 10)),
    asked: [
      see(known(9), 'a'),
      see(known(10)),
      see(held(9), 'a'),
      see(held(11)),
      see(both(11, 9), 'a'),
    ],
  },
  {
    name: 'taken back by a client: it never held',
    events: of(came('a', { recorded: 5, from: 2 }), byClient('a', 'retracted', 10)),
    asked: [
      see(known(9), 'a'),
      see(known(10)),
      see(held(3)),
      see(held(11)),
      see(both(3, 9), 'a'),
      see(both(11, 9), 'a'),
      see(both(3, 10)),
    ],
  },
  {
    name: 'merged',
    events: of(came('a', { recorded: 1 }), came('b', { recorded: 2 }), merged('b', 'a', 10)),
    asked: [
      see(known(1), 'a'),
      see(known(9), 'a', 'b'),
      see(known(10), 'a'),
      see(held(9), 'a', 'b'),
      see(held(11), 'a'),
      see(both(11, 9), 'a', 'b'),
    ],
  },
]

/** As one step, so that an event within it changes what earlier events of the step made. */
export async function takeIn(projector: Projector, events: readonly Delivered[]): Promise<void> {
  if (events.length === 0) return
  const { topic, partition, position: last } = events.at(-1)!
  await projector.apply(events, { topic, partition, position: last })
}
