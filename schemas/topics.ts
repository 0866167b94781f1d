// The topics of the log: what each holds, how long, and how it is laid out. Adapters create topics from this list.

const DAY_MS = 24 * 60 * 60 * 1000

export const topicNames = [
  'memory.inbox.v1',
  'memory.writes.v1',
  'memory.facts.v1',
  'memory.summaries.v1',
  'memory.notices.v1',
  'memory.settings.v1',
  'memory.audit.v1',
] as const
/** Where the audit is sealed. One partition, so that of processes that write the next run of seals the first counts. */
export const AUDIT = 'memory.audit.v1' as const
/** The topic whose positions order a user's writes and forgets. */
export const WRITES = 'memory.writes.v1' as const
export type TopicName = (typeof topicNames)[number]
export type DeadLetterTopicName = `${TopicName}.dlq`
export type AnyTopicName = TopicName | DeadLetterTopicName

export type Topic = {
  name: AnyTopicName
  holds: string
  /** How many partitions a distributed log gives it. Never changed: order and positions would break. */
  partitions: number
  /** `null`: for ever, compacted by event id, so that only a tombstone removes anything. */
  retentionMs: number | null
  /**
   * What happens to a user's records when the user is forgotten. `erased`: they are removed. `expires`: they cannot be
   * found by their user and expire with their lifetime. `kept`: no record belongs to a user.
   */
  onForget: 'erased' | 'expires' | 'kept'
}

const primary: readonly (Topic & { name: TopicName })[] = [
  {
    name: 'memory.inbox.v1',
    holds: 'writes of partner systems, content inline, untrusted',
    partitions: 6,
    retentionMs: 7 * DAY_MS,
    onForget: 'expires',
  },
  {
    name: 'memory.writes.v1',
    holds:
      'ContentStored, ActivityRecorded, FactGiven, FactRevised, FactsReread, MemoryForgotten, MaintenanceRequested, WebhookIgnored',
    partitions: 6,
    retentionMs: null,
    onForget: 'erased',
  },
  {
    name: 'memory.facts.v1',
    holds: 'what was extracted, superseded, pruned, merged, processed and erased',
    partitions: 6,
    retentionMs: null,
    onForget: 'erased',
  },
  {
    name: 'memory.summaries.v1',
    holds: 'SummaryEvolved, MaintenanceCompleted',
    partitions: 6,
    retentionMs: null,
    onForget: 'erased',
  },
  {
    name: 'memory.notices.v1',
    holds: 'what outbound webhooks report',
    partitions: 6,
    retentionMs: 7 * DAY_MS,
    onForget: 'erased',
  },
  {
    name: 'memory.settings.v1',
    holds: 'API keys (hashed), partners, categories, templates, subscriptions, sources',
    partitions: 1,
    retentionMs: null,
    onForget: 'kept',
  },
  {
    name: 'memory.audit.v1',
    holds: 'seals of the audit: keyed hashes of what happened to each user, and signed roots',
    partitions: 1,
    retentionMs: null,
    // Users are keyed hashes there.
    onForget: 'kept',
  },
]

const deadLetters: readonly Topic[] = primary.map((topic) => ({
  name: deadLetterTopic(topic.name),
  holds: `what could not be handled of ${topic.name}, with why`,
  partitions: 1,
  retentionMs: 30 * DAY_MS,
  // A dead letter names the user of the record it points at, even if that came through the inbox.
  onForget: topic.onForget === 'kept' ? 'kept' : 'erased',
}))

export const topics: readonly Topic[] = [...primary, ...deadLetters]

export function deadLetterTopic(name: TopicName): DeadLetterTopicName {
  return `${name}.dlq`
}
