// The files that a rebuild writes: one that was killed left them, and the next goes on with them.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { packageVersion } from '../../../infra/runtime/package-version.ts'
import { removeDatabase } from '../../../infra/sqlite/database/database-file.ts'

type LeftRebuild = {
  /** True where the files were begun by this version of the service: another could have written other documents. */
  resumed: boolean
  /** One for each part of the users; the first takes in the others in the end. */
  files: readonly string[]
  /** Removes what is left, and notes which version begins. */
  begin(): void
  remove(): void
}

/** `parts`: into how many files the users are divided if this one begins. */
export function leftRebuild(path: string, parts = 1): LeftRebuild {
  const note = `${path}.version`
  const [begunBy, begunParts] = existsSync(note) ? readFileSync(note, 'utf8').split(' ') : []
  const resumed = begunBy === packageVersion() && existsSync(path)
  const filesOf = (count: number) => [path, ...others(path, count)]
  const remove = () => {
    for (const file of filesOf(Math.max(parts, Number(begunParts ?? 1)))) removeDatabase(file)
    rmSync(note, { force: true })
  }
  return {
    resumed,
    files: filesOf(resumed ? Number(begunParts ?? 1) : parts),
    begin: () => {
      remove()
      writeFileSync(note, `${packageVersion()} ${parts}`, { mode: 0o600, flush: true })
    },
    remove,
  }
}

function others(path: string, parts: number): string[] {
  return Array.from({ length: parts - 1 }, (_, n) => `${path}.${n + 1}`)
}
