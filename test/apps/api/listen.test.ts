// A service whose HOST is no address says which variable to change.
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../../../apps/api/listen.ts'

test('given a name that is not known, then it names HOST', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  // Names below `invalid` are never known.
  await expect(listen(app, { host: 'palimpsest.invalid', port: 0 })).rejects.toThrow(
    /^palimpsest\.invalid is neither an address nor a name that is known: set HOST/,
  )
})

test('given an address of another machine, then the error is passed on', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  // 192.0.2.0/24 is for documentation: no machine has it.
  await expect(listen(app, { host: '192.0.2.1', port: 0 })).rejects.toThrow(/EADDRNOTAVAIL/)
})
