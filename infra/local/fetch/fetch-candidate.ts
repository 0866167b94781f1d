// Brings one candidate into the cache with the machine's package tools. A cache entry is whole or absent.
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toolEnvironment } from '../machine/environment.ts'
import { runTool, type ToolRun } from '../machine/tool.ts'
import type { Candidate, Fetch } from '../server.ts'
import { mavenProject } from './maven-project.ts'

const copyJars = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies'
const unpackArchive = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:unpack-dependencies'

type FetchOptions = { cache: string; onLine?: (line: string) => void }

export const cacheEntry = (cache: string, { id }: Candidate): string => join(cache, id)

export function isCached(cache: string, candidate: Candidate): boolean {
  return existsSync(cacheEntry(cache, candidate))
}

/** Builds the entry next to its place and moves it there in one step. */
export async function fetchCandidate(candidate: Candidate, options: FetchOptions): Promise<void> {
  const work = join(options.cache, `.partial-${candidate.id}`)
  await rm(work, { recursive: true, force: true })
  const content = join(work, 'content')
  await mkdir(content, { recursive: true })
  try {
    const run = await toolRun(candidate.fetch, { work, content, cache: options.cache })
    await runTool({ ...run, onLine: options.onLine })
    await rename(
      await withoutTopFolder(candidate.fetch, content),
      cacheEntry(options.cache, candidate),
    )
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

type Paths = { work: string; content: string; cache: string }

async function toolRun(fetch: Fetch, { work, content, cache }: Paths): Promise<ToolRun> {
  if (fetch.from === 'go') {
    const env = toolEnvironment({ GOBIN: join(content, 'bin') })
    return { command: 'go', args: ['install', fetch.module], cwd: work, env }
  }
  if (fetch.from === 'pip') {
    const args = ['-m', 'pip', 'install', '--no-input', '--target', join(content, 'site')]
    return { command: 'python3', args: [...args, ...fetch.packages], env: toolEnvironment() }
  }
  await writeFile(join(work, 'pom.xml'), mavenProject(fetch))
  const [goal, target] =
    'archive' in fetch ? [unpackArchive, content] : [copyJars, join(content, 'lib')]
  const settings = [`-Dmaven.repo.local=${join(cache, 'maven')}`, '-DincludeScope=runtime']
  const args = ['-B', ...settings, `-DoutputDirectory=${target}`, goal]
  return { command: 'mvn', args, cwd: work, env: toolEnvironment() }
}

/** Archives often hold one folder named after their version: we want its content. */
async function withoutTopFolder(fetch: Fetch, content: string): Promise<string> {
  if (fetch.from !== 'maven' || !('archive' in fetch)) return content
  const [first, ...others] = await readdir(content, { withFileTypes: true })
  return first?.isDirectory() && others.length === 0 ? join(content, first.name) : content
}
