// memory.settings.v1: what operators and apps configure. Secrets never lie here in clear: API keys are hashed, others
// (and the addresses of webhooks) are sealed under the data key of the app (its scope is the app with NO_USER).
import { z } from 'zod'
import { category } from '../categories.ts'
import { trustable } from '../channels.ts'
import { instant, userId } from '../identifiers.ts'
import { defineEvent, nothingSealed } from './envelope.ts'
import { noticeNames } from './notices.ts'

export const permission = z
  .enum(['memory:read', 'memory:write', 'memory:forget', 'config:write', 'audit:read', 'admin'])
  .meta({ id: 'Permission' })
export type Permission = z.infer<typeof permission>

const topic = 'memory.settings.v1' as const
/** SHA-256 of the whole key, hex. Keys have 256 random bits, so a fast hash is enough. */
const keyHash = z.string().length(64)

export const apiKeyCreated = defineEvent({
  type: 'ApiKeyCreated',
  version: 1,
  topic,
  open: z.strictObject({
    keyId: z.uuid(),
    name: z.string(),
    appIds: z.array(z.string()),
    permissions: z.array(permission),
    keyHash,
    createdAt: instant,
  }),
  sealed: nothingSealed,
})

/**
 * True: the event has no effect where no other key has `admin` for every app. So when several processes change keys at
 * once, the later events in the log leave one such key.
 */
const unlessLast = z.boolean()

export const apiKeyRotated = defineEvent({
  type: 'ApiKeyRotated',
  version: 2,
  topic,
  open: z.strictObject({ keyId: z.uuid(), keyHash, rotatedAt: instant, unlessLast }),
  sealed: nothingSealed,
})

export const apiKeyRevoked = defineEvent({
  type: 'ApiKeyRevoked',
  version: 2,
  topic,
  open: z.strictObject({ keyId: z.uuid(), unlessLast }),
  sealed: nothingSealed,
})

/** A partner system may sign records of the inbox for these apps, with its own secret. */
export const partnerCreated = defineEvent({
  type: 'PartnerCreated',
  version: 1,
  topic,
  open: z.strictObject({
    partnerId: z.uuid(),
    name: z.string(),
    appIds: z.array(z.string()),
    createdAt: instant,
  }),
  sealed: z.strictObject({ secret: z.string() }),
})

export const partnerSecretRotated = defineEvent({
  type: 'PartnerSecretRotated',
  version: 1,
  topic,
  /** Records written until `previousUntil` may be signed with the previous secret. */
  open: z.strictObject({ partnerId: z.uuid(), rotatedAt: instant, previousUntil: instant }),
  sealed: z.strictObject({ secret: z.string() }),
})

export const partnerRemoved = defineEvent({
  type: 'PartnerRemoved',
  version: 1,
  topic,
  open: z.strictObject({ partnerId: z.uuid() }),
  sealed: nothingSealed,
})

export const categoriesConfigured = defineEvent({
  type: 'CategoriesConfigured',
  version: 1,
  topic,
  open: z.strictObject({ categories: z.array(category) }),
  sealed: nothingSealed,
})

export const templateConfigured = defineEvent({
  type: 'TemplateConfigured',
  version: 1,
  topic,
  open: z.strictObject({ eventType: z.string(), template: z.string() }),
  sealed: nothingSealed,
})

/** The channels that an app trusts as it trusts its user: they may close what the user said. */
export const trustConfigured = defineEvent({
  type: 'TrustConfigured',
  version: 1,
  topic,
  open: z.strictObject({ trusted: z.array(trustable) }),
  sealed: nothingSealed,
})

/** An app accepts webhooks of a source: a webhook that the secret verifies is the app's. */
export const sourceBound = defineEvent({
  type: 'SourceBound',
  version: 1,
  topic,
  open: z.strictObject({ sourceId: z.uuid(), source: z.string(), createdAt: instant }),
  sealed: z.strictObject({
    secret: z.string(),
    /** Maps the provider's users to ours. Null: the app gave no map. */
    users: z.record(z.string(), userId).nullable(),
  }),
})

export const sourceUnbound = defineEvent({
  type: 'SourceUnbound',
  version: 1,
  topic,
  open: z.strictObject({ sourceId: z.uuid() }),
  sealed: nothingSealed,
})

/**
 * The map of a source without a user who was forgotten. `basis`: the id of the event whose map it changes. It has no
 * effect where a later map stands, so that neither two forgets nor a new map at the same moment undo each other.
 */
export const sourceUserForgotten = defineEvent({
  type: 'SourceUserForgotten',
  version: 1,
  topic,
  open: z.strictObject({
    sourceId: z.uuid(),
    source: z.string(),
    createdAt: instant,
    basis: z.uuid(),
  }),
  sealed: z.strictObject({ secret: z.string(), users: z.record(z.string(), userId) }),
})

export const webhookSubscribed = defineEvent({
  type: 'WebhookSubscribed',
  version: 1,
  topic,
  open: z.strictObject({
    webhookId: z.uuid(),
    events: z.array(z.enum(noticeNames)),
    createdAt: instant,
  }),
  /** An address may hold a token, so it is sealed like the secret. */
  sealed: z.strictObject({ url: z.string(), secret: z.string() }),
})

export const webhookUnsubscribed = defineEvent({
  type: 'WebhookUnsubscribed',
  version: 1,
  topic,
  open: z.strictObject({ webhookId: z.uuid() }),
  sealed: nothingSealed,
})

export const webhookSecretRotated = defineEvent({
  type: 'WebhookSecretRotated',
  version: 1,
  topic,
  /** Until `previousUntil` the previous secret signs too. */
  open: z.strictObject({ webhookId: z.uuid(), rotatedAt: instant, previousUntil: instant }),
  sealed: z.strictObject({ secret: z.string() }),
})

export const webhookDisabled = defineEvent({
  type: 'WebhookDisabled',
  version: 1,
  topic,
  /** `gone`: the receiver answered 410. */
  open: z.strictObject({ webhookId: z.uuid(), reason: z.enum(['gone']), at: instant }),
  sealed: nothingSealed,
})
