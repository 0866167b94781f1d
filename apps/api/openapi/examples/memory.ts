// Examples of reading a memory.
import { givenIdOf } from '../../../../infra/runtime/envelope/ids.ts'
import { at, type Example, gives, lists, pagination } from './example.ts'

const resourceId = '01a1f89d-420c-76a9-ac2c-f8da7d1ace4c'

const item = {
  id: '04u4p7ngil9tj',
  content: 'Anna: I live in Berlin',
  category: 'profile',
  confidence: 0.9,
  importance: 'medium',
  createdAt: '2026-03-01T10:00:00Z',
  validFrom: at,
  validTo: null,
  recordedAt: '2026-03-01T10:00:01.200Z',
  closedAt: null,
  current: true,
  state: 'current',
  type: 'fact',
  scopes: [],
  aliases: [],
  pinned: false,
  subject: 'anna',
  attribute: 'home',
  value: 'Berlin',
  entities: [
    { name: 'Anna', type: 'person' },
    { name: 'Berlin', type: 'place' },
  ],
  supersededBy: null,
  supersedes: [],
  reinforcedBy: [],
  provenance: {
    resourceId,
    start: 6,
    end: 22,
    engine: 'offline@1',
    channel: 'user',
    saidBy: 'Anna',
  },
  contests: [],
}

const resource = {
  resourceId,
  status: 'processed',
  contentType: 'conversation',
  threadId: 'chat-7',
  receivedAt: at,
  processedAt: '2026-03-01T10:00:01.200Z',
  contentBytes: 43,
  itemCount: 2,
  reason: null,
}

const auditEntry = {
  id: '01a1f89d-4bb1-78b7-be46-0b05e51fefe7',
  type: 'FactAsserted',
  at,
  topic: 'memory.facts.v1',
  partition: 3,
  position: 42,
  causationId: resourceId,
  category: 'profile',
  details: { factId: item.id, confidence: 0.9 },
}

const signature = { alg: 'EdDSA', publicKey: 'A'.repeat(43), value: 'A'.repeat(86) }

export const memoryExamples = {
  listApps: lists({ appId: 'shop', userCount: 1204 }),
  listUsers: lists({ userId: 'anna', itemCount: 57, resourceCount: 12, lastWriteAt: at }),
  listThreads: lists({
    threadId: 'slack/C012/p1700',
    firstAt: at,
    lastAt: at,
    itemCount: 7,
    resourceCount: 2,
  }),
  getContext: gives({
    pinned: [
      {
        id: givenIdOf(resourceId),
        content: 'Anna is allergic to nuts.',
        category: 'health',
        type: 'fact',
        createdAt: '2026-03-01T10:00:00Z',
      },
    ],
    summaries: { profile: 'Anna: I live in Berlin' },
    lastUpdated: at,
  }),
  listCategories: gives({
    categories: [
      {
        name: 'profile',
        description: 'Who the user is: name, age, home, contact details, identity',
        hasContent: true,
        itemCount: 4,
        lastUpdated: at,
      },
    ],
  }),
  listEntities: gives({
    entities: [
      {
        name: 'Julia',
        type: 'person',
        properties: {},
        relationshipCount: 1,
        firstMentioned: at,
        lastMentioned: at,
      },
    ],
    total: 1,
    hasMore: false,
  }),
  getEntity: gives({
    entity: {
      name: 'Julia',
      type: 'person',
      properties: {},
      relationships: [
        {
          type: 'sibling_of',
          direction: 'incoming',
          target: 'Anna',
          targetType: 'person',
          properties: {},
        },
      ],
      mentions: [{ itemId: item.id, context: 'Anna: My sister Julia visited me.', timestamp: at }],
    },
  }),
  listItems: lists(item),
  getItem: gives({ item, history: [], closing: null }),
  getDiff: gives({
    from: '2026-03-01T00:00:00Z',
    to: '2026-03-02T00:00:00Z',
    summaries: { profile: { from: null, to: 'Anna: I live in Berlin' } },
    data: [{ change: 'came', item, replacedBy: null }],
    pagination,
  }),
  getTimeline: lists({
    id: '01a1f89d-4bb1-78b7-be46-0b05e51fefe7',
    at,
    what: 'asserted',
    category: 'profile',
    itemId: item.id,
    content: item.content,
    otherId: null,
    otherContent: null,
  }),
  getItemSource: gives({
    resourceId,
    contentType: 'conversation',
    saidAt: at,
    text: 'Anna: I live in Berlin and I work at Acme.',
    textStart: 0,
    textLength: 42,
    start: 6,
    end: 22,
  }),
  listResources: lists(resource),
  getResource: gives({ resource: { ...resource, processing: null, items: [item] } }),
  getReceipt: gives({
    statement: {
      type: 'palimpsest.forget',
      version: 1,
      receiptId: resourceId,
      appId: 'shop',
      user: '5'.repeat(64),
      asked: { category: null, at },
      log: { topic: 'memory.writes.v1', partition: 3, position: 42 },
      destroyedKeys: { from: 1, to: 1 },
      stores: [{ store: 'memory', letGoAt: at, removed: { items: 7, resources: 3 } }],
      remains: [],
      completedAt: at,
    },
    signature,
  }),
  exportUser: gives({ kind: 'fact', fact: item }),
  exportApp: gives({ kind: 'fact', fact: item }),
  listAudit: lists(auditEntry),
  listAuditRoots: lists({
    statement: {
      type: 'palimpsest.audit-root',
      version: 1,
      appId: 'shop',
      run: 1,
      day: at.slice(0, 10),
      users: 1,
      entries: 12,
      previous: null,
      root: 'A'.repeat(43),
      upTo: [{ topic: 'memory.writes.v1', partition: 3, position: 42 }],
    },
    signature,
  }),
  listAppAudit: lists({ ...auditEntry, type: 'WebhookIgnored', category: null }),
  getHealth: gives({
    status: 'healthy',
    components: {
      relational_store: { status: 'healthy', latency: 1.2 },
      graph_store: { status: 'healthy', latency: 0.8 },
      object_store: { status: 'healthy' },
      queue: { status: 'healthy', queueDepth: 0 },
    },
    version: '0.1.0',
    uptime: 3600,
  }),
} satisfies Record<string, Example>
