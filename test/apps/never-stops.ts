// A main that never ends by itself: its own timers stand still, and move by ten seconds once it is told to stop.
import { mock } from 'node:test'
import { runMain } from '../../apps/run-main.ts'

const SUPERVISORS_KILL_AFTER_MS = 10_000
/** Nothing ended the process. */
const WENT_ON = 3

mock.timers.enable({ apis: ['setTimeout'] })
await runMain({ summary: 'Never stops.', usage: 'none' }, async () => {
  process.once('SIGTERM', () => {
    mock.timers.tick(SUPERVISORS_KILL_AFTER_MS - 1)
    setImmediate(() => process.exit(WENT_ON))
  })
  process.stdin.resume()
  console.log('started')
  return () => new Promise<never>(() => undefined)
})
