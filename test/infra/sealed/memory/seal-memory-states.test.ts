// States beside a worker, sealed: their files name no user, and rows for snapshots name users as every other store
// does.
import { expect, test } from 'vitest'
import type { RowsCursor, StateRows, UserRows } from '../../../../infra/ports/states.ts'
import { sealStates } from '../../../../infra/sealed/seal-states.ts'
import { createSqliteObjectStore } from '../../../../infra/sqlite/object-store.ts'
import { createSqliteStates } from '../../../../infra/sqlite/states.ts'
import { emptyStep, summaryDocument } from '../../../contracts/memory-documents.ts'
import { createDirectories, filesWith } from '../../sqlite/directory.ts'
import { givenSealing } from '../given-sealing.ts'

const OF = { name: 'memory', partition: 0 } as const
const USER = { appId: 'app', userId: 'annaofthestates' }
const newDirectory = createDirectories()

function allRows(rows: StateRows): UserRows[] {
  const found: UserRows[] = []
  let cursor: RowsCursor | null = rows.begin(OF, 'all', rows.standing(OF).change)
  while (cursor) {
    const slice = rows.slice(OF, cursor, 9)
    found.push(...slice.groups)
    cursor = slice.next
  }
  return found
}

test('given a sealed state, when its rows are put into another one, then that one has what it had, and no file names the user', async () => {
  const { keys, sealing } = givenSealing()
  await keys.current([USER])
  const open = (directory: string) => {
    const snapshots = createSqliteObjectStore({ path: ':memory:' })
    return sealStates(createSqliteStates({ directory, snapshots }), sealing)
  }
  const [from, to] = [newDirectory(), newDirectory()]
  const [states, others] = [open(from), open(to)]
  const rows = states.snapshots!.rows
  rows.noteGenerations(OF, new Map([[1, 1]]))
  await states.of(0).memory.apply({
    ...emptyStep,
    checkpoint: { topic: 'memory.facts.v1', partition: 0, position: 1 },
    documents: [summaryDocument(USER, { category: 'work', text: 'all', keyGeneration: 1 })],
  })
  const groups = allRows(rows)
  expect(groups).toMatchObject([{ ...USER, keyGeneration: 1 }])
  others.of(0)
  const restoring = others.snapshots!.rows.restoring(OF)
  for (const group of groups) restoring.put(group)
  await restoring.finish({ snapshot: 's', checkpoints: new Map([['memory.facts.v1', 1]]) })
  const [summary] = await others.of(0).memory.summaries(USER)
  expect(summary?.text).toBe('all')
  await states.close()
  await others.close()
  for (const directory of [from, to]) expect(filesWith(directory, USER.userId)).toEqual([])
})
