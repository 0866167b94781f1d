// What tells the sources of a list apart.
import { expect, test } from 'vitest'
import type { Item } from '../../../../../../apps/console/page/shapes.ts'
import { namesOfSources } from '../../../../../../apps/console/page/views/user/source-names.ts'

/** Of an item only the fields that are read. */
function fact(content: string, createdAt: string, [resourceId, start]: [string, number]): Item {
  return { content, createdAt, provenance: { resourceId, start } } as Item
}

const received = (resourceId: string, receivedAt: string) => ({ resourceId, receivedAt })

test('given facts of a source, then it is named by when it was said and by the first of its words', () => {
  const facts = [
    fact('My dog is Rex.', '2026-01-05T10:00:00Z', ['r1', 20]),
    fact('I live in Rome.', '2026-01-05T10:00:00Z', ['r1', 5]),
    fact('I moved.', '2026-01-05T11:00:00Z', ['r2', 0]),
  ]
  const sources = [
    received('r1', '2026-03-01T00:00:00.000Z'),
    received('r2', '2026-03-01T00:00:00.100Z'),
  ]
  const names = namesOfSources(sources, facts)
  expect(names.get('r1')?.words).toBe('I live in Rome.')
  expect(names.get('r2')?.words).toBe('I moved.')
  expect(names.get('r1')?.when).toMatch(/5.*2026.*:00|2026.*5.*:00/)
  expect(names.get('r1')?.when).not.toBe(names.get('r2')?.when)
})

test('given sources that no fact is known of, then each is named by when it was received, as exactly as needed', () => {
  const sources = [
    received('r1', '2026-03-01T12:00:01.000Z'),
    received('r2', '2026-03-01T12:00:02.000Z'),
  ]
  const names = [...namesOfSources(sources, []).values()]
  expect(names.map(({ words }) => words)).toEqual([null, null])
  expect(names[0]?.when).toContain(':01')
  expect(names[1]?.when).toContain(':02')
})

test('given two sources of one instant, then their names are as short as of one', () => {
  const at = '2026-03-01T12:00:00.000Z'
  const names = [
    ...namesOfSources([received('r1', at), received('r2', at.replace('.000', ''))], []).values(),
  ]
  expect(names[0]?.when).not.toContain(':')
})
