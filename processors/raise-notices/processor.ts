// raise-notices: tells apps what happened, once the index and the graph hold it: a receiver of `memory.processed` can
// retrieve what it tells of. What no webhook of the app wants is not raised. A replay raises nothing.
import type { DecidingGraph, GraphStore } from '../../infra/ports/graph-store.ts'
import type { MemoryStore } from '../../infra/ports/memory-store.ts'
import type { States } from '../../infra/ports/states.ts'
import { firstOf } from '../../infra/runtime/certain.ts'
import { givenIdOf } from '../../infra/runtime/envelope/ids.ts'
import type { Delivered, Emitted, Transformer } from '../../infra/runtime/run/processor.ts'
import { createAwaitCheckpoint } from '../../infra/runtime/wait/await-checkpoint.ts'
import type { DomainEvent, FactEvent, NewDomainEvent } from '../../schemas/events/catalogue.ts'
import { type NoticeName, noticeNames } from '../../schemas/events/notices.ts'
import { factIdOf } from '../extract-facts/decide.ts'
import { webhooksOf } from '../settings/evolve.ts'
import type { SettingsView } from '../settings/settings-view.ts'
import { graphStates } from '../states.ts'
import {
  conflictDetected,
  contestDetected,
  maintenanceCompleted,
  resourceProcessed,
} from './decide.ts'
import { topology } from './topology.ts'

type RaiseNoticesPorts = {
  states: States
  /** The readers' store: what a notice tells of can be retrieved. */
  memory: Pick<MemoryStore, 'checkpoints'>
  graph: Pick<GraphStore, 'checkpoints'>
  settings: Pick<SettingsView, 'current' | 'caughtUp'>
  signal: AbortSignal
}

type Wanted = ReadonlySet<NoticeName>
type Processed = Extract<FactEvent, { type: 'ResourceProcessed' }>

/** Users at a time: the questions for them are batched. */
const CONCURRENCY = 64

export function createRaiseNotices(ports: RaiseNoticesPorts): Transformer {
  const projected = createProjected(ports)
  const wantedBy = createWanted(ports)
  return {
    ...topology,
    kind: 'transformer',
    grouping: 'user',
    concurrency: CONCURRENCY,
    // Their notices wait for no store, so they must not stand behind those that do.
    apart: ['FactSuperseded', 'FactContested'],
    states: graphStates(ports),
    handle: async function raiseNotices(group) {
      const told = group.findLast(({ event }) => isAwaited(event))
      if (told) await projected(told)
      // After waiting: who subscribes meanwhile is told.
      const wanted = await wantedBy(firstOf(group).event.appId)
      if (wanted.size === 0) return { outcome: 'emit', events: [] }
      const { graph } = ports.states.of(firstOf(group).partition)
      const raised = await Promise.all(group.map(({ event }) => noticesOf(graph, event)))
      return { outcome: 'emit', events: raised.flat().filter((each) => isWanted(each, wanted)) }
    },
  }
}

/** An event that says that something can be retrieved waits until it can. */
function isAwaited({ type }: DomainEvent): boolean {
  return type === 'ResourceProcessed' || type === 'MaintenanceCompleted'
}

/**
 * What webhooks of an app want to be told. A client that was told that it is subscribed receives every notice from then
 * on, so a notice is left out only by the settings as they are now.
 */
function createWanted({ settings }: RaiseNoticesPorts): (appId: string) => Promise<Wanted> {
  const known = (appId: string): Wanted => {
    const live = webhooksOf(settings.current(), appId).filter(({ disabled }) => !disabled)
    return new Set(live.flatMap(({ events }) => events))
  }
  return async (appId) => {
    const wanted = known(appId)
    if (wanted.size === noticeNames.length) return wanted
    await settings.caughtUp()
    return known(appId)
  }
}

function isWanted({ event }: Emitted, wanted: Wanted): boolean {
  return event.type === 'NoticeRaised' && wanted.has(event.open.name)
}

/** The graph does not read the summaries, so only events among the facts wait for it. */
function createProjected({ memory, graph, signal }: RaiseNoticesPorts) {
  const indexed = createAwaitCheckpoint(memory, { topic: 'memory.facts.v1', signal })
  const drawn = createAwaitCheckpoint(graph, { topic: 'memory.facts.v1', signal })
  const summed = createAwaitCheckpoint(memory, { topic: 'memory.summaries.v1', signal })
  return async (at: Delivered): Promise<void> => {
    if (at.topic === 'memory.summaries.v1') await summed(at)
    else await Promise.all([indexed(at), drawn(at)])
  }
}

async function noticesOf(graph: DecidingGraph, event: DomainEvent): Promise<Emitted[]> {
  switch (event.type) {
    case 'FactSuperseded':
      return under(event, [conflictDetected(event)])
    case 'FactContested':
      return under(event, [contestDetected(event)])
    case 'ResourceProcessed':
      return under(event, await processedNotices(graph, event))
    case 'MaintenanceCompleted':
      return under(event, [maintenanceCompleted(event)])
    default:
      return []
  }
}

/** Notices are sealed under the key of the write that led to the event. */
function under(
  { open: { keyGeneration } }: { open: { keyGeneration: number } },
  notices: readonly NewDomainEvent[],
): Emitted[] {
  return notices.map((event) => ({ event, keyGeneration }))
}

async function processedNotices(graph: DecidingGraph, event: Processed): Promise<NewDomainEvent[]> {
  return resourceProcessed(event, await graph.firstMentions(event, factIdsOf(event.open)))
}

/** Where a client gave or corrected the fact, its id names the write. */
function factIdsOf({ resourceId, contentType, extracted }: Processed['open']): string[] {
  if (contentType === 'fact') return [givenIdOf(resourceId)]
  return Array.from({ length: extracted }, (_, ordinal) => factIdOf(resourceId, ordinal))
}
