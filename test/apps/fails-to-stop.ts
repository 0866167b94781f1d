// A program whose parts cannot be stopped: for run-main.test.ts.
import { runMain } from '../../apps/run-main.ts'

await runMain({ summary: 'Fails to stop.', usage: 'node fails-to-stop.ts' }, async () => {
  // Something has to keep the process, as a server does.
  setInterval(() => undefined, 1_000)
  console.log('started')
  return async () => {
    throw new RangeError('Ann lives in Oslo')
  }
})
