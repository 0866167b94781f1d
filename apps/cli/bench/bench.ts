// `npm run bench`: the service's speed on this machine, beside its targets. It starts the
// service as a process of its own and puts load on it from this one, so on few cores the two
// take turns: the figures are on the safe side.
import { randomBytes } from 'node:crypto'
import { readConfigWith } from '../../../infra/config.ts'
import type { EventLog } from '../../../infra/ports/event-log.ts'
import { asError, lastOf } from '../../../infra/runtime/certain.ts'
import { createApiClient } from '../command/api-client.ts'
import { refusePositionals } from '../command/arguments.ts'
import { defineCommand, type Io, UsageError } from '../command/command.ts'
import { flag, option } from '../command/option.ts'
import { printerOf } from '../command/printer.ts'
import { type Conversation, readDataset } from '../eval/eval-dataset.ts'
import { withPorts } from '../operate/with-ports.ts'
import { type Subject, untilSettled } from './load/load.ts'
import { type OwnService, PROFILES, type Profile, withOwnService } from './load/own-service.ts'
import { machine } from './measure/measures.ts'
import { createMeter, noServers, type Servers } from './measure/meter.ts'
import { benchReport, resultLines } from './measure/report.ts'
import { type Measured, type Result, resultOf, type Sizes, type State } from './measure/windows.ts'
import { measureReplay } from './parts/replay.ts'
import { measureRestore } from './parts/restore.ts'
import {
  coldSizes,
  distributedSizes,
  distributedTargets,
  embeddedTargets,
  measureAck,
  measureFreshness,
  measureProcessed,
  measureRetrieval,
  measureRetrievals,
  type Targets,
  warmSizes,
  warmUp,
} from './parts/running.ts'
import { measureTalk } from './parts/talk.ts'

const parts = [
  'ack',
  'processed',
  'freshness',
  'retrieval',
  'retrievals',
  'talk',
  'replay',
  'restore',
] as const
type Part = (typeof parts)[number]

const CONNECTIONS = 32
/** A service that has run for less is cold. */
const COLD_MS = 60_000

const RESTORED_FACTS = { cold: 10_000, warm: 100_000 } as const

/** The whole run stops after `minutes`; a quick one after a sixth of them. */
const settings = {
  embedded: { warm: warmSizes, targets: embeddedTargets, minutes: 12 },
  distributed: { warm: distributedSizes, targets: distributedTargets, minutes: 60 },
} as const

export const command = defineCommand({
  usage:
    '[--profile embedded|distributed] [--only ack,processed,...] [--talk FILE] [--quick] [--json]',
  options: {
    profile: {
      ...option('NAME', `which parts the service runs on: ${PROFILES.join(', ')}`),
      default: 'embedded',
    },
    only: option('PARTS', `some of ${parts.join(',')}`),
    talk: option(
      'FILE',
      'also measure retrieval on the conversations of a data set, as `eval` reads it',
    ),
    quick: flag('cold figures only: a minute instead of many'),
    json: flag('the figures as JSON on stdout'),
  },
  run: async (values, positionals, io) => {
    refusePositionals(positionals)
    const profile = PROFILES.find((each) => each === values.profile)
    if (!profile) throw new UsageError(`--profile must be one of ${PROFILES.join(', ')}`)
    const wanted = chosenParts(values.only, values.talk)
    const talk = values.talk === undefined ? [] : readDataset(values.talk)
    // Before anything starts, so that a problem of the environment takes one line.
    readConfigWith({ PROFILE: profile })
    const { warm, targets, minutes } = settings[profile]
    const timeoutMs = (minutes * 60_000) / (values.quick ? 6 : 1)
    const passes = values.quick ? [coldSizes] : [coldSizes, warm]
    const startedAt = performance.now()
    const outcome = await bench({ wanted, talk, passes, targets, profile, timeoutMs, io })
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10
    const about = { profile, quick: values.quick === true, seconds, machine: machine() }
    const report = { ...about, ...outcome }
    printerOf(io, values)(report, benchReport(report))
    return outcome.unfinished === null ? 0 : 1
  },
})

/** `talk`: a file of conversations, without which that part is left out. */
export function chosenParts(only: string | undefined, talk?: string): Part[] {
  const measurable = parts.filter((part) => part !== 'talk' || talk !== undefined)
  if (only === undefined) return measurable
  const names = only.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !parts.some((part) => part === name))
  if (unknown !== undefined) {
    throw new UsageError(`--only knows no part '${unknown}': give some of ${parts.join(',')}`)
  }
  if (talk === undefined && names.includes('talk')) {
    throw new UsageError('the part talk needs a file of conversations: --talk FILE')
  }
  return measurable.filter((part) => names.includes(part))
}

type Run = {
  wanted: readonly Part[]
  talk: readonly Conversation[]
  passes: readonly Sizes[]
  targets: Targets
  profile: Profile
  timeoutMs: number
  io: Io
}
type Outcome = { results: Result[]; unfinished: string | null }

/** Reports what was measured, also after an error or at the end of the time. */
async function bench(run: Run): Promise<Outcome> {
  const outcome: Outcome = { results: [], unfinished: null }
  const deadline = AbortSignal.timeout(run.timeoutMs)
  const signal = AbortSignal.any([run.io.signal, deadline])
  try {
    // Acknowledgement has a service to itself, because the backlog that it leaves is not worth waiting for.
    const groups = [['ack'], parts.filter((part) => part !== 'ack' && part !== 'restore')] as const
    for (const group of groups) {
      const wanted = group.filter((part) => run.wanted.includes(part))
      if (wanted.length > 0) await measureParts({ ...run, wanted, signal }, outcome.results)
    }
    if (run.wanted.includes('restore')) await restoring({ ...run, signal }, outcome.results)
  } catch (error) {
    run.io.signal.throwIfAborted()
    const late = deadline.aborted
    outcome.unfinished = late ? `not done in ${run.timeoutMs / 1000} s` : asError(error).message
  }
  return outcome
}

type Timed = Run & { signal: AbortSignal }

/** Without a service: what a worker does before it handles its first record. */
async function restoring({ passes, io, signal }: Timed, results: Result[]): Promise<void> {
  const { state } = lastOf(passes)
  io.err('measuring restore ...')
  take(await measureRestore(RESTORED_FACTS[state], signal), { state, results, io })
}

type Taking = { state: State; results: Result[]; io: Io }

function take(all: readonly Measured[], { state, results, io }: Taking): void {
  for (const measured of all) {
    const result = resultOf(state, measured)
    results.push(result)
    for (const line of resultLines(result)) io.err(`  ${line}`)
  }
}

const measures = {
  ack: measureAck,
  processed: measureProcessed,
  freshness: measureFreshness,
  retrieval: measureRetrieval,
  retrievals: measureRetrievals,
} as const

function measurePart(
  subject: Subject,
  part: Exclude<Part, 'replay' | 'restore'>,
  { sizes, talk, targets }: Pick<Run, 'talk' | 'targets'> & { sizes: Sizes },
): Promise<Measured[]> {
  if (part === 'talk') return measureTalk(subject, sizes, { talk, targets })
  return measures[part](subject, sizes, targets)
}

/** These parts share a service, and replay rebuilds what they wrote. */
async function measureParts(run: Timed, results: Result[]): Promise<void> {
  const { wanted, targets, io } = run
  const tell = async (part: Part, state: State, measure: () => Promise<Measured[]>) => {
    run.signal.throwIfAborted()
    io.err(`measuring ${part}, ${state} ...`)
    take(await measure(), { state, results, io })
  }
  const warmAt = performance.now() + COLD_MS
  await withService(run, async (service) => {
    await withSubject(service, run.signal, async (subject) => {
      for (const sizes of run.passes) {
        if (sizes.state === 'warm') await warmUp(subject, warmAt)
        for (const part of wanted) {
          if (part === 'replay' || part === 'restore') continue
          if (sizes.state === 'warm') await untilSettled(subject)
          await tell(part, sizes.state, () => measurePart(subject, part, { ...run, sizes }))
        }
      }
      if (wanted.every((part) => part === 'replay')) {
        await measureProcessed(subject, coldSizes, targets)
      }
    })
    if (!wanted.includes('replay')) return
    await service.stop()
    const { state } = lastOf(run.passes)
    await tell('replay', state, () => measureReplay(service.env, run.signal))
  })
}

/** A service to measure, over connections that close with it. */
function withSubject(
  service: OwnService,
  signal: AbortSignal,
  work: (subject: Subject) => Promise<void>,
): Promise<void> {
  const { url, key, config, pids } = service
  const client = createApiClient({ url, key, signal, connections: CONNECTIONS })
  const measure = async ({ ports }: { ports: { log: EventLog } }) => {
    const servers = await serversOf(service)
    const meter = createMeter({ pids, servers, log: ports.log })
    return work({ client, appId: 'bench', signal, meter }).finally(() => servers.close())
  }
  return withPorts(signal, measure, { config }).finally(() => client.close())
}

async function serversOf(service: OwnService): Promise<Servers> {
  if (service.config.PROFILE === 'embedded') return noServers
  // Loaded only here, so that a bench of the embedded setting does not load the clients of servers.
  const { lookAtServers } = await import('./measure/servers.ts')
  return lookAtServers(service)
}

function withService(
  { profile, signal, io }: Timed,
  work: (service: OwnService) => Promise<void>,
): Promise<void> {
  // Without a model: the bench measures the service, not a model's endpoint.
  const settings = {
    PROFILE: profile,
    OPENAI_API_KEY: undefined,
    // On shared servers, each run uses names of its own.
    NAMESPACE: `bench-${randomBytes(4).toString('hex')}`,
  }
  return withOwnService({ settings, io: { ...io, signal } }, work)
}
