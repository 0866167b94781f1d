// `npm run cli -- replay` over the data of an embedded service, for stories that compare the rebuilt projections with
// the live ones.
import { runCommandHere } from './process.ts'
import { eventually, type Service } from './service.ts'

export type Replayed = {
  projection: string
  digest: string
  unchanged: boolean
  behind: boolean
  waiting: number
}

/** Replays all projections of a stopped service. */
export async function replayAll(
  env: Record<string, string>,
  ...more: string[]
): Promise<Replayed[]> {
  const run = runCommandHere(env, 'replay', '--projection', 'all', '--json', ...more)
  // With --check it ends with 1 where a digest differs; the answer is there all the same.
  const { stdout } = await run.catch((ended: { stdout: string }) => ended)
  return JSON.parse(stdout)
}

/** Pauses the service once its projections have taken in the whole log; gives what a replay says of it then. */
export async function pauseCaughtUp(
  service: Service,
  env: Record<string, string>,
): Promise<Replayed[]> {
  let replayed: Replayed[] = []
  const isCaughtUp = async () => {
    replayed = await replayAll(env, '--check')
    return replayed.every(({ behind, waiting }) => !behind && waiting === 0)
  }
  // Asked beside it first: a start costs more than a few replays.
  const isPaused = async () => {
    if (!(await isCaughtUp())) return false
    await service.pause()
    if (await isCaughtUp()) return true
    await service.resume()
    return false
  }
  await eventually('the projections have taken in all of the log', isPaused, {
    patienceMs: 60_000,
    everyMs: 100,
  })
  return replayed
}
