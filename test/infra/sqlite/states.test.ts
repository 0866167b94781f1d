// States beside a process: found again after a restart, of one process alone, and deleted with what they belong to.
import fs, {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { States } from '../../../infra/ports/states.ts'
import { present } from '../../../infra/runtime/certain.ts'
import { createSqliteObjectStore } from '../../../infra/sqlite/object-store.ts'
import { createSqliteStates } from '../../../infra/sqlite/states.ts'
import { eventually } from '../../contracts/eventually.ts'
import { createDirectories, openFiles } from './directory.ts'

const TOPIC = 'memory.facts.v1'
const LONG_MS = 3_600_000
const SHORT_MS = 5

const newDirectory = createDirectories()
let directory: string
const opened: States[] = []
beforeEach(() => {
  directory = join(newDirectory(), 'state', 'app')
})
afterEach(async () => {
  for (const states of opened.splice(0)) await states.close()
})

function open(keptForMs = LONG_MS, told: unknown[] = []): States {
  const logger = pino({ base: null }, { write: (line) => void told.push(JSON.parse(line)) })
  const states = createSqliteStates({ directory, keptForMs, logger })
  opened.push(states)
  return states
}

/** Writes to both stores of a partition. */
async function write(states: States, partition: number): Promise<void> {
  const { memory, graph } = states.of(partition)
  const step = { checkpoint: { topic: TOPIC, partition, position: 7 } as const, fences: [] }
  await memory.apply({ ...step, documents: [], erasedResources: [], erasures: [] })
  await graph.apply({ ...step, facts: [], closed: [] })
}

async function held(states: States, partition: number) {
  const { memory, graph } = states.of(partition)
  const stands = await Promise.all([memory, graph].map((store) => store.checkpoints(TOPIC)))
  return stands.map((each) => each.get(partition))
}

const path = (...names: string[]) => join(directory, ...names)
const gone = (...names: string[]) =>
  eventually(() => expect(existsSync(path(...names))).toBe(false))
const files = (folder: string) => readdirSync(path(folder)).sort()

test('each partition finds its own rows again after the next start', async () => {
  const before = open()
  await write(before, 3)
  expect(before.of(3)).toBe(before.of(3))
  await before.close()
  // As closed databases are: one file each.
  expect(files('1')).toEqual(['graph-3.db', 'lock.db', 'memory-3.db'])
  const after = open()
  expect(await held(after, 3)).toEqual([7, 7])
  expect(await held(after, 4)).toEqual([undefined, undefined])
  expect(after.shared).toBe(false)
})

test('nothing is made before a state is asked for', async () => {
  const states = open()
  states.assigned(0)
  states.released(0)
  await states.close()
  expect(existsSync(directory)).toBe(false)
})

test('a process may end before anything is removed', () => {
  const timers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length
  const before = timers()
  const states = open()
  states.of(0)
  states.assigned(0)
  states.released(0)
  expect(timers()).toBe(before)
})

test('each process has a folder of its own, as long as it lives', async () => {
  const [first, second] = [open(), open()]
  await write(first, 0)
  await write(second, 0)
  expect(readdirSync(directory).sort()).toEqual(['1', '2'])
  await first.close()
  const third = open()
  expect(await held(third, 0)).toEqual([7, 7])
  await open().of(0).memory.ping()
  expect(readdirSync(directory).sort()).toEqual(['1', '2', '3'])
})

test('each process has a name of its own, which goes with its files', async () => {
  const [first, second] = [open(), open()]
  const [name, other] = [first.keeper(), second.keeper()]
  expect(name).not.toBe(other)
  expect(first.keeper()).toBe(name)
  await first.close()
  const again = open()
  expect(again.keeper()).toBe(name)
  await again.close()
  rmSync(join(directory, '1'), { recursive: true })
  expect([name, other]).not.toContain(open().keeper())
})

test('as many processes as there may be have a folder, and one more is told what to do', () => {
  const start = () => {
    const states = createSqliteStates({ directory, mostProcesses: 2 })
    opened.push(states)
    return states.of(0)
  }
  start()
  start()
  expect(start).toThrow(`2 processes have their state in ${directory}: set DATA_DIR`)
  expect(readdirSync(directory).sort()).toEqual(['1', '2'])
})

describe('a state that is thrown away', () => {
  test('leaves no file, and the next one is empty', async () => {
    const states = open()
    await write(states, 0)
    await write(states, 1)
    const { memory, graph } = states.of(0)
    await states.discard(0)
    for (const store of [memory, graph]) await expect(store.ping()).rejects.toThrow()
    expect(files('1').filter((name) => /-0\.db/.test(name))).toEqual([])
    expect(await held(states, 0)).toEqual([undefined, undefined])
    expect(await held(states, 1)).toEqual([7, 7])
    await write(states, 0)
    expect(await held(states, 0)).toEqual([7, 7])
  })

  test('is one that this process has not opened, too', async () => {
    const before = open()
    await write(before, 0)
    await before.close()
    const after = open()
    await after.discard(0)
    expect(await held(after, 0)).toEqual([undefined, undefined])
  })

  test('takes nothing of the next one with it, which may be opened at once', async () => {
    const states = open()
    await write(states, 0)
    const discarded = states.discard(0)
    await write(states, 0)
    await discarded
    expect(await held(states, 0)).toEqual([7, 7])
    await states.close()
    expect(await held(open(), 0)).toEqual([7, 7])
  })
})

describe('a state of which a file is damaged', () => {
  const text = Buffer.from('this is no database '.repeat(100))
  /** The first page is a database's, and the content is not. */
  const torn = (file: Buffer) =>
    Buffer.concat([file.subarray(0, 100), file.subarray(100).fill(255)])

  /** The schema can be read, and nothing else. */
  const cut = (file: Buffer) =>
    Buffer.concat([
      file.subarray(0, pageSize(file) * 3),
      file.subarray(pageSize(file) * 3).fill(255),
    ])
  const pageSize = (file: Buffer) => file.readUInt16BE(16)

  test.each([
    ['is no database', () => text],
    ['is torn', torn],
    ['holds nothing but its schema', cut],
  ])('is empty where it %s, and the other file is kept', async (_, damaged) => {
    const before = open()
    await write(before, 0)
    await before.close()
    const file = path('1', 'memory-0.db')
    writeFileSync(file, damaged(readFileSync(file)))
    const after = open()
    expect(await held(after, 0)).toEqual([undefined, 7])
    await write(after, 0)
    expect(await held(after, 0)).toEqual([7, 7])
  })

  test('is not taken for one that cannot be opened now', () => {
    const states = open()
    states.of(1)
    mkdirSync(path('1', 'memory-0.db'))
    expect(() => states.of(0)).toThrow('unable to open database file')
    expect(existsSync(path('1', 'memory-0.db'))).toBe(true)
  })
})

describe('a partition that is given back', () => {
  test('goes after a while, unless it is assigned again or another has it still', async () => {
    const states = open(SHORT_MS)
    for (const partition of [0, 1, 2]) {
      states.assigned(partition)
      await write(states, partition)
    }
    states.assigned(1)
    states.released(1)
    states.released(2)
    states.assigned(2)
    states.released(0)
    await gone('1', 'memory-0.db')
    await gone('1', 'graph-0.db')
    // Their time was over before.
    expect(await held(states, 1)).toEqual([7, 7])
    expect(await held(states, 2)).toEqual([7, 7])
    expect(existsSync(path('1', 'memory-1.db'))).toBe(true)
    expect(existsSync(path('1', 'graph-2.db'))).toBe(true)
    expect(await held(states, 0)).toEqual([undefined, undefined])
  })

  test('stays for the next start, where the process ends before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const states = open()
    states.assigned(0)
    await write(states, 0)
    states.released(0)
    await states.close()
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
    expect(await held(open(), 0)).toEqual([7, 7])
  })
})

describe('files that cannot be removed', () => {
  const said = { level: 40, code: 'ERR_FS_EISDIR', msg: 'files of a state cannot be removed yet' }
  /** Where a file should be. */
  const block = () => mkdirSync(path('1', 'memory-0.db'))
  const unblocked = async () => {
    rmdirSync(path('1', 'memory-0.db'))
    writeFileSync(path('1', 'memory-0.db'), '')
    await gone('1', 'memory-0.db')
  }

  test('are told, and removed later, where their partition was given back', async () => {
    const lines: object[] = []
    const states = open(SHORT_MS, lines)
    states.assigned(0)
    await write(states, 0)
    rmSync(path('1', 'memory-0.db'))
    block()
    states.released(0)
    await eventually(() => expect(lines).toContainEqual(expect.objectContaining(said)))
    await gone('1', 'graph-0.db')
    await unblocked()
    expect(JSON.stringify(lines)).not.toContain(directory)
  })

  test('are told, and removed later, where others have left them', async () => {
    const before = open()
    await write(before, 1)
    block()
    await before.close()
    const lines: object[] = []
    open(SHORT_MS, lines).of(3)
    await eventually(() => expect(lines).toContainEqual(expect.objectContaining(said)))
    await gone('1', 'memory-1.db')
    await unblocked()
  })
})

test('given a restored state that cannot be put in its place, when it is asked for again, then what is there is opened', async () => {
  const snapshots = createSqliteObjectStore({ path: ':memory:' })
  const states = createSqliteStates({ directory, snapshots })
  opened.push(states)
  await write(states, 0)
  const { rows } = present(states.snapshots, 'snapshots')
  const building = rows.restoring({ name: 'memory', partition: 0 })
  rmSync(path('1', 'memory-0.db'))
  mkdirSync(path('1', 'memory-0.db'))
  await expect(building.finish({ snapshot: 's', checkpoints: new Map() })).rejects.toThrow()
  building.discard()
  rmdirSync(path('1', 'memory-0.db'))
  expect(await held(states, 0)).toEqual([undefined, 7])
  await write(states, 0)
})

describe('folders that cannot be removed', () => {
  /** Folders 1 to 3, of processes that are no more. */
  const left = async () => {
    const [first, second, third] = [open(), open(), open()]
    for (const states of [first, second, third]) await write(states, 0)
    await Promise.all([first, second, third].map((states) => states.close()))
  }

  test('hold up no other, and go where they can be', async () => {
    await left()
    const lock = readFileSync(path('2', 'lock.db'))
    writeFileSync(path('2', 'lock.db'), 'no lock'.repeat(1_000))
    const lines: object[] = []
    open(SHORT_MS, lines).assigned(0)
    opened.at(-1)!.of(0)
    await gone('3')
    const said = { errorClass: 'DamagedLock', msg: 'files of a state cannot be removed yet' }
    await eventually(() => expect(lines).toContainEqual(expect.objectContaining(said)))
    expect(files('2')).toContain('memory-0.db')
    writeFileSync(path('2', 'lock.db'), lock)
    await gone('2')
  })

  test('are tried again, and known again by their lock', async () => {
    await left()
    const { rmSync: remove } = fs
    let isBusy = true
    const spy = vi.spyOn(fs, 'rmSync').mockImplementation((of, options) => {
      if (isBusy && `${of}`.endsWith(join('2', 'memory-0.db'))) throw new Error('busy')
      remove(of, options)
    })
    syncBuiltinESMExports()
    onTestFinished(() => {
      spy.mockRestore()
      syncBuiltinESMExports()
    })
    const lines: object[] = []
    open(SHORT_MS, lines).of(0)
    await eventually(() => expect(lines.length).toBeGreaterThan(1))
    expect(files('2')).toContain('lock.db')
    isBusy = false
    await gone('2')
    expect(openFiles(path('2'))).toEqual([])
  })
})

describe('what others have left', () => {
  test('goes after a while: partitions without a use here', async () => {
    const before = open()
    for (const partition of [0, 1, 12]) await write(before, partition)
    await before.close()
    const after = open(SHORT_MS)
    after.assigned(0)
    // Opened, and not counted.
    expect(await held(after, 1)).toEqual([7, 7])
    const others = ['memory-7.db.old', 'notes.txt', 'old-memory-7.db']
    for (const name of others) writeFileSync(path('1', name), '')
    await gone('1', 'memory-12.db')
    await gone('1', 'graph-12.db')
    expect(files('1').filter((name) => !/-(wal|shm|journal)$/.test(name))).toEqual([
      'graph-0.db',
      'graph-1.db',
      'lock.db',
      'memory-0.db',
      'memory-1.db',
      ...others,
    ])
    expect(await held(after, 0)).toEqual([7, 7])
  })

  test('goes after a while: folders of processes that are no more, and no other', async () => {
    const [first, second, third] = [open(), open(), open()]
    for (const states of [first, second, third]) await write(states, 0)
    await first.close()
    await second.close()
    mkdirSync(path('somebody else’s'))
    writeFileSync(path('lock.db'), '')
    const states = open(SHORT_MS)
    states.assigned(0)
    expect(await held(states, 0)).toEqual([7, 7])
    await gone('2')
    expect(openFiles(path('2'))).toEqual([])
    expect(readdirSync(directory).sort()).toEqual(['1', '3', 'lock.db', 'somebody else’s'])
    expect(await held(states, 0)).toEqual([7, 7])
    expect(await held(third, 0)).toEqual([7, 7])
  })

  test('stays, where the process ends before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const states = open()
    await write(states, 0)
    await states.close()
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })
})

test('given a folder that others could read, when it is claimed, then it is its owner’s alone', async () => {
  mkdirSync(path('1'), { recursive: true })
  writeFileSync(path('1', 'lock.db'), '')
  writeFileSync(path('1', 'memory-0.db'), '')
  for (const name of ['lock.db', 'memory-0.db']) chmodSync(path('1', name), 0o644)
  chmodSync(path('1'), 0o755)
  await write(open(), 0)
  const modes = [path('1'), path('1', 'lock.db'), path('1', 'memory-0.db')]
  expect(modes.map((each) => statSync(each).mode & 0o777)).toEqual([0o700, 0o600, 0o600])
})

// A thread has no umask of its own to set: mutants are judged in threads.
test.runIf(isMainThread)(
  'given a umask that lets others read, when states are kept, then files and folders are their owner’s alone',
  async () => {
    const before = process.umask(0)
    await write(open(), 0).finally(() => process.umask(before))
    const mode = (...names: string[]) => statSync(path(...names)).mode & 0o777
    expect([mode('..'), mode(), mode('1')]).toEqual([0o700, 0o700, 0o700])
    expect(files('1')).toContain('memory-0.db-wal')
    expect(files('1').map((name) => [name, mode('1', name)])).toEqual(
      files('1').map((name) => [name, 0o600]),
    )
  },
)
