// The text of an export is made in parts, so that many exports take no more of the event loop than one.
import { expect, test } from 'vitest'
import { textOfUser } from '../../../../apps/api/carry/export-text.ts'
import { inMemoryPorts } from '../../../processors/in-memory.ts'

test('no line is made before its user has a turn', async () => {
  const ports = inMemoryPorts()
  const asked: unknown[] = []
  const turn = Promise.withResolvers<void>()
  const turns = (scope: unknown) => {
    asked.push(scope)
    return turn.promise
  }
  const scope = { appId: 'app', userId: 'ann' }
  const text = textOfUser({ ports, now: () => new Date() }, scope, { withAudit: false, turns })
  let isMade = false
  const first = text.next().then(({ value }) => {
    isMade = true
    return JSON.parse(String(value))
  })
  for (let n = 0; n < 20; n++) await new Promise((resolve) => setImmediate(resolve))
  expect([isMade, asked]).toEqual([false, [scope]])
  turn.resolve()
  expect(await first).toMatchObject({ kind: 'manifest', ...scope })
  await text.return(undefined)
  await ports.log.close()
})
