// An installation whose stores are in plain, for those who query them: it remembers, finds, relates and forgets as a
// sealed one does.
import { expect, test } from 'vitest'
import { APP, eventually } from './service.ts'
import { startedService } from './started-service.ts'

const service = startedService({ SEALED_PROJECTIONS: 'off' })

test('given stores in plain, when something is remembered, recalled and forgotten, then it is as in sealed ones', async () => {
  await service.remember('anna', 'My sister Clara lives in Porto. I work at Nimbus as a chemist.')
  const recalled = async () =>
    JSON.stringify((await service.retrieve('anna', 'Where do I work?')).body)
  expect(await recalled()).toContain('Nimbus')
  expect((await service.items('anna')).length).toBeGreaterThan(1)
  await eventually('the summary follows', async () => {
    const { body } = await service.call('GET', `/context/${APP}/anna`)
    return JSON.stringify(body).includes('Nimbus')
  })
  const forgotten = await service.call('POST', '/forget', {
    appId: APP,
    userId: 'anna',
    confirm: true,
  })
  expect(forgotten.body).toMatchObject({ status: 'deleted' })
  expect(await service.items('anna')).toEqual([])
  expect(await recalled()).not.toContain('Nimbus')
})
