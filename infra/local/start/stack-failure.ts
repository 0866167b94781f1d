// What went wrong with one server, and what the reader can do next.
import type { ServerName } from '../server.ts'

type FailureDetails = {
  server: ServerName
  what: string
  next: string
  log?: string
  tail?: string
}

export class ServerFailure extends Error {
  override readonly name = 'ServerFailure'
  readonly details: FailureDetails

  constructor(details: FailureDetails) {
    super(describeFailure(details))
    this.details = details
  }
}

/** Some servers did not start. What the others offer is in `environment`. */
export class StackFailure extends Error {
  override readonly name = 'StackFailure'
  readonly failures: ServerFailure[]
  readonly environment: Record<string, string>

  constructor(failures: ServerFailure[], environment: Record<string, string>) {
    super(failures.map((failure) => failure.message).join('\n\n'))
    this.failures = failures
    this.environment = environment
  }
}

export function describeFailure({ server, what, next, log, tail }: FailureDetails): string {
  const lines = [`${server}: ${what}`]
  if (tail) lines.push(tail.replace(/^/gm, '  | '))
  if (log) lines.push(`  log: ${log}`)
  lines.push(`  next: ${next}`)
  return lines.join('\n')
}

/** The last lines of a text, without empty ones at its end. */
export function lastLines(text: string, count: number): string {
  return text.trimEnd().split('\n').slice(-count).join('\n')
}
