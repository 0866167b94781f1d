// The stories in which workers are killed and servers are stopped, over real servers. Minutes long, so they have a
// command of their own: `npm run vitest:faults`.
import { defineConfig, mergeConfig } from 'vitest/config'
import { overServers } from './vitest-distributed.config.ts'

export default mergeConfig(
  defineConfig({ test: { include: ['test/distributed/faults/**/*.test.ts'] } }),
  defineConfig({ test: overServers }),
)
