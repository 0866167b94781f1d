// The adapter loads without a test runner: named imports of a CommonJS package differ there.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('given plain Node, when the adapter is imported, then it loads', async () => {
  const module = new URL('../../../infra/kafka/event-log.ts', import.meta.url).href
  const script = `import(${JSON.stringify(module)}).then((m) => console.log(Object.keys(m).join()))`
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script])
  expect(stdout.trim()).toBe('createKafkaEventLog')
})
