// A thread that only answers queries asks for a user's keys once for all steps of a query, and again for the next query.
import { expect, test } from 'vitest'
import { createKeyring } from '../../../../infra/sealed/keys/keyring.ts'
import { oncePerTurn } from '../../../../infra/sealed/keys/once-per-turn.ts'
import { createSqliteKeyStore } from '../../../../infra/sqlite/key-store.ts'
import { newScope } from '../../../contracts/given.ts'

async function given() {
  const keys = createSqliteKeyStore({ path: ':memory:', masterKey: new Uint8Array(32) })
  const asked: number[] = []
  const counted = {
    ...keys,
    generations: (scopes: Parameters<typeof keys.generations>[0]) => {
      asked.push(scopes.length)
      return keys.generations(scopes)
    },
  }
  const [scope, other] = [newScope(), newScope()]
  await keys.current([scope, other])
  const ring = oncePerTurn(createKeyring({ keys: counted }))
  return { keys, asked, ring, scope, other }
}

/** What has waited for the event loop since. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('given steps that follow each other, then keys are asked for once for each user; given another turn, then again', async () => {
  const { ring, asked, scope, other } = await given()
  await nextTurn()
  await Promise.all([ring.of([scope]), ring.of([scope]), ring.of([other])])
  await ring.of([scope])
  expect(asked).toEqual([1, 1])
  await nextTurn()
  await ring.of([scope])
  expect(asked).toEqual([1, 1, 1])
  await ring.of([scope, other])
  expect(asked).toEqual([1, 1, 1, 2])
})

test('given a key that was destroyed, then the next turn has none, whatever continues in the turn before', async () => {
  const { keys, ring, scope } = await given()
  await nextTurn()
  const before = ring.of([scope]).then(() => ring.of([scope]))
  await nextTurn()
  await keys.destroy(scope, 1)
  expect((await before)[0]).toHaveLength(1)
  await nextTurn()
  expect(await ring.of([scope])).toEqual([[]])
})

test('given two callbacks that wait for the same poll of the loop, then each asks for itself', async () => {
  const { ring, asked, scope } = await given()
  await nextTurn()
  const both = [0, 1].map(
    () =>
      new Promise((resolve) => {
        setImmediate(() => resolve(ring.of([scope])))
      }),
  )
  await Promise.all(both)
  expect(asked).toEqual([1, 1])
})
