// A note among the objects while an embedded service is moved to the servers. Until it is gone a part of what was written
// may be missing there, so no process starts.
import { InvalidConfig } from '../../../infra/config.ts'
import { type ObjectStore, objectKey } from '../../../infra/ports/object-store.ts'

/** No app can be called this: identifiers never begin with ~. */
const NOTE = objectKey('~moving', 'unfinished')

export async function whileMoving<T>(objects: ObjectStore, move: () => Promise<T>): Promise<T> {
  await objects.putMany([{ key: NOTE, body: Buffer.from('{}') }])
  const moved = await move()
  await objects.deleteMany([NOTE])
  return moved
}

export async function refuseHalfMoved({ objects }: { objects: ObjectStore }): Promise<void> {
  if ((await objects.get(NOTE)) === null) return
  throw new InvalidConfig(
    'NAMESPACE: these servers hold a part of an embedded service, because migrate was interrupted: remove its topics and objects, or set another NAMESPACE, and call migrate again',
  )
}
