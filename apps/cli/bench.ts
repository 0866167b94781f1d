// `npm run bench`: the service's speed on this machine, beside its targets. It starts the
// service as a process of its own and puts load on it from this one, so on few cores the two
// take turns: the figures are on the safe side.
import { randomBytes } from 'node:crypto'
import { createApiClient } from './api-client.ts'
import type { Subject } from './bench-load.ts'
import {
  distributedSizes,
  distributedTargets,
  embeddedTargets,
  type Figure,
  fullSizes,
  measureAck,
  measureFreshness,
  measureProcessed,
  measureRetrieval,
  quickSizes,
  type Sizes,
  type Targets,
} from './bench-parts.ts'
import { measureReplay } from './bench-replay.ts'
import { benchTable, figureLine } from './bench-report.ts'
import { measureRetrievals } from './bench-retrievals.ts'
import { defineCommand, type Io, UsageError } from './command.ts'
import { machine } from './measures.ts'
import { type OwnService, withOwnService } from './own-service.ts'

const parts = ['ack', 'processed', 'freshness', 'retrieval', 'retrievals', 'replay'] as const
type Part = (typeof parts)[number]

const PROFILES = ['embedded', 'distributed'] as const
const CONNECTIONS = 32
/** Milliseconds after which the whole is given up. */
const FULL_TIMEOUT_MS = 180_000
const QUICK_TIMEOUT_MS = 40_000

/** `patience` multiplies the time after which it is given up. */
const settings = {
  embedded: { full: fullSizes, targets: embeddedTargets, patience: 1 },
  distributed: { full: distributedSizes, targets: distributedTargets, patience: 10 },
} as const

export const command = defineCommand({
  summary: 'measure acknowledgement, processing, freshness, retrieval and replay',
  usage: '[--profile embedded|distributed] [--only ack,processed,...] [--quick] [--json]',
  options: {
    profile: {
      type: 'string',
      value: 'NAME',
      default: 'embedded',
      description: `which parts the service runs on: ${PROFILES.join(', ')}`,
    },
    only: { type: 'string', value: 'PARTS', description: `some of ${parts.join(',')}` },
    quick: {
      type: 'boolean',
      description: 'less of everything, within 40 seconds (distributed: some minutes)',
    },
    json: { type: 'boolean', description: 'the figures as JSON on stdout' },
  },
  run: async (values, positionals, io) => {
    if (positionals.length > 0) throw new UsageError(`unexpected argument '${positionals[0]}'`)
    const profile = PROFILES.find((each) => each === values.profile)
    if (!profile) throw new UsageError(`--profile must be one of ${PROFILES.join(', ')}`)
    const wanted = chosenParts(values.only)
    const { full, targets, patience } = settings[profile]
    const timeoutMs = (values.quick ? QUICK_TIMEOUT_MS : FULL_TIMEOUT_MS) * patience
    const sizes = values.quick ? quickSizes : full
    const startedAt = performance.now()
    const outcome = await bench({ wanted, sizes, targets, profile, timeoutMs, io })
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10
    const report = {
      profile,
      quick: values.quick === true,
      seconds,
      machine: machine(),
      ...outcome,
    }
    io.out(values.json ? JSON.stringify(report) : benchTable(report))
    return outcome.unfinished === null ? 0 : 1
  },
})

export function chosenParts(only: string | undefined): Part[] {
  if (only === undefined) return [...parts]
  const names = only.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !parts.some((part) => part === name))
  if (unknown === undefined) return parts.filter((part) => names.includes(part))
  throw new UsageError(`--only knows no part '${unknown}': give some of ${parts.join(',')}`)
}

type Run = {
  wanted: readonly Part[]
  sizes: Sizes
  targets: Targets
  profile: (typeof PROFILES)[number]
  timeoutMs: number
  io: Io
}
type Outcome = { figures: Figure[]; notes: string[]; unfinished: string | null }

/** What was measured until an error or the end of the time is told in any case. */
async function bench(run: Run): Promise<Outcome> {
  const outcome: Outcome = { figures: [], notes: [], unfinished: null }
  const deadline = AbortSignal.timeout(run.timeoutMs)
  const signal = AbortSignal.any([run.io.signal, deadline])
  try {
    await measureParts({ ...run, signal }, outcome)
  } catch (error) {
    run.io.signal.throwIfAborted()
    const late = deadline.aborted
    outcome.unfinished = late ? `not done in ${run.timeoutMs / 1000} s` : (error as Error).message
  }
  return outcome
}

type Timed = Run & { signal: AbortSignal }

const measures = {
  processed: measureProcessed,
  freshness: measureFreshness,
  retrieval: measureRetrieval,
  retrievals: measureRetrievals,
} as const

/**
 * Acknowledgement has a service to itself, because it leaves more behind than is worth waiting
 * for. The other parts share one, and replay rebuilds what they wrote.
 */
async function measureParts(run: Timed, outcome: Outcome): Promise<void> {
  const { wanted } = run
  if (wanted.includes('ack')) {
    await withService(run, (service) =>
      measured(run, outcome, 'ack', measuring(service, measureAck)),
    )
  }
  if (wanted.every((part) => part === 'ack')) return
  await withService(run, async (service) => {
    for (const part of ['processed', 'freshness', 'retrieval', 'retrievals'] as const) {
      await measured(run, outcome, part, measuring(service, measures[part]))
    }
    if (!wanted.includes('replay')) return
    if (wanted.every((part) => part === 'replay' || part === 'ack')) {
      await measuring(service, measureProcessed)(run)
    }
    await service.stop()
    await measured(run, outcome, 'replay', () => measureReplay(service.env, run.signal))
  })
}

type Measure = (run: Timed) => Promise<Figure[] | null>

async function measured(run: Timed, outcome: Outcome, part: Part, measure: Measure) {
  if (!run.wanted.includes(part)) return
  run.signal.throwIfAborted()
  run.io.err(`measuring ${part} ...`)
  const figures = await measure(run)
  if (figures === null) outcome.notes.push(`${part} not available`)
  for (const figure of figures ?? []) {
    outcome.figures.push(figure)
    run.io.err(`  ${figureLine(figure)}`)
  }
}

/** A measure of the running service, over connections that end with it. */
function measuring(
  service: OwnService,
  measure: (subject: Subject, sizes: Sizes, targets: Targets) => Promise<Figure[]>,
): Measure {
  return async ({ sizes, targets, signal }) => {
    const { url, key } = service
    const client = createApiClient({ url, key, signal, connections: CONNECTIONS })
    return measure({ client, appId: 'bench', signal }, sizes, targets).finally(() => client.close())
  }
}

function withService(
  { profile, signal, io }: Timed,
  work: (service: OwnService) => Promise<void>,
): Promise<void> {
  // Without a model: what is measured is the service, not somebody's endpoint.
  const settings = {
    PROFILE: profile,
    OPENAI_API_KEY: undefined,
    // On servers that others use too, each run has names of its own.
    NAMESPACE: `bench-${randomBytes(4).toString('hex')}`,
  }
  return withOwnService({ settings, io: { ...io, signal } }, work)
}
