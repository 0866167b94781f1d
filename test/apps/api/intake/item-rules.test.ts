// What may be given, changed and pinned: only what names categories of the app and items of the user, and no more pins
// than an answer shows. The refusal names the field.
import { beforeEach, describe, expect, test } from 'vitest'
import {
  createDoorkeeper,
  createFindItem,
  type Doorkeeper,
  type FindItem,
} from '../../../../apps/api/intake/item-rules.ts'
import type { WhereItStands } from '../../../../apps/api/routes/writing/where-it-stands.ts'
import type { Services } from '../../../../apps/api/services.ts'
import type { Item, MemoryStore } from '../../../../infra/ports/memory-store.ts'
import { givenIdOf, uuidV7 } from '../../../../infra/runtime/envelope/ids.ts'
import { createSqliteMemoryStore } from '../../../../infra/sqlite/memory-store.ts'
import type { ItemRequest, Revision } from '../../../../schemas/api/reading/items.ts'
import { MAX_PINNED } from '../../../../schemas/facts.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'
import { AT, createPlaces } from '../../../contracts/given.ts'
import { itemDocument, resourceDocument } from '../../../contracts/memory-documents.ts'
import { nothingSet } from '../../../processors/in-memory.ts'

const ANNA = { appId: 'shop', userId: 'anna' }
const BEN = { ...ANNA, userId: 'ben' }
const WRITE = uuidV7(Date.parse(AT))
const GIVEN = givenIdOf(WRITE)

let memory: MemoryStore
let places: ReturnType<typeof createPlaces>
/** How writes stand, and the writes that were asked for. */
let standing: WhereItStands
let asked: [Scope, string][]
let find: FindItem
let door: Doorkeeper

beforeEach(() => {
  memory = createSqliteMemoryStore({ path: ':memory:' })
  places = createPlaces()
  standing = async () => null
  asked = []
  find = createFindItem(memory, (scope, id) => {
    asked.push([scope, id])
    return standing(scope, id)
  })
  const categoriesOf = (appId: string) =>
    appId === 'shop' ? [{ name: 'health', description: '' }] : []
  const now = () => new Date(AT)
  const services = { ports: { memory }, settings: { ...nothingSet, categoriesOf }, now }
  door = createDoorkeeper(services as unknown as Services, find)
})

async function index(scope: Scope, id: string, item: Partial<Item> = {}): Promise<void> {
  const document = itemDocument(scope, { id, item })
  await memory.apply({
    checkpoint: places(),
    documents: [document],
    fences: [],
    erasedResources: [],
    erasures: [],
  })
}

async function pin(count: number, scope: Scope = ANNA): Promise<void> {
  for (let n = 0; n < count; n++) await index(scope, `pinned ${n}`, { pinned: true })
}

function stands(status: 'queued' | 'processed' | 'failed', meanwhile = async () => undefined) {
  const { resource } = resourceDocument(ANNA, { id: WRITE, resource: { status } })
  standing = async () => {
    await meanwhile()
    return { resource, processing: null, indexed: status !== 'queued' }
  }
}

/** What a refusal says, and its status; null if there is none. */
async function refusal(asking: Promise<void>): Promise<[number, string] | null> {
  return asking.then(
    () => null,
    ({ status, message }) => [status, message],
  )
}

describe('an item', () => {
  test('that is indexed is found for its user alone, and no write is asked for', async () => {
    await index(ANNA, GIVEN)
    expect(await find(ANNA, GIVEN)).toMatchObject({ item: { id: GIVEN } })
    expect(asked).toEqual([])
    expect(await find(BEN, GIVEN)).toBeNull()
    expect(await find({ ...ANNA, appId: 'other' }, GIVEN)).toBeNull()
  })

  test('that no client gave is not found, and no write is asked for', async () => {
    stands('queued')
    expect(await find(ANNA, 'extracted')).toBeNull()
    expect(asked).toEqual([])
  })

  test('whose write is queued waits', async () => {
    stands('queued')
    expect(await find(ANNA, GIVEN)).toBe('waiting')
    expect(asked).toEqual([[ANNA, WRITE]])
  })

  test.each(['processed', 'failed'] as const)(
    'whose write is %s without it is not found',
    async (status) => {
      stands(status)
      expect(await find(ANNA, GIVEN)).toBeNull()
    },
  )

  test('that is indexed while its write is asked for is found', async () => {
    stands('processed', async () => void (await index(ANNA, GIVEN)))
    expect(await find(ANNA, GIVEN)).toMatchObject({ item: { id: GIVEN } })
  })

  test('whose write does not exist is not found', async () => {
    expect(await find(ANNA, GIVEN)).toBeNull()
  })
})

describe('a fact', () => {
  const give = (more: Partial<ItemRequest>, within?: string) =>
    refusal(door.admitFact({ ...ANNA, text: 'She runs.', ...more }, within))

  test('that names a category of its app, items of its user and a pin is let in', async () => {
    await index(ANNA, 'before')
    await index(ANNA, 'closed', { supersededBy: 'before' })
    stands('queued')
    const supersedes = ['before', 'closed', GIVEN]
    expect(await give({ category: 'health', supersedes, pinned: true })).toBeNull()
    expect(await give({})).toBeNull()
  })

  test('that ended before now is refused without its start, and one that ends now or later is let in', async () => {
    const before = new Date(Date.parse(AT) - 1).toISOString()
    const wrong = `the fact would end before it begins (${AT}): give validFrom as well`
    expect(await give({ validTo: before }, 'writes.3.')).toEqual([
      400,
      `writes.3.validTo: ${wrong}`,
    ])
    expect(await give({ validTo: before, validFrom: before })).toBeNull()
    expect(await give({ validTo: AT })).toBeNull()
  })

  test.each([
    ['of another app', 'work'],
    ['with an empty name', ''],
  ])('in a category %s is refused', async (_, category) => {
    const issue = 'is none of the app’s categories'
    expect(await give({ category })).toEqual([400, `category: ${issue}`])
    expect(await give({ category }, 'writes.3.')).toEqual([400, `writes.3.category: ${issue}`])
  })

  test('in a category that another app has is refused', async () => {
    const other = { ...ANNA, appId: 'other', text: 'She runs.', category: 'health' }
    expect(await refusal(door.admitFact(other))).toEqual([
      400,
      'category: is none of the app’s categories',
    ])
  })

  test('that names an item of another user is refused, and the first such is named', async () => {
    await index(ANNA, 'mine')
    await index(BEN, 'his')
    const issue = 'is no item of this user'
    expect(await give({ supersedes: ['mine', 'his', 'none'] })).toEqual([
      400,
      `supersedes.1: ${issue}`,
    ])
    expect(await give({ supersedes: ['his'] }, 'writes.0.')).toEqual([
      400,
      `writes.0.supersedes.0: ${issue}`,
    ])
  })

  test('that is pinned is refused where the user has as many pins as an answer shows', async () => {
    const issue = 'of a user at most 20 items are pinned: unpin another one first'
    await pin(MAX_PINNED - 1)
    expect(await give({ pinned: true })).toBeNull()
    await pin(MAX_PINNED)
    expect(await give({ pinned: true })).toEqual([400, `pinned: ${issue}`])
    expect(await give({ pinned: true }, 'writes.7.')).toEqual([400, `writes.7.pinned: ${issue}`])
    expect(await give({ pinned: false })).toBeNull()
    expect(await refusal(door.admitFact({ ...BEN, text: 'He runs.', pinned: true }))).toBeNull()
  })
})

describe('further pins', () => {
  test('are let in up to the limit, those that are there included', async () => {
    await pin(MAX_PINNED - 2)
    expect(await refusal(door.admitPins(ANNA, 2, 'writes.1.pinned'))).toBeNull()
    expect(await refusal(door.admitPins(ANNA, 3, 'writes.1.pinned'))).toEqual([
      400,
      'writes.1.pinned: of a user at most 20 items are pinned: unpin another one first',
    ])
    expect(await refusal(door.admitPins(BEN, MAX_PINNED, 'pinned'))).toBeNull()
  })
})

describe('pins that have ended', () => {
  const ended = async (count: number) => {
    for (let n = 0; n < count; n++) {
      await index(ANNA, `ended ${n}`, { pinned: true, validTo: '2026-01-01T00:00:00.000Z' })
    }
  }

  test('take no place of others', async () => {
    await pin(MAX_PINNED - 1)
    await ended(3)
    expect(await refusal(door.admitPins(ANNA, 1, 'pinned'))).toBeNull()
    expect(await refusal(door.admitPins(ANNA, 2, 'pinned'))).toHaveLength(2)
  })

  test('are unpinned before there are too many to look through', async () => {
    await ended(199)
    expect(await refusal(door.admitPins(ANNA, 1, 'pinned'))).toBeNull()
    expect(await refusal(door.admitPins(ANNA, 2, 'pinned'))).toHaveLength(2)
  })
})

describe('a change', () => {
  const change = (factId: string, changes: Revision = {}) =>
    refusal(door.admitRevision({ ...ANNA, factId, action: 'marked', changes }))

  test('of an item of another user, or of none, is refused as not there', async () => {
    await index(BEN, 'his')
    expect(await change('his')).toEqual([404, 'there is no such item'])
    expect(await change('none')).toEqual([404, 'there is no such item'])
  })

  test('of an item that ends before it begins is let in where it says nothing of either', async () => {
    const [start, end] = ['2026-02-01T00:00:00.000Z', '2019-01-01T00:00:00.000Z']
    await index(ANNA, 'inverted', { validFrom: start, validTo: end })
    expect(await change('inverted')).toBeNull()
    expect(await change('inverted', { pinned: true })).toBeNull()
    expect(await change('inverted', { validFrom: '2019-06-01T00:00:00.000Z' })).toHaveLength(2)
    expect(await change('inverted', { validFrom: end })).toBeNull()
  })

  test('that leaves an item ending before it begins is refused, and the other end is asked for', async () => {
    const [start, end] = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z']
    await index(ANNA, 'spanned', { validFrom: start, validTo: end })
    const refused = async (changes: Revision) => (await change('spanned', changes))?.[1]
    expect(await refused({ validTo: '2025-12-31T00:00:00.000Z' })).toBe(
      `validTo: the fact would end before it begins (${start}): give validFrom as well`,
    )
    expect(await refused({ validFrom: '2026-02-02T00:00:00.000Z' })).toBe(
      `validFrom: the fact would begin after it ends (${end}): give validTo as well`,
    )
    expect(await refused({ validTo: start })).toBeUndefined()
  })

  test('of a current item, or of one that waits, is let in', async () => {
    await index(ANNA, 'mine')
    stands('queued')
    const changes = { category: 'health', pinned: true }
    for (const id of ['mine', GIVEN]) {
      expect(await change(id, changes)).toBeNull()
      expect(await change(id)).toBeNull()
    }
  })

  test.each<[string, Partial<Item>, string]>([
    ['superseded', { supersededBy: 'newer' }, ': newer stands in its place'],
    ['retracted', { pruned: { at: AT, reason: 'retracted' } }, ''],
  ])('of an item that is %s is refused', async (_, item, more) => {
    await index(ANNA, 'closed', item)
    expect(await change('closed')).toEqual([400, `itemId: is closed already${more}`])
  })

  test('to a category that the app lacks is refused', async () => {
    await index(ANNA, 'mine')
    stands('queued')
    for (const id of ['mine', GIVEN]) {
      expect(await change(id, { category: 'work' })).toEqual([
        400,
        'category: is none of the app’s categories',
      ])
    }
  })

  test('that pins is refused where there are too many pins, unless the item is one of them', async () => {
    await pin(MAX_PINNED)
    await index(ANNA, 'mine')
    stands('queued')
    const refused = [400, 'pinned: of a user at most 20 items are pinned: unpin another one first']
    expect(await change('mine', { pinned: true })).toEqual(refused)
    expect(await change(GIVEN, { pinned: true })).toEqual(refused)
    expect(await change('pinned 0', { pinned: true })).toBeNull()
    expect(await change('mine', { pinned: false })).toBeNull()
  })
})
