// What models use is reported to the app for which they were asked.
import { expect, test } from 'vitest'
import { metered, reportUse } from '../../../infra/runtime/model-use.ts'

const use = { model: 'm', input: 600, cached: 400, output: 100 }

test('given work of two apps at once, when models answer, then each use is reported where its app counts', async () => {
  const counted: [string, number][] = []
  const working = (app: string) =>
    metered(
      ({ input }) => void counted.push([app, input]),
      async () => {
        await new Promise((resolve) => setImmediate(resolve))
        reportUse(use)
      },
    )
  await Promise.all([working('shop'), working('bank')])
  reportUse(use)
  expect(counted).toEqual([
    ['shop', 600],
    ['bank', 600],
  ])
})
