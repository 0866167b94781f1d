// `npm run eval -- --dataset FILE`: how much of the evidence for a question does /retrieve return within a token limit?
// Writes the conversations of a data set shaped like LoCoMo, asks its questions, and scores the answers
// (eval-score.ts). With `--supersession FILE` it measures instead whether later statements close facts
// (eval-supersession.ts).
import { randomBytes, randomUUID } from 'node:crypto'
import { readConfigWith } from '../../../infra/config.ts'
import { retrieveRequest } from '../../../schemas/api/reading/retrieve.ts'
import { PROFILES, type Profile, withOwnService } from '../bench/load/own-service.ts'
import { machine } from '../bench/measure/measures.ts'
import { createApiClient } from '../command/api-client.ts'
import { numberOption, refusePositionals } from '../command/arguments.ts'
import { defineCommand, type Io, UsageError, type ValuesOf } from '../command/command.ts'
import { counted } from '../command/counted.ts'
import { flag, option } from '../command/option.ts'
import { printerOf } from '../command/printer.ts'
import { checkAddress, checkKey } from '../command/service-address.ts'
import { type Conversation, type Grain, grains, questionsOf, readDataset } from './eval-dataset.ts'
import { type EvalReport, evalTable, reportOf } from './eval-report.ts'
import {
  askAll,
  askUnmentioned,
  measureLatency,
  type Target,
  untilProcessed,
  writeConversations,
} from './eval-run.ts'
import { evaluateSupersession, supersessionTable } from './eval-supersession.ts'
import { readSupersessionCases } from './supersession-cases.ts'

const formats = retrieveRequest.shape.format.unwrap().options

const options = {
  dataset: option('FILE', 'the conversations and questions, JSON'),
  supersession: option(
    'FILE',
    'instead of a dataset: writes that change facts, and what must be closed, JSON',
  ),
  url: option('URL', 'a running service; without it one is started, and removed at the end'),
  key: option('KEY', 'the API key for --url'),
  profile: {
    ...option(PROFILES.join('|'), 'which parts a started service runs on'),
    default: 'embedded',
  },
  'max-tokens': { ...option('N', 'how long an answer may be'), default: '2000' },
  grain: {
    ...option(
      grains.join('|'),
      'write whole sessions, turn by turn, or turn by turn with a thread a session',
    ),
    default: 'conversation',
  },
  format: { ...option(formats.join('|'), 'how answers are written'), default: 'json' },
  'limit-conversations': option('N', 'only the first N conversations'),
  'min-recall': option('SHARE', 'end with code 1 where the overall recall is below, such as 0.82'),
  'equal-recall': {
    ...option(
      'SHARE',
      'tell the share of items with evidence at this recall too; what the first release found',
    ),
    default: '0.713',
  },
  json: flag('the figures as JSON on stdout'),
} as const

export const command = defineCommand({
  usage:
    '(--dataset FILE [--grain GRAIN] | --supersession FILE) [--url URL --key KEY] [--max-tokens N] [--min-recall SHARE] [--json]',
  options,
  run: async (values, positionals, io) => {
    const settings = readSettings(values, positionals)
    if (settings.supersession) return runSupersession(settings.supersession, settings, io)
    const conversations = readDataset(settings.dataset).slice(0, settings.limit)
    const report = await onService(settings, io, (service) =>
      evaluate(conversations, { ...settings, ...service, io }),
    )
    printerOf(io, settings)(report, evalTable(report))
    return verdict(report, settings.minRecall, io)
  },
})

type Service = { url: string; key: string }
type Settings = {
  dataset: string
  /** Cases of supersession, measured instead of the data set. */
  supersession: string | undefined
  json: boolean
  service: Service | null
  profile: Profile
  maxTokens: number
  grain: Grain
  format: (typeof formats)[number]
  limit: number | undefined
  minRecall: number
  equalRecall: number
}

function readSettings(values: ValuesOf<typeof options>, positionals: readonly string[]): Settings {
  const { dataset = '', supersession, url, key, json = false } = values
  refusePositionals(positionals)
  if (!dataset === !supersession)
    throw new UsageError('one of --dataset FILE and --supersession FILE is needed')
  if (url && !key) throw new UsageError('--url needs --key KEY, a key of that service')
  if (key && !url) throw new UsageError('--key needs --url URL, the service that it belongs to')
  if (url) checkAddress(url)
  if (key) checkKey(key)
  return {
    dataset,
    supersession,
    json,
    service: url && key ? { url, key } : null,
    profile: oneOf(PROFILES, 'profile', values.profile),
    maxTokens: numberOption('max-tokens', values['max-tokens'], { least: 1 }),
    grain: oneOf(grains, 'grain', values.grain),
    format: oneOf(formats, 'format', values.format),
    limit: numberOption('limit-conversations', values['limit-conversations'], { least: 1 }),
    minRecall: numberOption('min-recall', values['min-recall'], { most: 1, whole: false }) ?? 0,
    equalRecall: numberOption('equal-recall', values['equal-recall'], { most: 1, whole: false }),
  }
}

function oneOf<T extends string>(known: readonly T[], name: string, given: string | undefined): T {
  const found = known.find((each) => each === given)
  if (!found) throw new UsageError(`--${name} must be one of ${known.join(', ')}, not '${given}'`)
  return found
}

/** The exit code says only that the run is complete: which figures are enough depends on the cases. */
async function runSupersession(path: string, settings: Settings, io: Io): Promise<number> {
  const cases = readSupersessionCases(path)
  const report = await onService(settings, io, async ({ url, key }) => {
    const client = createApiClient({ url, key, signal: io.signal })
    return evaluateSupersession(cases, { client, io }).finally(client.close)
  })
  printerOf(io, settings)(report, supersessionTable(report))
  return 0
}

/** Uses the named service, or one that runs for the duration of `work`. */
function onService<T>(
  { service, profile }: Settings,
  io: Io,
  work: (service: Service) => Promise<T>,
): Promise<T> {
  if (service) return work(service)
  // Before anything starts, so that a problem of the environment takes one line.
  readConfigWith({ PROFILE: profile })
  // On shared servers, each run uses names of its own.
  const settings = { PROFILE: profile, NAMESPACE: `eval-${randomBytes(4).toString('hex')}` }
  return withOwnService({ settings, io }, work)
}

async function evaluate(
  conversations: readonly Conversation[],
  {
    url,
    key,
    io,
    equalRecall,
    ...asked
  }: Service &
    Pick<Target, 'maxTokens' | 'grain' | 'format' | 'io'> &
    Pick<Settings, 'equalRecall'>,
): Promise<EvalReport> {
  const client = createApiClient({ url, key, signal: io.signal })
  const target: Target = { client, appId: `eval-${randomUUID()}`, io, ...asked }
  const startedAt = performance.now()
  try {
    await writeConversations(target, conversations)
    await untilProcessed(target, conversations)
    const ingestionMs = performance.now() - startedAt
    const answers = await askAll(target, conversations)
    const unmentioned = await askUnmentioned(target, conversations)
    const questions = conversations.flatMap(questionsOf)
    const latenciesMs = await measureLatency(target, questions)
    const totalMs = performance.now() - startedAt
    const took = { latenciesMs, ingestionMs, totalMs }
    return reportOf({
      asked: answers,
      unmentioned,
      maxTokens: asked.maxTokens,
      equalRecall,
      ...took,
      machine: machine(),
    })
  } finally {
    client.close()
  }
}

/** The exit code: every answer must keep to its limit, and recall must reach the target. */
function verdict({ recall, tokens }: EvalReport, minRecall: number, io: Io): number {
  if (tokens.aboveLimit > 0)
    io.err(
      `${counted(tokens.aboveLimit, 'answer exceeds', 'answers exceed')} ${tokens.limit} tokens`,
    )
  if (tokens.miscounted > 0) io.err(`${tokens.miscounted} answers tell another token count`)
  if (recall < minRecall) io.err(`the recall of ${recall} is below ${minRecall}`)
  return tokens.aboveLimit > 0 || recall < minRecall ? 1 : 0
}
