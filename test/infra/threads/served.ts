// The handler that the threads of the tests run: it does what a request says.
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { LanguageModelRefused } from '../../../infra/ports/language-model.ts'
import { Outage } from '../../../infra/runtime/fail/retry.ts'
import { StoreError } from '../../../infra/runtime/fail/store-error.ts'
import { serveRequests } from '../../../infra/threads/serve-requests.ts'

/** Held requests end when the gate's first number is no longer 0. `notes` is a file. */
export type ServedData = { gate: Int32Array; notes: string; broken?: boolean }
export type Asked =
  | { do: 'echo'; value: unknown }
  | { do: 'hold'; value: string }
  | { do: 'burn' | 'spin' | 'regexp' | 'fill' | 'crash' | 'exit' | 'wait' | 'function' }
  | { do: 'throw'; what: keyof typeof errors }

const { gate, notes, broken } = workerData as ServedData
if (broken) throw new TypeError('cannot be opened')

export const errors = {
  refused: () => new LanguageModelRefused('extraction: too long'),
  outage: () => new Outage('not for now'),
  store: () => new StoreError('graph store', 'Neo.Oops', { outage: true }),
  busy: () => Object.assign(new Error('secret words'), { errcode: 5 }),
  foreign: () => Object.assign(new TypeError('secret words'), { code: 'ERR_ODD' }),
  nothing: () => 'secret words',
}

serveRequests<Asked, unknown>(
  async (asked, { signal }) => {
    switch (asked.do) {
      case 'echo':
        return asked.value
      case 'hold':
        appendFileSync(notes, `${asked.value}\n`)
        await Atomics.waitAsync(gate, 0, 0).value
        return asked.value
      case 'burn':
        return burn(20_000)
      case 'spin':
        for (;;);
      case 'regexp':
        return /^(a+)+$/.test(`${'a'.repeat(60)}b`)
      case 'fill':
        for (const all: unknown[] = []; ; ) all.push(new Array(100_000).fill(all.length))
      case 'crash':
        setImmediate(() => {
          throw new RangeError('secret words')
        })
        return once(parentPort!, 'never')
      case 'exit':
        return process.exit(3)
      case 'wait':
        appendFileSync(notes, 'waits\n')
        await once(signal, 'abort')
        appendFileSync(notes, 'told\n')
        return 'late'
      case 'function':
        return () => 1
      case 'throw':
        throw errors[asked.what]()
    }
  },
  {
    close: async () => appendFileSync(notes, 'closed\n'),
    letGo: async () => appendFileSync(notes, 'let go\n'),
  },
)

/** Uses so many microseconds of CPU time; returns the time used, in milliseconds. */
function burn(us: number): number {
  const before = process.threadCpuUsage()
  for (;;) {
    const { user, system } = process.threadCpuUsage(before)
    if (user + system >= us) return (user + system) / 1000
  }
}
