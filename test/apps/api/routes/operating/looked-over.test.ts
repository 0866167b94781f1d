// A dry run of maintenance looks over all that many users have: for all calls together one user at a time, and for none
// whose client has gone.
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Ports } from '../../../../../infra/ports/ports.ts'
import { startApi } from '../../given.ts'
import { dial } from '../../plugins/door.ts'

const users = ['ann', 'ben', 'cy'].map((userId) => ({ appId: 'app', userId }))

async function given(looking: (userId: string) => Promise<void>) {
  const api = await startApi(({ memory }: Ports) => ({
    memory: {
      ...memory,
      users: async () => ({ data: users, total: users.length, nextCursor: null }),
      listItems: async (scope, page) => {
        await looking(scope.userId)
        return memory.listItems(scope, page)
      },
    },
  }))
  onTestFinished(() => api.close())
  return api
}

const body = { appId: 'app', dryRun: true }

test('given several calls, then one user is looked over at a time', async () => {
  let [now, most] = [0, 0]
  const { call } = await given(async () => {
    most = Math.max(most, ++now)
    await setImmediate()
    now--
  })
  const answers = await Promise.all([1, 2, 3].map(() => call('POST', '/maintenance', { body })))
  expect(answers.map((answer) => answer.body.data.length)).toEqual([3, 3, 3])
  expect(most).toBe(1)
})

test('given a client that has gone, then no further user is looked over', async () => {
  const looked: string[] = []
  const { app } = await given(async (userId) => {
    looked.push(userId)
    client.socket.destroy()
    await sleep(50)
  })
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const client = dial(Number(port))
  const text = JSON.stringify(body)
  client.send(
    `POST /v1/maintenance HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer given-key-0123456789abcdef\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
  )
  await client.ended
  await sleep(200)
  expect(looked).toEqual(['ann'])
})
