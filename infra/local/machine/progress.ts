// Shows a waiting person what is going on: one line per step, and signs of life in between.
import { every } from '../../runtime/wait/every.ts'

export type Activity = {
  note(line: string): void
  end(text: string): void
}

export type Progress = {
  say(server: string, text: string): void
  begin(server: string, text: string, measure?: () => Promise<string>): Activity
}

/** For tests and for callers that want no output. */
export const silentProgress: Progress = {
  say: () => {},
  begin: () => ({ note: () => {}, end: () => {} }),
}

const terminalTickMs = 1000
const plainTickMs = 10_000

/** On a terminal the line of the running step is rewritten; elsewhere a line is added at intervals. */
export function createProgress(out: NodeJS.WriteStream): Progress {
  const write: Write = (text, { transient }) => {
    if (out.isTTY)
      out.write(`\r\u001b[2K${text.slice(0, out.columns || 80)}${transient ? '' : '\n'}`)
    else out.write(`${text}\n`)
  }
  return {
    say: (server, text) => write(line(server, text), { transient: false }),
    begin: (server, text, measure) => {
      write(line(server, text), { transient: out.isTTY === true })
      return follow({
        server,
        text,
        measure,
        write,
        tickMs: out.isTTY ? terminalTickMs : plainTickMs,
      })
    },
  }
}

type Write = (text: string, options: { transient: boolean }) => void

type Followed = {
  server: string
  text: string
  measure?: () => Promise<string>
  write: Write
  tickMs: number
}

function follow({ server, text, measure, write, tickMs }: Followed): Activity {
  const startedAt = Date.now()
  let noted = ''
  let ended = false
  const stop = every(tickMs, async () => {
    const parts = [seconds(startedAt), await measure?.(), noted].filter(Boolean)
    if (!ended) write(line(server, `${text}: ${parts.join(', ')}`), { transient: true })
  })
  return {
    note: (said) => {
      noted = lastWord(said)
    },
    end: (result) => {
      ended = true
      stop()
      write(line(server, `${result} (${seconds(startedAt)})`), { transient: false })
    },
  }
}

const line = (server: string, text: string) => `${server.padEnd(14)} ${text}`

const seconds = (startedAt: number) => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`

/** For a line with an address, the file's name; Maven's other lines are of no use to the reader. */
export function lastWord(said: string): string {
  const address = /\S+\/(\S+)/.exec(said)?.[1]
  if (!address && said.startsWith('[')) return ''
  return (address ?? said).slice(0, 60)
}
