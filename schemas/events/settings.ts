// memory.settings.v1: what operators and apps configure. Secrets never lie here in clear: API keys are hashed, others
// (and the addresses of webhooks) are sealed under the data key of the app (its scope is the app with NO_USER).
import { z } from 'zod'
import { permission } from '../api/settings/permissions.ts'
import { category } from '../categories.ts'
import { trustable } from '../channels.ts'
import { instant, userId } from '../identifiers.ts'
import { eventsOf } from './envelope.ts'
import { noticeNames } from './notices.ts'

const define = eventsOf('memory.settings.v1')

/** SHA-256 of the whole key, hex. Keys have 256 random bits, so a fast hash is enough. */
const keyHash = z.string().length(64)

export const apiKeyCreated = define({
  type: 'ApiKeyCreated',
  version: 1,
  open: z.strictObject({
    keyId: z.uuid(),
    name: z.string(),
    appIds: z.array(z.string()),
    permissions: z.array(permission),
    keyHash,
    createdAt: instant,
  }),
})

/**
 * True: the event has no effect where no other key has `admin` for every app. So when several processes change keys at
 * once, the later events in the log leave one such key.
 */
const unlessLast = z.boolean()

export const apiKeyRotated = define({
  type: 'ApiKeyRotated',
  version: 2,
  open: z.strictObject({ keyId: z.uuid(), keyHash, rotatedAt: instant, unlessLast }),
})

export const apiKeyRevoked = define({
  type: 'ApiKeyRevoked',
  version: 2,
  open: z.strictObject({ keyId: z.uuid(), unlessLast }),
})

/** A partner system may sign records of the inbox for these apps, with its own secret. */
export const partnerCreated = define({
  type: 'PartnerCreated',
  version: 1,
  open: z.strictObject({
    partnerId: z.uuid(),
    name: z.string(),
    appIds: z.array(z.string()),
    createdAt: instant,
  }),
  sealed: z.strictObject({ secret: z.string() }),
})

export const partnerSecretRotated = define({
  type: 'PartnerSecretRotated',
  version: 1,
  /** Records written until `previousUntil` may be signed with the previous secret. */
  open: z.strictObject({ partnerId: z.uuid(), rotatedAt: instant, previousUntil: instant }),
  sealed: z.strictObject({ secret: z.string() }),
})

export const partnerRemoved = define({
  type: 'PartnerRemoved',
  version: 1,
  open: z.strictObject({ partnerId: z.uuid() }),
})

export const categoriesConfigured = define({
  type: 'CategoriesConfigured',
  version: 1,
  open: z.strictObject({ categories: z.array(category) }),
})

export const templateConfigured = define({
  type: 'TemplateConfigured',
  version: 1,
  open: z.strictObject({ eventType: z.string(), template: z.string() }),
})

/** The channels that an app trusts as it trusts its user: they may close what the user said. */
export const trustConfigured = define({
  type: 'TrustConfigured',
  version: 1,
  open: z.strictObject({ trusted: z.array(trustable) }),
})

/** An app accepts webhooks of a source: a webhook that the secret verifies is the app's. */
export const sourceBound = define({
  type: 'SourceBound',
  version: 1,
  open: z.strictObject({ sourceId: z.uuid(), source: z.string(), createdAt: instant }),
  sealed: z.strictObject({
    secret: z.string(),
    /** Maps the provider's users to ours. Null: the app gave no map. */
    users: z.record(z.string(), userId).nullable(),
  }),
})

export const sourceUnbound = define({
  type: 'SourceUnbound',
  version: 1,
  open: z.strictObject({ sourceId: z.uuid() }),
})

/**
 * The map of a source without a user who was forgotten. `basis`: the id of the event whose map it changes. It has no
 * effect where a later map stands, so that neither two forgets nor a new map at the same moment undo each other.
 */
export const sourceUserForgotten = define({
  type: 'SourceUserForgotten',
  version: 1,
  open: z.strictObject({
    sourceId: z.uuid(),
    source: z.string(),
    createdAt: instant,
    basis: z.uuid(),
  }),
  sealed: z.strictObject({ secret: z.string(), users: z.record(z.string(), userId) }),
})

export const webhookSubscribed = define({
  type: 'WebhookSubscribed',
  version: 1,
  open: z.strictObject({
    webhookId: z.uuid(),
    events: z.array(z.enum(noticeNames)),
    createdAt: instant,
  }),
  /** An address may hold a token, so it is sealed like the secret. */
  sealed: z.strictObject({ url: z.string(), secret: z.string() }),
})

export const webhookUnsubscribed = define({
  type: 'WebhookUnsubscribed',
  version: 1,
  open: z.strictObject({ webhookId: z.uuid() }),
})

export const webhookSecretRotated = define({
  type: 'WebhookSecretRotated',
  version: 1,
  /** Until `previousUntil` the previous secret signs too. */
  open: z.strictObject({ webhookId: z.uuid(), rotatedAt: instant, previousUntil: instant }),
  sealed: z.strictObject({ secret: z.string() }),
})

export const webhookDisabled = define({
  type: 'WebhookDisabled',
  version: 1,
  /** `gone`: the receiver answered 410. */
  open: z.strictObject({ webhookId: z.uuid(), reason: z.enum(['gone']), at: instant }),
})
