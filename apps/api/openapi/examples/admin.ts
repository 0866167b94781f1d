// Examples of operators' queries and orders.
import { at, type Example, gives, id, lists } from './example.ts'

const place = { topic: 'memory.writes.v1', partition: 3 }

const replay = {
  id,
  what: 'dead-letters',
  projection: null,
  status: 'running',
  startedAt: at,
  endedAt: null,
  progress: null,
  result: null,
  errorClass: null,
}
const rebuilding = { ...replay, what: 'projection', projection: 'graph' }

const conflict = (field: string, issue: string) => ({
  error: {
    code: 'VALIDATION_ERROR',
    message: `${field}: ${issue}`,
    details: { field, issue },
  },
})
const busy = conflict('replay', 'one is running: wait until it has ended')
const known = conflict('line 1', 'the user is known here: forget the user first')

export const adminExamples = {
  listDeadLetters: lists({
    id: 'b1e9b2f0-6a57-5d2c-9c54-0b8e5a0d7f11',
    at,
    appId: 'shop',
    processor: 'extract-facts',
    ...place,
    position: 42,
    eventId: id,
    eventType: 'ContentStored',
    errorClass: 'ObjectMissing',
    reason: 'the raw content is not there',
    attempts: 1,
  }),
  replayDeadLetters: { request: {}, answers: { 202: { replay }, 409: busy } },
  replayProjection: {
    request: { projection: 'graph' },
    answers: { 202: { replay: rebuilding }, 409: busy },
  },
  importUsers: {
    request:
      '{"kind":"manifest","format":"palimpsest-export",…}\n{"kind":"event",…}\n{"kind":"end",…}\n',
    answers: {
      202: {
        status: 'queued',
        settings: null,
        users: [{ appId: 'shop', userId: 'anna', events: 120, waiting: 0 }],
      },
      409: known,
    },
  },
  getReplay: gives({
    replay: {
      ...rebuilding,
      status: 'done',
      endedAt: '2026-03-01T10:00:07.000Z',
      progress: 'replay graph: 100 % (4711/4711, 6.8 s)',
      result: { records: 4711, unchanged: true, behind: false },
    },
  }),
  getLag: gives({
    at,
    processors: [
      {
        processor: 'update-graph',
        records: 3,
        oldestSeconds: 0.4,
        stalled: false,
        partitions: [{ ...place, checkpoint: 41, records: 3, since: at }],
      },
    ],
    topics: [{ topic: 'memory.writes.v1', end: 44 }],
  }),
} satisfies Record<string, Example>
