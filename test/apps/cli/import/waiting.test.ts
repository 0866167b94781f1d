// What of an export is still to be written, by what the journal of earlier runs says.
import { expect, test } from 'vitest'
import type { OwnedRecord } from '../../../../apps/cli/import/planned.ts'
import { unwritten } from '../../../../apps/cli/import/waiting.ts'

const target = { appId: 'shop', from: 'chatgpt' }
const nothing = { accepted: new Set<string>(), refused: new Set<string>(), lastCall: [] }

/** A day of a conversation with so many messages. */
function day(count: number, id = 'talk/0'): OwnedRecord {
  const content = Array.from({ length: count }, (_, n) => ({
    role: 'user' as const,
    content: `message ${n}`,
  }))
  return { id, userId: 'anna', at: '2026-01-01T09:00:00Z', threadId: 'talk', content }
}
const memory = (id: string): OwnedRecord => ({
  id,
  userId: 'anna',
  at: null,
  content: 'Likes tea.',
})

const keysOf = (records: readonly OwnedRecord[]) =>
  unwritten(records, nothing, target).others.map(({ key }) => key)
const saidIn = (records: readonly OwnedRecord[] | null) =>
  records?.map((record) =>
    'content' in record && Array.isArray(record.content)
      ? record.content.map(({ content }) => content)
      : null,
  )

test('given a day that was written, when the export has more of it, then the new messages alone are written', () => {
  const accepted = new Set(keysOf([day(2)]))
  const { again, others, before } = unwritten([day(4)], { ...nothing, accepted }, target)
  expect(saidIn(others)).toEqual([['message 2', 'message 3']])
  expect([again, before]).toEqual([[], 0])
  for (const { key } of others) accepted.add(key)
  expect(unwritten([day(4)], { ...nothing, accepted }, target)).toMatchObject({
    others: [],
    before: 1,
  })
  const third = unwritten([day(5)], { ...nothing, accepted }, target)
  expect(saidIn(third.others)).toEqual([['message 4']])
})

test('given a day that was written, when the export has the same or less of it, then nothing is written', () => {
  const accepted = new Set(keysOf([day(3)]))
  for (const count of [3, 2])
    expect(unwritten([day(count)], { ...nothing, accepted }, target).others).toEqual([])
})

test('given the newest messages of a day, when others have become the newest, then those that came since are written', () => {
  const messages = day(6)
  const windowOf = (from: number, to: number): OwnedRecord => ({
    ...messages,
    content: (messages as unknown as { content: object[] }).content.slice(from, to) as never,
    saidAt: [1_000, 2_000, 3_000, 4_000, 5_000, 6_000].slice(from, to),
  })
  const first = unwritten([windowOf(0, 3)], nothing, target)
  expect(saidIn(first.others)).toEqual([['message 0', 'message 1', 'message 2']])
  const accepted = new Set(first.others.map(({ key }) => key))
  const next = unwritten([windowOf(2, 6)], { ...nothing, accepted }, target)
  expect(saidIn(next.others)).toEqual([['message 3', 'message 4', 'message 5']])
  expect(next.others[0]).not.toHaveProperty('saidAt')
  const lastCall = next.others.map(({ key }) => key)
  const { again } = unwritten([windowOf(3, 6)], { ...nothing, accepted, lastCall }, target)
  expect(again).toEqual(next.others)
  expect(
    unwritten([windowOf(4, 6)], { ...nothing, accepted: new Set(lastCall) }, target),
  ).toMatchObject({
    others: [],
    before: 1,
  })
})

test('given a journal from before messages were counted, when the export has more of a day, then it counts as written', () => {
  const accepted = new Set(keysOf([day(2)]).map((key) => key.replace(/\/\d+$/, '')))
  expect(unwritten([day(4)], { ...nothing, accepted }, target)).toMatchObject({
    others: [],
    before: 1,
  })
})

test('given a call without an answer, when its days have grown, then it is sent as it was, and what is new goes apart', () => {
  const accepted = new Set(keysOf([day(1)]))
  const first = unwritten([day(3), day(2, 'other/0')], { ...nothing, accepted }, target)
  const lastCall = first.others.map(({ key }) => key)
  const { again, others, before } = unwritten(
    [day(5), day(2, 'other/0'), memory('m')],
    { ...nothing, accepted, lastCall },
    target,
  )
  expect(again).toEqual(first.others)
  expect(saidIn(others)).toEqual([['message 3', 'message 4'], null])
  expect(before).toBe(0)
})

test.each([
  ['lacks one of its writes', [memory('a')]],
  ['has less of its day', [memory('a'), day(1)]],
])('given a call without an answer, when the export %s, then it cannot be sent again', (_, now) => {
  const lastCall = keysOf([memory('a'), day(2)])
  expect(unwritten(now, { ...nothing, lastCall }, target).again).toBeNull()
})

test('given a last call whose write was refused, when it is corrected, then it is sent like any other', () => {
  const lastCall = keysOf([memory('a')])
  const refused = new Set(lastCall)
  const { again, others } = unwritten([memory('a')], { ...nothing, refused, lastCall }, target)
  expect([again, others]).toEqual([[], [{ ...memory('a'), key: lastCall[0] }]])
})
