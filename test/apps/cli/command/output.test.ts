// What the command line does where its output cannot be written.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const MAIN = new URL('../../../../apps/cli/main.ts', import.meta.url).pathname
const run = promisify(execFile)

test.skipIf(!existsSync('/dev/full'))(
  'given a disk without room, then a command says so in one line, and has not done its work',
  async () => {
    const toFullDisk = `exec "${process.execPath}" "${MAIN}" --help > /dev/full`
    await expect(run('sh', ['-c', toFullDisk])).rejects.toMatchObject({
      code: 1,
      stderr: 'the output has no room left on its disk: make some, and try again\n',
    })
  },
)

test('given a caller in another folder, npm names it, and paths are those of the caller', async () => {
  const env = {
    ...process.env,
    npm_lifecycle_script: 'node apps/cli/main.ts',
    INIT_CWD: '/nowhere',
  }
  await expect(
    run(process.execPath, [MAIN, 'verify-receipt', 'r.json'], { env }),
  ).rejects.toMatchObject({ stderr: 'there is no file /nowhere/r.json\n' })
  const ofAnother = { ...env, npm_lifecycle_script: 'vitest run' }
  await expect(
    run(process.execPath, [MAIN, 'verify-receipt', 'r.json'], { env: ofAnother }),
  ).rejects.toMatchObject({ stderr: 'there is no file r.json\n' })
})
