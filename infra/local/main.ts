// `npm run stack -- up|down|status|logs`: the real servers on a machine without containers.
import { type Command, parseCommand, usage } from './machine/command-line.ts'
import { createProgress } from './machine/progress.ts'
import { logPath, logTail } from './machine/run-directory.ts'
import { runDirectory, stackStatus, startStack, stopStack } from './stack.ts'
import { StackFailure } from './start/stack-failure.ts'
import { exportLines, statusTable } from './start/stack-report.ts'

const progress = createProgress(process.stderr)

try {
  process.exitCode = await run(parseCommand(process.argv.slice(2)))
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  process.exitCode = 2
}

/** Returns the exit code: 0 all is well, 1 a server is not. */
async function run(command: Command): Promise<number> {
  switch (command.verb) {
    case 'up':
      return up(command)
    case 'down':
      return down(command)
    case 'status':
      return status(command)
    case 'logs':
      return logs(command)
    case 'help':
      console.log(usage)
      return 0
  }
}

async function up({ names, ports, printEnv }: Extract<Command, { verb: 'up' }>): Promise<number> {
  const outcome = await startStack(names, { ports, progress }).catch(failureOf)
  if (outcome instanceof StackFailure) {
    if (printEnv) console.log(exportLines(outcome.environment))
    console.error(`\n${outcome.message}`)
    return 1
  }
  if (printEnv) console.log(exportLines(outcome))
  return 0
}

function failureOf(thrown: unknown): StackFailure {
  if (thrown instanceof StackFailure) return thrown
  throw thrown
}

async function down({ names }: Extract<Command, { verb: 'down' }>): Promise<number> {
  await stopStack(names, { progress })
  return 0
}

/** Fails when one of the requested servers is not ready, so that scripts can check. */
async function status({ names, json }: Extract<Command, { verb: 'status' }>): Promise<number> {
  const found = await stackStatus(names)
  console.log(json ? JSON.stringify(found, null, 2) : statusTable(found))
  return found.every(({ state }) => state === 'ready') ? 0 : 1
}

async function logs({ name, lines }: Extract<Command, { verb: 'logs' }>): Promise<number> {
  const directory = runDirectory(name)
  console.error(logPath(directory))
  console.log(await logTail(directory, lines))
  return 0
}
