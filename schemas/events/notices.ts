// memory.notices.v1: what an app is told about its users' memories. Ids and counts in clear, words sealed.
import { z } from 'zod'
import { eventsOf } from './envelope.ts'

const define = eventsOf('memory.notices.v1')

export const noticeNames = [
  'memory.processed',
  'entity.created',
  'entity.updated',
  'relationship.created',
  'conflict.detected',
  'maintenance.completed',
] as const
export type NoticeName = (typeof noticeNames)[number]

export const noticeRaised = define({
  type: 'NoticeRaised',
  version: 1,
  open: z.strictObject({
    name: z.enum(noticeNames),
    source: z.int().nonnegative(),
    category: z.string().nullable(),
  }),
  /** The `data` of spec 6.3. */
  sealed: z.strictObject({ data: z.record(z.string(), z.unknown()) }),
})
