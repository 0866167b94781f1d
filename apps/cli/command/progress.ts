// Progress on stderr: a bar with the remaining time on a terminal, a line every tenth elsewhere.
import cliProgress from 'cli-progress'
import type { Io } from './command.ts'

export type Progress = {
  /** So many more are done. */
  advance(count?: number): void
  /** So many are done in total; for work that is observed from outside. */
  reached(count: number): void
  /** All is done, also where that was less than the total: it counts what there is to do at most. */
  complete(): void
  /** Nothing more is told, whether all was done or not. */
  finish(): void
}

type Work = { label: string; total: number }

export function createProgress(io: Io, work: Work): Progress {
  return io.isTerminal ? drawBar(work) : writeLines(io, work)
}

const FORMAT =
  '{label} {bar} {percentage} % | {value}/{total} | {duration_formatted}, {rate}/s, {eta_formatted} left'
const LABEL_WIDTH = 22

function drawBar({ label, total }: Work): Progress {
  const bar = new cliProgress.SingleBar(
    { format: FORMAT, hideCursor: true, etaBuffer: 50, stream: process.stderr },
    cliProgress.Presets.shades_classic,
  )
  bar.start(total, 0, { label: label.padEnd(LABEL_WIDTH), rate: 0 })
  const startedAt = performance.now()
  let done = 0
  const reached = (count: number) => {
    done = count
    bar.update(done, { rate: paceOf(done, { total, startedAt }).rate })
  }
  const complete = () => {
    bar.setTotal(Math.max(1, done))
    reached(Math.max(1, done))
    bar.stop()
  }
  const advance = (count = 1) => reached(done + count)
  return { advance, reached, complete, finish: () => bar.stop() }
}

const STEPS = 10

function writeLines({ err }: Io, { label, total }: Work): Progress {
  const startedAt = performance.now()
  let done = 0
  let told = 0
  const tell = (step: number, most: number) => {
    if (step <= told) return
    told = step
    const { seconds, rate, left } = paceOf(done, { total: most, startedAt })
    const pace = `${seconds.toFixed(1)} s, ${rate}/s, ${left} s left`
    err(`${label}: ${step * STEPS} % (${done}/${most}, ${pace})`)
  }
  const reached = (count: number) => {
    done = Math.min(count, total)
    tell(Math.floor((done / Math.max(1, total)) * STEPS), total)
  }
  const complete = () => {
    if (total > 0) tell(STEPS, done)
  }
  const advance = (count = 1) => reached(done + count)
  return { advance, reached, complete, finish: () => {} }
}

function paceOf(done: number, { total, startedAt }: { total: number; startedAt: number }) {
  const seconds = (performance.now() - startedAt) / 1000
  const rate = done / Math.max(seconds, 0.001)
  const left = Math.ceil((total - done) / Math.max(rate, 0.001))
  return { seconds, rate: Math.round(rate), left }
}
