// Operators see how much waits to be stored, without a name of an app or user.
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { measureIntake } from '../../../../../apps/api/intake/waiting/measure-intake.ts'

test('given writes that wait, then the metrics tell how many, and how large they are, at each look', async () => {
  const registry = new Registry()
  const counts = { writes: 2, bytes: 300 }
  measureIntake(registry, () => counts)
  const told = (writes: number, bytes: number) => [
    '# HELP palimpsest_intake_writes Writes that wait to be stored or are being stored.',
    '# TYPE palimpsest_intake_writes gauge',
    `palimpsest_intake_writes ${writes}`,
    '',
    '# HELP palimpsest_intake_bytes Bytes of raw content of these writes.',
    '# TYPE palimpsest_intake_bytes gauge',
    `palimpsest_intake_bytes ${bytes}`,
  ]
  expect((await registry.metrics()).trim().split('\n')).toEqual(told(2, 300))
  Object.assign(counts, { writes: 1, bytes: 7 })
  expect((await registry.metrics()).trim().split('\n')).toEqual(told(1, 7))
})
