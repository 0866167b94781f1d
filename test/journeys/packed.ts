// Packages as `npm pack` makes them, unpacked into a folder of modules: what its users get, and no file besides.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'vitest'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const modules = join(root, 'node_modules')

/** A new folder in which the named packages of this repository can be imported. */
export function folderWith(names: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-packages-'))
  for (const name of names) {
    const place = join(folder, 'node_modules', name)
    mkdirSync(dirname(place), { recursive: true })
    symlinkSync(join(modules, name), place)
  }
  return folder
}

/** Compiled aside, because several tests pack at a time. Fails where it does not compile. */
export async function installPacked(folder: string, name: string, source: string): Promise<void> {
  const aside = join(folder, 'packing', name)
  const target = join(folder, 'node_modules', name)
  for (const each of [aside, target]) mkdirSync(each, { recursive: true })
  for (const file of ['package.json', 'README.md', 'LICENSE']) {
    cpSync(join(root, source, file), join(aside, file))
  }
  await compile(['-p', join(root, source), '--outDir', join(aside, 'dist')], root)
  await run('npm', ['pack', '--ignore-scripts'], { cwd: aside })
  const tarball = join(aside, readdirSync(aside).find((file) => file.endsWith('.tgz'))!)
  await run('tar', ['-xzf', tarball, '-C', target, '--strip-components=1'])
}

/** The compiler reports errors on stdout. */
export async function compile(args: string[], cwd: string): Promise<void> {
  const ended = await run(join(modules, '.bin/tsc'), args, { cwd }).catch((error) => error)
  expect(ended.stdout).toBe('')
}
