// Rebuilds of the memory, for the tests beside it: opened, or carried out as the command does.
import { rebuild } from '../../../../apps/cli/operate/replay.ts'
import { withPorts } from '../../../../apps/cli/operate/with-ports.ts'
import { openRebuild } from '../../../../apps/composition/embedded/embedded-rebuild.ts'
import { masterKeyOf } from '../../../../apps/composition/embedded/master-key-of.ts'
import { readConfigWith } from '../../../../infra/config.ts'
import { languageConfigOf } from '../../../../infra/language/create-language-model.ts'

type Rebuilding = {
  /** Into how many the users are divided. */
  parts?: number
  beside?: boolean
  resumes?: boolean | undefined
}

export function rebuildOfMemory(
  directory: string,
  { parts = 1, beside = false, resumes }: Rebuilding = {},
) {
  return openRebuild('memory', {
    directory,
    masterKey: masterKeyOf({ DATA_DIR: directory }),
    sealed: true,
    generation: 1,
    language: languageConfigOf(readConfigWith({})),
    beside,
    parts,
    resumes,
  })
}

/** `told`: each line that the command shows. */
export function replayInParts(
  directory: string,
  parts: number,
  { told = (_: string) => {}, signal = new AbortController().signal } = {},
) {
  const config = readConfigWith({ DATA_DIR: directory, PROFILE: 'embedded' })
  const io = { out: told, err: told, isTerminal: false, signal }
  return withPorts(
    signal,
    (opened) => {
      const { beside } = opened
      const rebuildMemory = async () => rebuildOfMemory(directory, { parts, beside })
      const setting = { ...opened.setting, rebuild: rebuildMemory as never }
      return rebuild({ ...opened, setting }, 'memory', { check: false, io })
    },
    { config },
  )
}
