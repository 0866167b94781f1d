// What the example of a partner does not do by mistake.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const EXAMPLE = new URL('../../../apps/examples/partner-producer.ts', import.meta.url).pathname

test.each([[['I like chess.', '--seel']], [['I', '--seal', 'like']]])(
  'given %j, which is no content and --seal, then nothing is written in plain',
  async (given) => {
    const env = {
      ...process.env,
      KAFKA_BROKERS: '127.0.0.1:1',
      SCHEMA_REGISTRY_URL: 'http://127.0.0.1:1',
      PARTNER_ID: 'p',
      PARTNER_SECRET: 's',
    }
    const args = [EXAMPLE, 'shop', 'anna', ...given]
    const ended = promisify(execFile)(process.execPath, args, { env })
    await expect(ended).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('usage') })
  },
)
