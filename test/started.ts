// What the tests of a file or of a describe share: it starts before them and ends after them.
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

type Ends = { close?(): unknown; stop?(): unknown }

/** Started once, before the first test. */
export function startedOnce<T extends Ends>(start: () => T | Promise<T>): T {
  const started = {} as T
  beforeAll(async () => {
    Object.assign(started, await start())
  })
  afterAll(() => end(started))
  return started
}

/** Started again before each test. */
export function startedEach<T extends Ends>(start: () => T | Promise<T>): T {
  const started = {} as T
  beforeEach(async () => {
    Object.assign(started, await start())
  })
  afterEach(() => end(started))
  return started
}

/** What has not started has nothing to end, and nothing of it is left for the next test. */
async function end(started: Ends): Promise<void> {
  await started.close?.()
  await started.stop?.()
  for (const name of Object.keys(started)) Reflect.deleteProperty(started, name)
}
