// `reprocess --from CONFIG`: begins a candidate, or goes on with the one that was begun, and tells how fast and for how
// much.
import { createHash } from 'node:crypto'
import { createLanguageModel } from '../../../infra/language/create-language-model.ts'
import { uuidV7 } from '../../../infra/runtime/envelope/ids.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { withItsLetters } from '../../composition/as-data-is.ts'
import { startReadingThreads } from '../../worker/reading-threads.ts'
import { CommandFailed } from '../command/command.ts'
import { type Candidature, chosenBy, pseudonymOf, withOpen } from './candidate-of.ts'
import { engineConfig, engineDigest } from './engine-config.ts'
import { type Journal, keepNoting, readJournal, writeJournal } from './journal.ts'
import { teller, withUse } from './progress.ts'
import { readAgain } from './read-again.ts'
import { refuseUnknown, usersOf } from './users-of.ts'

type Asked = {
  from: string
  appId: string | null
  userId: string | null
  sample: number | null
}

export async function begin(of: Candidature, asked: Asked): Promise<Journal> {
  const { place, owners, io } = of
  // Facts with vectors of another version than those in use cannot be promoted.
  const engine = await withItsLetters(engineConfig(asked.from))
  const before = await journalFor(of, asked, engine)
  let now: Journal = { ...before, upTo: null }
  // Before anything is read, so that a forget finds the candidate.
  await writeJournal(place, now)
  const startedAt = performance.now()
  const secondsHere = () => (performance.now() - startedAt) / 1000
  const tell = teller(io.err, 'writes')
  const language = await createLanguageModel(engine)
  const threads = await startReadingThreads({ config: engine, ...of.runtime, language })
  const noted = keepNoting(place, () => ({ ...now, seconds: before.seconds + secondsHere() }))
  try {
    const upTo = await withOpen(of, now, (opened) =>
      readAgain(opened, {
        language,
        threads: { ...threads, cpuBudgetMs: engine.EXTRACTION_CPU_BUDGET_MS },
        isChosen: chosenBy(now, owners),
        spent: (_, use) => {
          now = { ...now, ...withUse(now, use, engine.MODEL_PRICES) }
        },
        progress: (done, total) => tell({ done, total, seconds: secondsHere(), cost: now.cost }),
      }),
    )
    now = { ...now, upTo }
  } finally {
    const last = await noted.stop()
    await threads.close()
    now = last
  }
  return now
}

async function journalFor(
  of: Candidature,
  asked: Asked,
  engine: ReturnType<typeof engineConfig>,
): Promise<Journal> {
  const known = await readJournal(of.place)
  await refuseUnknown(of.ports, asked)
  const settings = engineDigest(engine)
  const users = await chosenUsers(of, asked, known)
  if (!known) {
    const { name, embedding } = await createLanguageModel(engine)
    return {
      version: 1,
      reprocessId: uuidV7(Date.now()),
      settings,
      engine: name,
      embedding: embedding.model,
      appId: asked.appId,
      users,
      sample: asked.sample,
      upTo: null,
      seconds: 0,
      used: {},
      cost: 0,
    }
  }
  const isSame =
    known.settings === settings &&
    known.appId === asked.appId &&
    known.sample === asked.sample &&
    JSON.stringify(known.users) === JSON.stringify(users)
  if (isSame) return known
  throw new CommandFailed(
    'there is a candidate of another engine or of other users: promote or discard it first',
  )
}

/** A sample stays the same from run to run: it is drawn once. */
async function chosenUsers(
  of: Candidature,
  { appId, userId, sample }: Asked,
  known: Journal | null,
): Promise<string[] | null> {
  if (appId !== null && userId !== null) return [pseudonymOf(of.owners, { appId, userId })]
  if (sample === null) return null
  if (known && known.sample === sample) return known.users
  const names: string[] = []
  const isIn = (scope: Scope) => appId === null || scope.appId === appId
  for await (const scope of usersOf(of.ports.memory)) {
    if (isIn(scope)) names.push(pseudonymOf(of.owners, scope))
  }
  return names.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1)).slice(0, sample)
}

/** As if drawn by chance, and the same each time. */
function orderOf(name: string): string {
  return createHash('sha256').update(name).digest('hex')
}
