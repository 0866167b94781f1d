// The thread of one replay: does what the command line does, beside the running service.
import { constants } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { Config } from '../../infra/config.ts'
import { present } from '../../infra/runtime/certain.ts'
import { lowerThreadPriority } from '../../infra/runtime/turns/lower-priority.ts'
import { threadData } from '../../infra/threads/thread-data.ts'
import type { ReplayOrder, ReplayResult } from '../api/replays.ts'
import { CommandFailed, type Io } from '../cli/command/command.ts'
import { rebuild } from '../cli/operate/replay.ts'
import { readLetters, replayLetters } from '../cli/operate/replay-letters.ts'
import { type Opened, withPorts } from '../cli/operate/with-ports.ts'

export type ReplayThreadData = { config: Config; order: ReplayOrder }
export type ReplayAnswer = { told: string } | { result: ReplayResult } | { errorClass: string }

lowerThreadPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const { config, order } = threadData<ReplayThreadData>({ config: true, order: true })
const stopping = new AbortController()
const answer = (what: ReplayAnswer) => present(parentPort, 'parentPort').postMessage(what)
present(parentPort, 'parentPort').on('message', () => stopping.abort(new Error('stopping')))
const io: Io = {
  out: () => undefined,
  err: (told) => answer({ told }),
  isTerminal: false,
  signal: stopping.signal,
}
try {
  answer({
    result: await withPorts(stopping.signal, carriedOut, { config, more: { readsAll: true } }),
  })
} catch (error) {
  const cause = error instanceof CommandFailed ? (error.cause ?? error) : error
  answer({ errorClass: cause instanceof Error ? cause.name : 'Error' })
}
present(parentPort, 'parentPort').close()

async function carriedOut(opened: Opened): Promise<ReplayResult> {
  if (order.what === 'projection') {
    const { records, unchanged, behind } = await rebuild(opened, order.projection, {
      check: order.check,
      io,
    })
    return { records, unchanged, behind }
  }
  const letters = await readLetters(opened.ports.log, order.ids)
  const left = await replayLetters(opened, letters, io)
  return { handled: letters.length - left.length, left: left.length }
}
