// A service for the tests of a file or of a describe: it starts before the first of them and stops after the last.
import { afterAll, beforeAll } from 'vitest'
import { type Service, startService } from './service.ts'

export function startedService(env: Record<string, string> = {}): Service {
  const service = {} as Service
  beforeAll(async () => {
    await startService(env, service)
  })
  // One that has not started has nothing to stop.
  afterAll(() => service.stop?.())
  return service
}
