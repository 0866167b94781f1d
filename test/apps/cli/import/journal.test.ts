// The journal of an import, whatever a kill leaves of its last line: what was noted before it is read, and what is
// noted after it too.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openJournal } from '../../../../apps/cli/import/journal.ts'
import { createDirectories } from '../../../infra/sqlite/directory.ts'

const newDirectory = createDirectories()

test('given a journal that was cut off anywhere in its last line, when noted on, then every line after it is read', () => {
  const file = join(newDirectory(), 'journal')
  const first = openJournal(file)
  first.begin(['a', 'b'])
  first.note([{ key: 'a', id: '1', resourceId: 'one' }])
  const whole = readFileSync(file, 'utf8')
  const lastLine = whole.trimEnd().lastIndexOf('\n') + 1
  for (let length = lastLine; length < whole.length; length++) {
    writeFileSync(file, whole.slice(0, length))
    const next = openJournal(file)
    expect(next.lastCall).toEqual(['a', 'b'])
    next.begin(['b', 'c'])
    next.note([{ key: 'b', id: '2', refused: 'no' }])
    const { accepted, refused, lastCall } = openJournal(file)
    expect(lastCall).toEqual(['b', 'c'])
    expect([...refused]).toEqual(['b'])
    expect([...accepted]).toEqual(length === whole.length - 1 ? ['a'] : [])
  }
})
