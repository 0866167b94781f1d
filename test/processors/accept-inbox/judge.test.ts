// A partner's secret counts as soon as the API has shown it, wherever the record is read.
import { expect, test } from 'vitest'
import { createJudge } from '../../../processors/accept-inbox/judge.ts'
import { noSettings, type Settings } from '../../../processors/settings/evolve.ts'
import type { InboxEvent } from '../../../schemas/events/catalogue.ts'
import { signedRecord } from './records.ts'

const at = new Date('2026-11-21T09:00:00.000Z')
const partner = {
  id: '01900000-0000-7000-8000-000000000001',
  name: 'p',
  appIds: ['shop'],
  createdAt: at.toISOString(),
  rotatedAt: null,
  secret: 'plmp_secret',
  previous: null,
}
const event = {
  ...signedRecord(partner, { appId: 'shop', userId: 'anna' }, { content: 'Hello', signedAt: at }),
  erased: false,
} as unknown as InboxEvent
const withPartner: Settings = { ...noSettings, partners: new Map([[partner.id, partner]]) }

test('given a partner that is not known here yet, when its record is judged, then what is configured is read first', async () => {
  let settings = noSettings
  const caughtUp = async () => {
    settings = withPartner
  }
  const judge = createJudge({ current: () => settings, caughtUp })
  expect(await judge(event)).toHaveProperty('accept')
})

test.each([
  ['counts', event, 'accept'],
  ['is too old', { ...event, recordedAt: '2026-11-21T10:00:00.000Z' }, 'refuse'],
])(
  'given a record that %s, when it is judged, then nothing is read for it',
  async (_, given, expected) => {
    let readings = 0
    const caughtUp = async () => void readings++
    const judge = createJudge({ current: () => withPartner, caughtUp })
    expect(await judge(given)).toHaveProperty(expected)
    expect(readings).toBe(0)
  },
)

test('given a reading that fails, when the next record is judged, then it is read once more', async () => {
  let readings = 0
  const caughtUp = async () => {
    if (readings++ === 0) throw new Error('the log cannot be read')
  }
  const judge = createJudge({ current: () => noSettings, caughtUp })
  await expect(judge(event)).rejects.toThrow('the log cannot be read')
  expect(await judge(event)).toMatchObject({ refuse: 'Unauthorized' })
  expect(readings).toBe(2)
})
