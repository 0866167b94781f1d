// The template by which an event was read is looked for among the settings of its app alone.
import { expect, test } from 'vitest'
import { templateThen } from '../../../../../apps/api/routes/items/template-then.ts'
import { changeSettings } from '../../../../../apps/api/routes/settings/settings.ts'
import type { ReadOptions } from '../../../../../infra/ports/event-log.ts'
import { inMemoryPorts } from '../../../../processors/in-memory.ts'
import { appParts } from '../../app-parts.ts'

test('what other apps have set is not read', async () => {
  const ports = inMemoryPorts()
  const parts = await appParts(ports, () => new Date('2026-05-01T00:00:00Z'))
  const set = (appId: string, template: string) => {
    const open = { eventType: 'Bought', template }
    return changeSettings(parts, { type: 'TemplateConfigured', appId, open })
  }
  await set('mine', 'Mine {x}.')
  await set('other', 'Other {x}.')
  const reads: ReadOptions[] = []
  const log = {
    ...ports.log,
    read: (options: ReadOptions) => {
      reads.push(options)
      return ports.log.read(options)
    },
  }
  const asked = { appId: 'mine', eventType: 'bought', at: '2026-05-02T00:00:00Z' }
  expect(await templateThen(log, asked)).toBe('Mine {x}.')
  expect(reads.map(({ scope }) => scope)).toEqual([{ appId: 'mine', userId: '_' }])
  expect(await templateThen(log, { ...asked, at: '2026-04-30T00:00:00Z' })).toBeNull()
  await parts.watch.stop()
  await parts.settings.close()
  await ports.log.close()
})
