// Bindings of sources that several calls make at once.
import { beforeEach, expect, test } from 'vitest'
import { startedEach } from '../../../../started.ts'
import { startApi } from '../../given.ts'

const api = startedEach(startApi)
beforeEach(async () => {
  await listed()
})

const bind = (user: string, secret = 'a-secret-of-24-characters') =>
  api.call('POST', '/config/sources', {
    body: { appId: 'app', source: 'github', secret, users: { octocat: user } },
  })
const listed = async () => (await api.call('GET', '/config/sources/app')).body.data

test('given calls that bind one secret at once, when all are answered, then there is one binding, and each was told it', async () => {
  const answers = await Promise.all(['anna', 'ben', 'cara', 'dora'].map((user) => bind(user)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  const [one, ...more] = await listed()
  expect(more).toEqual([])
  expect(answers.map(({ body }) => body.id)).toEqual(answers.map(() => one.id))
})

test('given calls that bind two secrets at once, when both are answered, then each has its binding', async () => {
  await Promise.all([bind('anna', 'one-secret-of-24-characters'), bind('ben'), bind('cara')])
  expect(await listed()).toHaveLength(2)
})

test('given a source that does not exist, when it is bound, then the answer is 404 and names those that exist', async () => {
  const { status, body } = await api.call('POST', '/config/sources', {
    body: { appId: 'app', source: 'strpe', secret: 'a-secret-of-24-characters' },
  })
  expect([status, body.error.code]).toEqual([404, 'NOT_FOUND'])
  expect(body.error.details.field).toBe('source')
  expect(body.error.message).toMatch(/one of stripe, .*custom/)
  expect(await listed()).toEqual([])
})

test('given a binding, when its secret is bound again, then its id stays and its users are replaced', async () => {
  const first = await bind('anna')
  const second = await bind('ben')
  expect(second.body).toEqual({ ...first.body, users: { octocat: 'ben' } })
})
