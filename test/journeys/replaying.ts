// `npm run cli -- replay` over the data of an embedded service, for stories that compare the rebuilt projections with
// the live ones.
import { runCommand } from './process.ts'
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
  const run = runCommand(env, 'replay', '--projection', 'all', '--json', ...more)
  // With --check it ends with 1 where a digest differs; the answer is there all the same.
  const { stdout } = await run.catch((ended: { stdout: string }) => ended)
  return JSON.parse(stdout)
}

/** Pauses the service once its projections have taken in the whole log. */
export async function pauseCaughtUp(service: Service, env: Record<string, string>): Promise<void> {
  const isCaughtUp = async () => {
    await service.pause()
    const caughtUp = (await replayAll(env, '--check')).every(
      ({ behind, waiting }) => !behind && waiting === 0,
    )
    if (!caughtUp) await service.resume()
    return caughtUp
  }
  await eventually('the projections have taken in all of the log', isCaughtUp, {
    patienceMs: 60_000,
    everyMs: 500,
  })
}
