// Copies the raw content and the log of a service to another setting. Ends with the signal of the command.
import type { Ports } from '../../../../infra/ports/ports.ts'
import { present } from '../../../../infra/runtime/certain.ts'
import { keyPages } from '../../../../infra/runtime/pages.ts'
import { copyLog } from '../../../../infra/runtime/replay/copy-log.ts'
import { flow } from '../../../../processors/flow.ts'
import type { Io } from '../../command/command.ts'
import { createProgress } from '../../command/progress.ts'
import { interruptible } from '../interruptible.ts'

const ALL = { prefix: '', limit: 200 }

type Copied = Pick<Ports, 'log' | 'objects'>

export async function copyData(
  from: Copied,
  to: Copied,
  io: Io,
): Promise<{ objects: number; events: number }> {
  const objects = await copyObjects(from, to, io)
  return { objects, events: await copyEvents(from, to, io) }
}

async function copyObjects(from: Copied, to: Copied, io: Io): Promise<number> {
  const bar = createProgress(io, { label: 'objects', total: await countObjects(from) })
  let copied = 0
  for await (const keys of keyPages(from.objects, ALL)) {
    io.signal.throwIfAborted()
    const objects = keys.map(async (key) => {
      const body = present(await from.objects.get(key), 'object of the key')
      return { key, body }
    })
    await to.objects.putMany(await Promise.all(objects))
    copied += keys.length
    bar.advance(keys.length)
  }
  bar.complete()
  return copied
}

async function countObjects(from: Copied): Promise<number> {
  let count = 0
  for await (const keys of keyPages(from.objects, ALL)) count += keys.length
  return count
}

async function copyEvents(from: Copied, to: Copied, io: Io): Promise<number> {
  let total = 0
  for (const topic of ['memory.writes.v1', 'memory.facts.v1', 'memory.summaries.v1'] as const) {
    for (const end of (await from.log.ends(topic)).values()) total += end
  }
  const bar = createProgress(io, { label: 'events', total })
  const copied = await copyLog(interruptible(from.log, io.signal), to.log, {
    consumers: flow,
    progress: (n) => bar.advance(n),
  })
  bar.complete()
  return copied
}
