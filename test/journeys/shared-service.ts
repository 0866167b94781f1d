// One service for all stories of a process that ask for it: each has an app of its own there, and the process ends it.
// Where a run of the tests does not say that stories share one, each has its own.
import { beforeAll } from 'vitest'
import { type Service, startService, usualThreads } from './service.ts'
import { startedService } from './started-service.ts'

/** Set by `vitest.config.ts`. */
const isShared = process.env.PALIMPSEST_TEST_SHARES_SERVICE === 'on'
const settings = { WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8', ...usualThreads }
const shared = {} as Service
let starting: Promise<Service> | undefined

export function sharedService(app: string): Service {
  const service = isShared ? shared : startedService(settings)
  beforeAll(async () => {
    if (isShared) starting ??= startService(settings, shared)
    await starting
    service.app = app
  })
  return service
}
