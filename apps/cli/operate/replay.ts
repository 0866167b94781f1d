// `replay`: rebuilds projections from the log, compares digests, and swaps the new ones in.
import type { Checkpoints, EventLog } from '../../../infra/ports/event-log.ts'
import type { ProjectionName, ProjectionStores } from '../../../infra/ports/ports.ts'
import type { Fill, Rebuild } from '../../../infra/ports/projection.ts'
import { compareAtOnePosition, standsOf } from '../../../infra/runtime/replay/compare.ts'
import { type ReplayUpTo, replayLength, replayUpTo } from '../../../infra/runtime/replay/replay.ts'
import type { TopicName } from '../../../schemas/topics.ts'
import { projectionNames as names, projectors } from '../../composition/projections.ts'
import { refusePositionals } from '../command/arguments.ts'
import { CommandFailed, defineCommand, type Io, UsageError } from '../command/command.ts'
import { counted } from '../command/counted.ts'
import { flag, option } from '../command/option.ts'
import { printerOf } from '../command/printer.ts'
import { createProgress } from '../command/progress.ts'
import { type Opened, withPorts } from './with-ports.ts'

export type Replayed = {
  projection: ProjectionName
  records: number
  seconds: number
  digest: string
  digestBefore: string
  unchanged: boolean
  /** The projection in use never stood where the rebuilt one did, so the digests may differ for that reason alone. */
  behind: boolean
  /** Records that the log holds beyond where the two were compared: the projection in use has not taken them in. */
  waiting: number
}

export const command = defineCommand({
  usage: `--projection ${names.join('|')}|all [--check] [--json]`,
  options: {
    projection: option('NAME', `which one: ${names.join(', ')} or all`),
    check: flag('compare only: the stores in use stay as they are'),
    json: flag('print JSON'),
  },
  run: async (values, positionals, io) => {
    refusePositionals(positionals)
    const wanted = chosen(values.projection)
    const rebuildAll = async (opened: Opened) => {
      const replayed: Replayed[] = []
      for (const name of wanted)
        replayed.push(await rebuild(opened, name, { check: values.check === true, io }))
      return replayed
    }
    const results = await withPorts(io.signal, rebuildAll, { more: { readsAll: true } })
    printerOf(io, values)(results, results.flatMap(linesOf))
    return values.check && results.some((result) => !result.unchanged) ? 1 : 0
  },
})

function chosen(given: string | undefined): readonly ProjectionName[] {
  if (given === 'all') return names
  const name = names.find((each) => each === given)
  if (!name) throw new UsageError(`give --projection ${names.join(', ')} or all`)
  return [name]
}

type RebuildOptions = {
  /** Discards the rebuilt projection after comparing. */
  check: boolean
  io: Io
  /**
   * Present where dead letters are tried again: is given the ids of those that other threads append. Every record is
   * read then, also those that an earlier rebuild has passed.
   */
  deadLettered?: Fill['deadLettered']
}

/** Why a rebuild cannot be opened now: each message says what to do. */
const REFUSALS = ['NoRebuild', 'RebuildRuns', 'DataDirInUse']

export async function rebuild<Name extends ProjectionName>(
  opened: Opened,
  name: Name,
  options: RebuildOptions,
): Promise<Replayed> {
  const { setting, ports, beside } = opened
  const rebuilding = await setting
    .rebuild(name, { beside, keys: ports.keys, resumes: options.deadLettered === undefined })
    .catch((error: Error) => {
      throw REFUSALS.includes(error.name)
        ? new CommandFailed(error.message, { cause: error })
        : error
    })
  try {
    return await fill(opened, { name, rebuilding }, options)
  } catch (error) {
    await rebuilding.leave?.()
    throw error
  }
}

async function fill<Name extends ProjectionName>(
  { ports, runtime }: Opened,
  { name, rebuilding }: { name: Name; rebuilding: Rebuild<ProjectionStores[Name]> },
  { check, io, deadLettered }: RebuildOptions,
): Promise<Replayed> {
  const projector = projectors[name](rebuilding.fresh, ports.language)
  if (rebuilding.resumed) io.err(`replay ${name}: goes on where an earlier one ended`)
  const bar = createProgress(io, {
    label: `replay ${name}`,
    total: await replayLength(ports.log, projector),
  })
  const started = performance.now()
  const read = (upTo: ReplayUpTo = new Map()) =>
    replayUpTo(runtime, projector, { progress: (done) => bar.advance(done.records), upTo })
  const upTo = await toRead(ports.log, await standsOf(rebuilding.before, projector.reads))
  const { signal } = runtime
  const progress = (records: number) => bar.advance(records)
  let records = rebuilding.fill
    ? await rebuilding.fill({
        upTo,
        read: () => read(upTo),
        progress,
        deadLettered: deadLettered ?? (() => undefined),
        signal,
      })
    : await read(upTo)
  bar.complete()
  const seconds = (performance.now() - started) / 1000
  const { digest, digestBefore, atOnePosition } = await compareAtOnePosition(rebuilding, {
    topics: projector.reads,
    replayUpTo: async (upTo) => {
      records += await read(await toRead(ports.log, upTo))
    },
    signal,
  })
  const waiting = await read()
  records += waiting
  await (check ? rebuilding.discard() : rebuilding.swap(async () => void (await read())))
  return {
    projection: name,
    records,
    seconds,
    digest,
    digestBefore,
    unchanged: digest === digestBefore,
    behind: !atOnePosition,
    waiting,
  }
}

/** No record stands here: there is nothing to read up to it. */
const BEFORE_ALL = -1

/**
 * Where the store in use stands, also where it has read nothing yet, such as the seals that were written while its
 * service was stopped. The end of the log for a store that has read nothing at all.
 */
async function toRead(
  log: Pick<EventLog, 'ends' | 'partitions'>,
  stands: ReplayUpTo,
): Promise<ReplayUpTo> {
  const isEmpty = [...stands.values()].every((stood) => stood.size === 0)
  const upTo = new Map<TopicName, Checkpoints>()
  for (const [topic, stood] of stands) {
    const unread = log.partitions(topic).map((partition) => [partition, BEFORE_ALL] as const)
    upTo.set(topic, new Map([...(isEmpty ? await log.ends(topic) : unread), ...stood]))
  }
  return upTo
}

function linesOf(result: Replayed): string[] {
  const { projection, records, seconds, digest, waiting } = result
  const rate = Math.round(records / Math.max(seconds, 0.001))
  return [
    `${projection}: ${counted(records, 'event')} in ${seconds.toFixed(1)} s (${rate}/s)`,
    `  digest ${digest} (${compared(result)})`,
    ...(waiting > 0 ? [`  compared ${counted(waiting, 'event')} before the end of the log`] : []),
  ]
}

function compared({ unchanged, behind }: Replayed): string {
  if (unchanged) return 'as before'
  if (behind) return 'not compared: the one in use never stood still at one position of the log'
  return 'DIFFERS at the same position of the log: one of the two was changed by something else'
}
