// How a rebuild ends that is refused, or cannot go on: over servers the next one must not wait for it.
import { expect, test } from 'vitest'
import { CommandFailed } from '../../../../apps/cli/command/command.ts'
import { rebuild } from '../../../../apps/cli/operate/replay.ts'
import { type Opened, withPorts } from '../../../../apps/cli/operate/with-ports.ts'
import { RebuildRuns } from '../../../../apps/composition/distributed/claim-rebuild.ts'
import { readConfigWith } from '../../../../infra/config.ts'
import { newScope } from '../../../contracts/given.ts'
import { appendAll, contentStored } from '../../../infra/runtime/given.ts'
import { createDirectories } from '../../../infra/sqlite/directory.ts'
import { rebuildOfMemory } from '../../composition/embedded/rebuilding.ts'

const newDirectory = createDirectories()
const { signal } = new AbortController()
const io = { out: () => {}, err: () => {}, isTerminal: false, signal }

/** Rebuilds the memory of a stopped service that holds one write; `open` opens the stores. */
function rebuilt(
  directory: string,
  open: () => Promise<unknown>,
  { during = signal, seen = ({ ports }: Opened) => ports, err = (_: string) => {} } = {},
) {
  const config = readConfigWith({ DATA_DIR: directory, PROFILE: 'embedded' })
  const work = async (opened: Opened) => {
    await appendAll(opened.ports, [contentStored(newScope())])
    const setting = { ...opened.setting, rebuild: open as never }
    const runtime = { ...opened.runtime, signal: during }
    const ports = seen(opened)
    const told = { check: true, io: { ...io, err } }
    return rebuild({ ...opened, setting, runtime, ports }, 'memory', told)
  }
  return withPorts(signal, work, { config })
}

test('given a rebuild that is stopped, when it ends, then it is left for the next one', async () => {
  const directory = newDirectory()
  const stopped = AbortSignal.abort(new Error('stopped'))
  let left = 0
  const open = async () => ({ ...rebuildOfMemory(directory), leave: async () => void left++ })
  await expect(rebuilt(directory, open, { during: stopped })).rejects.toThrow()
  expect(left).toBe(1)
})

test('given a rebuild that carries on, when it ends, then it is not left', async () => {
  const directory = newDirectory()
  let left = 0
  const open = async () => ({ ...rebuildOfMemory(directory), leave: async () => void left++ })
  await expect(rebuilt(directory, open)).resolves.toMatchObject({ records: 1 })
  expect(left).toBe(0)
})

test('given records that the log has lost since, when a rebuild ends, then its progress ends with all', async () => {
  const directory = newDirectory()
  const lines: string[] = []
  const fewer = (opened: Opened): Opened['ports'] => ({
    ...opened.ports,
    log: { ...opened.ports.log, ends: async () => new Map([[0, 9]]) },
  })
  const open = async () => rebuildOfMemory(directory)
  await rebuilt(directory, open, { seen: fewer, err: (line) => void lines.push(line) })
  expect(lines.at(-1)).toMatch(/^replay memory: 100 % \(1\/1,/)
})

test('given another rebuild that runs, when one is asked for, then the command says what to do, and keeps the cause', async () => {
  const refusal = new RebuildRuns('memory')
  const refused = rebuilt(newDirectory(), () => Promise.reject(refusal))
  const error = await refused.catch((error: unknown) => error)
  expect(error).toBeInstanceOf(CommandFailed)
  expect(error).toMatchObject({ message: expect.stringContaining('wait for it'), cause: refusal })
})
