// A write is known from the moment at which it is acknowledged.
import { expect, test } from 'vitest'
import { setting } from './service.ts'
import { sharedService } from './shared-service.ts'

const WRITES = setting === 'embedded' ? 25 : 6

const APP = 'standing'
const service = sharedService(APP)

test('given a write that has just been acknowledged, when asked for, then it is never unknown', {
  timeout: 600_000,
}, async () => {
  for (let n = 0; n < WRITES; n++) {
    const userId = `user-${n % 3}`
    const write = { appId: APP, userId, content: `I like game ${n}.`, contentType: 'document' }
    const { body } = await service.call('POST', '/memorize', write)
    const path = `/resources/${APP}/${userId}/${body.resourceId}`
    const answer = await service.call('GET', path)
    expect(answer.status).toBe(200)
    const { status, processing, resourceId } = answer.body.resource
    expect(resourceId).toBe(body.resourceId)
    expect(['queued', 'processed']).toContain(status)
    expect(processing === null).toBe(status === 'processed')
    expect((await service.call('GET', `/resources/${APP}/stranger/${resourceId}`)).status).toBe(404)
  }
  for (const n of [0, 1, 2]) await service.settled(`user-${n}`, Math.floor(WRITES / 3))
})
