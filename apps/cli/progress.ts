// Progress on stderr: a bar with the time that is left on a terminal, a line every tenth elsewhere.
import cliProgress from 'cli-progress'
import type { Io } from './command.ts'

export type Progress = {
  /** So many more are done. */
  add(count?: number): void
  /** So many are done in all; for work that is watched from outside. */
  reached(count: number): void
  stop(): void
}

export function startProgress(io: Io, title: string, total: number): Progress {
  return io.isTerminal ? drawBar(title, total) : writeLines(io, title, total)
}

const FORMAT =
  '{title} {bar} {percentage} % | {value}/{total} | {duration_formatted}, {eta_formatted} left'
const TITLE_WIDTH = 22

function drawBar(title: string, total: number): Progress {
  const bar = new cliProgress.SingleBar(
    { format: FORMAT, hideCursor: true, etaBuffer: 50, stream: process.stderr },
    cliProgress.Presets.shades_classic,
  )
  bar.start(total, 0, { title: title.padEnd(TITLE_WIDTH) })
  return {
    add: (count = 1) => bar.increment(count),
    reached: (count) => bar.update(count),
    stop: () => bar.stop(),
  }
}

const STEPS = 10

function writeLines({ err }: Io, title: string, total: number): Progress {
  const startedAt = performance.now()
  let done = 0
  let told = 0
  const reached = (count: number) => {
    done = Math.min(count, total)
    const step = Math.floor((done / Math.max(1, total)) * STEPS)
    if (step <= told) return
    told = step
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    err(`${title}: ${step * STEPS} % (${done}/${total}, ${seconds} s)`)
  }
  return { add: (count = 1) => reached(done + count), reached, stop: () => {} }
}
