// Runs a command-line tool to its end and returns what it printed; also finds which tools exist.
import { spawn } from 'node:child_process'

export type ToolRun = {
  command: string
  args: string[]
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** The user that it runs as, if not the caller's. */
  user?: { uid: number; gid: number }
  onLine?: (line: string) => void
}

export class ToolFailed extends Error {
  override readonly name = 'ToolFailed'
  readonly output: string

  constructor(message: string, output: string) {
    super(message)
    this.output = output
  }
}

const keptCharacters = 20_000

/** Returns everything printed, from both streams; rejects with it when the tool is missing or fails. */
export function runTool({ command, args, cwd, env, user, onLine }: ToolRun): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const child = spawn(command, args, { cwd, env, ...user, stdio: ['ignore', 'pipe', 'pipe'] })
    const take = (chunk: string) => {
      output = (output + chunk).slice(-keptCharacters)
      const line = chunk.trim().split('\n').at(-1)
      if (line) onLine?.(line)
    }
    child.stdout.setEncoding('utf8').on('data', take)
    child.stderr.setEncoding('utf8').on('data', take)
    child.on('error', (error) => reject(new ToolFailed(`${command}: ${error.message}`, output)))
    child.on('close', (code, signal) => {
      if (code === 0) resolve(output)
      else reject(new ToolFailed(`${command} ended with ${signal ?? code}`, output))
    })
  })
}

export type Java = { version: number; home: string }

/** The machine's Java, or undefined. */
export async function findJava(): Promise<Java | undefined> {
  const args = ['-XshowSettings:properties', '-version']
  const output = await runTool({ command: 'java', args }).catch(() => '')
  return parseJava(output)
}

/** Reads what `java -XshowSettings:properties -version` prints. */
export function parseJava(output: string): Java | undefined {
  const version = /java\.specification\.version = (?:1\.)?(\d+)/.exec(output)?.[1]
  const home = /java\.home = (.+)/.exec(output)?.[1]?.trim()
  return version && home ? { version: Number(version), home } : undefined
}

const versionArguments = { mvn: ['-v'], go: ['version'], python3: ['-m', 'pip', '--version'] }

/** Is the tool there, and does it start? */
export async function hasTool(command: keyof typeof versionArguments): Promise<boolean> {
  return runTool({ command, args: versionArguments[command] }).then(
    () => true,
    () => false,
  )
}
