// What the whole service does when it starts: it reads the environment, and drains on SIGTERM.
import { readConfig } from '../../infra/config.ts'
import { announce, runMain } from '../run-main.ts'
import { startStandalone } from './standalone.ts'

const program = { summary: 'Start the whole service in one process.', usage: 'npm start' }

await runMain(program, async (failed) => {
  const service = await startStandalone(readConfig(), failed)
  announce(service)
  return service.stop
})
