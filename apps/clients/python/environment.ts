// The Python that generates and tests the client: a virtual environment of its own, made on first use.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const HERE = fileURLToPath(new URL('.', import.meta.url))
const REQUIREMENTS = `${HERE}requirements-dev.txt`
const FOLDER = fileURLToPath(new URL('../../../.stack/python', import.meta.url))
const LEAST = [3, 11] as const

/**
 * For the environment of processes of these: what a process imports is compiled for the next ones, aside from the
 * sources. Parsing the frameworks again took most of the time of each.
 */
export const keptBytecode = {
  PYTHONDONTWRITEBYTECODE: '',
  PYTHONPYCACHEPREFIX: `${FOLDER}-bytecode`,
}
const CANDIDATES = ['python3', 'python3.13', 'python3.12', 'python3.11']

/**
 * The interpreter, with the packages of a requirements file; null where the machine has no recent enough Python. Throws
 * where the packages cannot be installed.
 */
export async function pythonEnvironment(requirements = REQUIREMENTS): Promise<string | null> {
  const hash = createHash('sha256').update(readFileSync(requirements)).digest('hex')
  const made = `${FOLDER}-${hash.slice(0, 12)}`
  const interpreter = `${made}/bin/python`
  if (existsSync(interpreter)) return interpreter
  const python = await newEnough()
  if (python === null) return null
  // Made aside and then moved, so that an unfinished environment is never taken for a complete one. Its own scripts are
  // not used.
  const begun = `${made}.${process.pid}`
  try {
    await run(python, ['-m', 'venv', begun])
    await run(`${begun}/bin/python`, [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--no-compile',
      '-r',
      requirements,
    ])
    if (!existsSync(made)) renameSync(begun, made)
  } finally {
    rmSync(begun, { recursive: true, force: true })
  }
  return interpreter
}

async function newEnough(): Promise<string | null> {
  const ask = `import sys, venv; sys.exit(sys.version_info < (${LEAST.join(', ')}))`
  for (const candidate of CANDIDATES) {
    const isIt = await run(candidate, ['-c', ask]).then(
      () => true,
      () => false,
    )
    if (isIt) return candidate
  }
  return null
}

/** The types of a document, as `palimpsest_client/models.py` holds them. */
export async function modelsOf(python: string, document: string): Promise<string> {
  return (await run(python, [`${HERE}generate.py`, document], { maxBuffer: 2 ** 24 })).stdout
}
