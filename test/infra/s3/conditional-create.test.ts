// Creating objects on servers without conditional writes, or with a concurrent one under way.
import { randomBytes } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isOutage } from '../../../infra/runtime/fail/retry.ts'
import { createS3KeyStore, UnsafeKeyStore } from '../../../infra/s3/keys/key-store.ts'
import { createS3ObjectStore } from '../../../infra/s3/object-store.ts'
import { newScope } from '../../contracts/given.ts'
import { type Answer, startOldServer } from './old-server.ts'

const words = (text: string) => Buffer.from(text)

async function open(conditional: Parameters<typeof startOldServer>[0]) {
  const { options, appear, stop } = await startOldServer(conditional)
  let told = 0
  const objects = createS3ObjectStore({ ...options, onUnconditional: () => told++ })
  onTestFinished(async () => {
    await objects.close()
    stop()
  })
  return { objects, options, appear, told: () => told }
}

test.each([
  ['takes no notice of conditions', () => null],
  ['refuses conditions', () => ({ status: 501, code: 'NotImplemented' })],
])(
  'given a server that %s, when put, then it looks first, and this is told once',
  async (_, as) => {
    const { objects, told } = await open(as)
    expect(await objects.putMany([{ key: 'a', body: words('first') }])).toEqual(['created'])
    expect(await objects.putMany([{ key: 'a', body: words('second') }])).toEqual(['existed'])
    expect(Buffer.from((await objects.get('a'))!).toString()).toBe('first')
    expect(told()).toBe(1)
  },
)

test('given such a server, when a key is needed, then none is made', async () => {
  const { options } = await open(() => null)
  const keys = createS3KeyStore({ ...options, masterKey: randomBytes(32) })
  onTestFinished(() => keys.close())
  for (const call of [() => keys.rotate(newScope()), () => keys.current([newScope()])]) {
    const error = await call().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(UnsafeKeyStore)
    expect(isOutage(error)).toBe(true)
  }
})

test('given a server whose first answer is lost, when put, then it still counts as one with conditions', async () => {
  const refused = { status: 412, code: 'PreconditionFailed' }
  // The probe writes twice, and the client repeats the first write.
  const { objects, told } = await open((nth) => (nth === 1 ? 'lost' : nth <= 3 ? refused : null))
  expect(await objects.putMany([{ key: 'a', body: words('a') }])).toEqual(['created'])
  expect(told()).toBe(0)
})

test('given another conditional write under way, when put, then it is tried again', async () => {
  // The first two are the probe's.
  const answers: Record<number, Answer> = {
    2: { status: 412, code: 'PreconditionFailed' },
    3: { status: 409, code: 'ConditionalRequestConflict' },
    4: { status: 409, code: 'ConditionalRequestConflict' },
  }
  const { objects } = await open((nth) => answers[nth] ?? null)
  expect(await objects.putMany([{ key: 'a', body: words('a') }])).toEqual(['created'])
})

test('given a conflict that does not pass, when put, then it is an outage', async () => {
  const conflict = { status: 409, code: 'ConditionalRequestConflict' }
  const refused = { status: 412, code: 'PreconditionFailed' }
  const { objects } = await open((nth) => (nth === 1 ? null : nth === 2 ? refused : conflict))
  const put = objects.putMany([{ key: 'a', body: words('a') }])
  expect(isOutage(await put.catch((reason: unknown) => reason))).toBe(true)
})

describe('given a server that refuses a key which is not there', () => {
  const refused = { status: 412, code: 'PreconditionFailed' }
  // The first is the probe's.
  const refuses = (nth: number) => (nth === 1 ? null : refused)

  test.each([500, 1_200])(
    'when another process has created it %i ms later, then theirs stays',
    async (afterMs) => {
      const { objects, appear } = await open(refuses)
      const put = objects.putMany([{ key: 'a', body: words('mine') }])
      setTimeout(() => appear('raw/a', words('theirs')), afterMs)
      expect(await put).toEqual(['existed'])
      expect(Buffer.from((await objects.get('a'))!).toString()).toBe('theirs')
    },
  )

  test('when no other process is, then it is created', async () => {
    const { objects } = await open(refuses)
    expect(await objects.putMany([{ key: 'a', body: words('mine') }])).toEqual(['created'])
    expect(Buffer.from((await objects.get('a'))!).toString()).toBe('mine')
  })
})
