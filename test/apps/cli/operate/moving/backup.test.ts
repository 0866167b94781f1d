// Which files a backup may name: all that an embedded service has, whatever its settings, and none outside its folder.
import { expect, test } from 'vitest'
import { manifest } from '../../../../../apps/cli/operate/moving/backup.ts'
import { embeddedProjections } from '../../../../../apps/composition/embedded/embedded-projections.ts'

const names = (name: string) => ({
  type: 'palimpsest.backup',
  version: 1,
  madeBy: '0.0.0',
  madeAt: '2026-11-25T00:00:00.000Z',
  files: [{ name, sha256: '', bytes: 0 }],
})

test('given a projection of any kind, layout and generation, then a backup may name its file', () => {
  const files = Object.values(embeddedProjections).flatMap((projection) =>
    [true, false].flatMap((sealed) => {
      const { file, others } = projection.files({ sealed, generation: 3 })
      return [file, ...others]
    }),
  )
  expect(files).toContain('memory-sealed_v3.db')
  expect(files).toContain('graph-3.db')
  for (const file of files) expect(manifest.safeParse(names(file)).success, file).toBe(true)
})

test.each(['../keys.db', 'log/../keys.db', '/keys.db', 'other/keys.db', 'keys.txt'])(
  'given the name %s, then it is refused',
  (name) => {
    expect(manifest.safeParse(names(name)).success).toBe(false)
  },
)
