// `reprocess`: lets another engine read the raw content again, beside what is in use; then compares, promotes or
// discards what it has read.
import { numberOption } from '../command/arguments.ts'
import {
  CommandFailed,
  defineCommand,
  type Io,
  UsageError,
  type ValuesOf,
} from '../command/command.ts'
import { counted } from '../command/counted.ts'
import { flag, option } from '../command/option.ts'
import { printerOf } from '../command/printer.ts'
import { begin } from './begin.ts'
import { withCandidature, withComplete } from './candidate-of.ts'
import { readJournal, writeJournal } from './journal.ts'
import { promote, refuseOtherVectors } from './promoting/promote.ts'
import { makeVectors } from './promoting/vectors.ts'
import { report, told } from './report.ts'

const options = {
  from: option('CONFIG', 'a file of lines NAME=VALUE: the settings of the engine that reads'),
  app: option('APP', 'only this app'),
  user: option('USER', 'only this user of the app'),
  sample: option('N', 'only so many users, as if drawn by chance'),
  questions: option(
    'FILE',
    'report: how each answers the questions of this data set, about users of --app',
  ),
  examples: option('N', 'report: how many facts of each kind are shown in their words (3)'),
  use: flag('vectors: use them from the next start on'),
  json: flag('print JSON'),
} as const
type Values = ValuesOf<typeof options>

const EXAMPLES = 3

export const command = defineCommand({
  usage:
    '--from CONFIG [--app APP [--user USER]] [--sample N] | report | promote | discard | vectors',
  options,
  run: async (values, [action = 'begin', ...more], io) => {
    const run = actions.get(action)
    if (!run || more.length > 0)
      throw new UsageError('give report, promote, discard or vectors, or --from')
    refuseOthers(action, values)
    return run(values, io)
  },
})

const actions = new Map([
  ['begin', runBegin],
  ['report', runReport],
  ['promote', runPromote],
  ['discard', runDiscard],
  ['vectors', runVectors],
])

const TAKEN: ReadonlyMap<string, readonly string[]> = new Map([
  ['begin', ['from', 'app', 'user', 'sample']],
  ['report', ['questions', 'app', 'examples']],
  ['vectors', ['from', 'use']],
])

/** What an action does not read must not seem to count: `promote --app shop` would promote every app. */
function refuseOthers(action: string, values: Values): void {
  const taken = [...(TAKEN.get(action) ?? []), 'json']
  const other = Object.keys(values).find((name) => !taken.includes(name))
  if (other === undefined) return
  const what = action === 'begin' ? 'reprocess --from CONFIG' : `reprocess ${action}`
  throw new UsageError(`${what} takes no --${other}`)
}

async function runBegin(values: Values, io: Io): Promise<number> {
  const { from, app: appId = null, user: userId = null } = values
  if (!from) throw new UsageError('--from CONFIG is needed')
  if (userId !== null && appId === null) throw new UsageError('--user needs --app')
  const sample = numberOption('sample', values.sample, { least: 1 }) ?? null
  const journal = await withCandidature(io, (of) => begin(of, { from, appId, userId, sample }))
  const { engine, seconds, used, cost } = journal
  printerOf(io, values)(
    { engine, seconds, used, cost },
    `read by ${engine} in ${seconds.toFixed(1)} s; compare it: reprocess report`,
  )
  return 0
}

async function runReport(values: Values, io: Io): Promise<number> {
  const { questions: dataset = null, app: appId = null } = values
  const examples = numberOption('examples', values.examples, { least: 0 }) ?? EXAMPLES
  const made = await withCandidature(io, (of) =>
    withComplete(of, (opened, journal) => report(opened, journal, { examples, dataset, appId })),
  )
  printerOf(io, values)(made, told(made))
  return 0
}

async function runPromote(values: Values, io: Io): Promise<number> {
  const promoted = await withCandidature(io, async (of) => {
    const done = await withComplete(of, async (opened, journal) => {
      refuseOtherVectors(opened, journal)
      await writeJournal(of.place, { ...journal, isPromoted: true })
      return promote(opened, journal)
    })
    if (done.takenIn) await of.place.remove()
    return done
  })
  const { users, came, went, takenIn } = promoted
  printerOf(io, values)(
    promoted,
    `promoted for ${counted(users, 'user')}: ${counted(came, 'fact')} came, ${went} went`,
  )
  if (!takenIn) io.err('No service runs: start it, and then promote once more to finish.')
  return takenIn ? 0 : 1
}

async function runDiscard(values: Values, io: Io): Promise<number> {
  const { isPromoted = false } = await withCandidature(io, async ({ place }) => {
    const known = await readJournal(place)
    await place.remove()
    if (!known) throw new CommandFailed('there is no candidate')
    return known
  })
  printerOf(io, values)({ discarded: true }, 'discarded')
  if (isPromoted) {
    io.err(
      'Its promotion had begun. For the users whom it had reached it stands, or is done when the service runs: read their past again with the engine that you want.',
    )
  }
  return 0
}

async function runVectors(values: Values, io: Io): Promise<number> {
  const { from, use = false } = values
  if (!from) throw new UsageError('--from CONFIG is needed: the model that makes the vectors')
  const made = await withCandidature(io, (of) => makeVectors(of, { from, use }))
  const { vectors, seconds, model, generation } = made
  printerOf(io, values)(made, [
    `${vectors} vectors made by ${model} in ${seconds.toFixed(1)} s`,
    use
      ? `In use: start every process with these settings (EMBEDDING_GENERATION=${generation}).`
      : 'Use them: reprocess vectors --use',
  ])
  return 0
}
