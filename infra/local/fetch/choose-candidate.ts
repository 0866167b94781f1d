// Finds, for one server, the first candidate that this machine can fetch and run.
import { join } from 'node:path'
import { folderBytes } from '../machine/folder-size.ts'
import { withLock } from '../machine/lock.ts'
import type { Progress } from '../machine/progress.ts'
import { hasTool, type Java, ToolFailed } from '../machine/tool.ts'
import type { Candidate, Fetch, Server } from '../server.ts'
import { lastLines, ServerFailure } from '../start/stack-failure.ts'
import { cacheEntry, fetchCandidate, isCached } from './fetch-candidate.ts'

const tools = { maven: 'mvn', go: 'go', pip: 'python3' } as const

export const toolOf = (fetch: Fetch): 'mvn' | 'go' | 'python3' => tools[fetch.from]

export function runsOn({ java }: Candidate, machine: Java | undefined): boolean {
  return java === undefined || (machine !== undefined && machine.version >= java)
}

type Options = { cache: string; java: Java | undefined; progress: Progress }

export type Choice = { candidate: Candidate; home: string }

export async function chooseCandidate(server: Server, options: Options): Promise<Choice> {
  const runnable = server.candidates.filter((candidate) => runsOn(candidate, options.java))
  if (runnable.length === 0) throw needsJava(server)
  const cached = runnable.find((candidate) => isCached(options.cache, candidate))
  if (cached) return { candidate: cached, home: cacheEntry(options.cache, cached) }
  return fetchFirst(server, runnable, options)
}

async function fetchFirst(
  server: Server,
  runnable: Candidate[],
  options: Options,
): Promise<Choice> {
  const problems: string[] = []
  for (const candidate of runnable) {
    // One fetch at a time for each tool: two Mavens would write the same files of their repository.
    const lock = join(options.cache, `.${toolOf(candidate.fetch)}.lock`)
    const problem = await withLock(lock, () => tryFetch(server, candidate, options))
    if (!problem) return { candidate, home: cacheEntry(options.cache, candidate) }
    problems.push(`${candidate.id}: ${problem}`)
  }
  throw new ServerFailure({
    server: server.name,
    what: 'could not be fetched',
    tail: problems.join('\n'),
    next: 'check that the package registries can be reached and that mvn, go or pip work; up again goes on from there',
  })
}

function needsJava(server: Server): ServerFailure {
  const oldest = Math.min(...server.candidates.map(({ java }) => java ?? 0))
  return new ServerFailure({
    server: server.name,
    what: `needs Java ${oldest} or later`,
    next: 'install a JDK or JRE and see that `java -version` works',
  })
}

/** Undefined if it worked, otherwise the reason. */
async function tryFetch(
  server: Server,
  candidate: Candidate,
  { cache, progress }: Options,
): Promise<string | undefined> {
  // Another process may have fetched it while this one waited for its turn.
  if (isCached(cache, candidate)) return undefined
  const tool = toolOf(candidate.fetch)
  if (!(await hasTool(tool))) return `${tool} is missing`
  const before = await folderBytes(cache)
  const activity = progress.begin(server.name, `fetching ${candidate.id}`, async () =>
    megabytes((await folderBytes(cache)) - before),
  )
  try {
    await fetchCandidate(candidate, { cache, onLine: (line) => activity.note(line) })
    activity.end(`fetched ${candidate.id}`)
    return undefined
  } catch (error) {
    activity.end(`could not fetch ${candidate.id}`)
    return reason(error)
  }
}

const megabytes = (bytes: number) => `${Math.max(0, Math.round(bytes / 1e6))} MB`

/** Maven says in its first ERROR line what is wrong; the others at the end. */
function reason(error: unknown): string {
  if (!(error instanceof ToolFailed)) return String(error)
  const told = error.output.split('\n').find((line) => line.startsWith('[ERROR]'))
  return `${error.message}: ${told ?? lastLines(error.output, 3)}`.slice(0, 600)
}
