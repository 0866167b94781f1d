// Gives the objects of a store that were named under the other setting the names of this one: the same bytes under
// their new name, then the old name goes. If it is interrupted, it can be called again; readers find both meanwhile.
import type { ObjectStore } from '../../ports/object-store.ts'
import type { Owners } from '../../runtime/envelope/owners.ts'
import { keyPages } from '../../runtime/pages.ts'
import { objectNaming } from './seal-object-names.ts'

const A_PAGE = 500

/** Returns how many were renamed. `objects`: the store itself, without a layer that changes names. */
export async function renameObjects(
  objects: Pick<ObjectStore, 'list' | 'get' | 'putMany' | 'deleteMany'>,
  { owners, sealed, prefix }: { owners: Owners; sealed: boolean; prefix: string },
): Promise<number> {
  const { seal, open } = objectNaming(owners)
  const nameOf = sealed ? seal : open
  let renamed = 0
  for await (const page of keyPages(objects, { prefix, limit: A_PAGE })) {
    const old = page.filter((name) => nameOf(name) !== name)
    const bodies = await Promise.all(old.map((name) => objects.get(name)))
    await objects.putMany(
      old.flatMap((name, n) => {
        const body = bodies[n]
        return body ? [{ key: nameOf(name), body }] : []
      }),
    )
    await objects.deleteMany(old)
    renamed += old.length
  }
  return renamed
}
