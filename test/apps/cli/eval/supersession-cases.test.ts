// What a case of supersession is scored by.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  supersessionReportOf,
  supersessionTable,
} from '../../../../apps/cli/eval/eval-supersession.ts'
import {
  isPassed,
  readSupersessionCases,
  scoreCase,
} from '../../../../apps/cli/eval/supersession-cases.ts'
import { ownDirectory } from '../../../infra/sqlite/directory.ts'

const home = { id: 'home', group: 'homes', cur: ['Porto'], sup: ['in Lisbon'] }
const current = (content: string) => ({ content, current: true })
const closed = (content: string) => ({ content, current: false })

test('given what must be current and closed, when it is so, then the case is passed', () => {
  const score = scoreCase(home, [closed('I live in Lisbon.'), current('I am in Porto.')])
  expect(score).toMatchObject({ missing: [], open: [], wronglyClosed: [] })
  expect(isPassed(score)).toBe(true)
})

test.each([
  [
    'what must be current is closed',
    [closed('I live in Lisbon.'), closed('I am in Porto.')],
    { missing: ['Porto'], wronglyClosed: ['I am in Porto.'] },
  ],
  [
    'what must be closed is current',
    [current('I live in Lisbon.'), current('I am in Porto.')],
    { open: ['in Lisbon'] },
  ],
  ['what must be closed is not there', [current('I am in Porto.')], { open: ['in Lisbon'] }],
  [
    'something else is closed',
    [closed('I live in Lisbon.'), current('Porto'), closed('I like tea.')],
    { wronglyClosed: ['I like tea.'] },
  ],
])('given that %s, then it is told', (_what, facts, expected) => {
  const score = scoreCase(home, facts)
  expect(score).toMatchObject(expected)
  expect(isPassed(score)).toBe(false)
})

test('given scores, then they are counted by group, and failures are told', () => {
  const good = scoreCase(home, [closed('in Lisbon'), current('Porto')])
  const report = supersessionReportOf([good, scoreCase({ ...home, id: 'bad' }, [closed('tea')])])
  expect(report).toMatchObject({ cases: 2, passed: 1, wronglyClosed: 1 })
  expect(report.groups).toEqual([{ group: 'homes', cases: 2, passed: 1 }])
  expect(supersessionTable(report)).toContain(
    '- bad: not current: Porto; not closed: in Lisbon; closed wrongly: tea',
  )
})

const directory = ownDirectory()

test('given a file that holds no cases, when read, then it is told what is wrong with it', () => {
  const path = join(directory, 'cases.json')
  const read = (content: unknown) => {
    writeFileSync(path, JSON.stringify(content))
    return () => readSupersessionCases(path)
  }
  expect(read([{ ...home, writes: [{ content: 'x' }] }])()).toHaveLength(1)
  expect(read([])).toThrow('are not as expected')
  expect(read([{ ...home, cur: ['('], writes: [{ content: 'x' }] }])).toThrow('regular expression')
  expect(() => readSupersessionCases(join(directory, 'none'))).toThrow('there is no file')
})
