// Which process is ours, which process has a port, and the saved notes: none of it may mistake a foreign process for
// ours.
import { expect, test } from 'vitest'
import { listenerInodes } from '../../../infra/local/machine/port-owner.ts'
import {
  listProcesses,
  ownGroup,
  type ProcessEntry,
  parseProc,
  parsePs,
} from '../../../infra/local/machine/process-table.ts'
import { parseStarted } from '../../../infra/local/machine/run-directory.ts'

const entry = (changes: Partial<ProcessEntry>): ProcessEntry => ({
  pid: 10,
  group: 10,
  state: 'S',
  residentBytes: 0,
  command: 'java -Dconfig=/stack/run/kafka/config/x',
  ...changes,
})

test('a group is ours when a living member names our directory', () => {
  const helper = entry({ pid: 11, command: 'java launcher' })
  expect(ownGroup([entry({}), helper], 10, '/stack/run/kafka')).toHaveLength(2)
})

test('a pid that was given to a stranger is not ours', () => {
  expect(ownGroup([entry({ command: 'vim notes.txt' })], 10, '/stack/run/kafka')).toEqual([])
})

test('a directory whose name merely begins like ours is not ours', () => {
  const other = entry({ command: 'java -Dconfig=/stack/run/kafka-2/config/x' })
  expect(ownGroup([other], 10, '/stack/run/kafka')).toEqual([])
})

test('a dead process that was not reaped does not run', () => {
  expect(ownGroup([entry({ state: 'Z' })], 10, '/stack/run/kafka')).toEqual([])
})

test('reads /proc, also where the name of the program holds brackets and spaces', () => {
  const stat = '42 (a) b) S 1 40 40 0 -1 4194560 1'
  const read = parseProc({ stat, statm: '900 25 3', command: 'java\0-jar\0x.jar\0' })
  expect(read).toEqual({
    pid: 42,
    group: 40,
    state: 'S',
    residentBytes: 25 * 4096,
    command: 'java -jar x.jar',
  })
})

test('reads what ps prints', () => {
  const output = '  1     1 Ss    100 /sbin/init\n 42    40 T+   2048 java -jar x.jar\n\n'
  expect(parsePs(output)).toEqual([
    { pid: 1, group: 1, state: 'S', residentBytes: 102_400, command: '/sbin/init' },
    { pid: 42, group: 40, state: 'T', residentBytes: 2_097_152, command: 'java -jar x.jar' },
  ])
})

test('sees this very process', async () => {
  const self = (await listProcesses()).find(({ pid }) => pid === process.pid)
  expect(self?.residentBytes).toBeGreaterThan(1_000_000)
})

test('finds who listens on a port, and not who is merely connected to it', () => {
  const table = [
    '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
    '   0: 0100007F:2384 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 111 1 0',
    '   1: 0100007F:2384 0100007F:C350 01 00000000:00000000 00:00000000 00000000     0        0 222 1 0',
    '   2: 0100007F:2385 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 333 1 0',
  ].join('\n')
  expect(listenerInodes(table, 9092)).toEqual(['111'])
})

test('reads its own note, and takes anything else for none', () => {
  expect(parseStarted('123 9092 kafka-4.1.1\n')).toEqual({
    pid: 123,
    port: 9092,
    candidate: 'kafka-4.1.1',
  })
  for (const text of ['', '123', '123 9092', 'x 9092 kafka', '1 2 3 4']) {
    expect(parseStarted(text)).toBeUndefined()
  }
})
