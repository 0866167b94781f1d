// A receipt is signed as it is sent, so its answer has no place for warnings.
import { expect, test } from 'vitest'
import { startedOnce } from '../../../../started.ts'
import { startApi } from '../../given.ts'

const api = startedOnce(startApi)

const path = '/receipts/11111111-1111-4111-8111-111111111111'

test.each([
  ['app=journey', 'app'],
  ['userid=anna', 'userid'],
  ['userId=anna&more=1', 'more'],
])(
  'a receipt asked for with the unknown parameter of %s is refused, because a warning would break its signature',
  async (query, unknown) => {
    const { status, body } = await api.call('GET', `${path}?${query}`)
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(body.error.message).toBe(`${unknown}: is not known`)
  },
)

test.each(['', '?userId=anna'])('a receipt asked for with %j is looked up', async (query) => {
  expect((await api.call('GET', `${path}${query}`)).status).toBe(404)
})
