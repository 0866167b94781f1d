// The types of every call, made by `npm run generate` from the service's OpenAPI document. Not to be edited.

export interface paths {
    "/v1/admin/dead-letters": {
        parameters: {
        };
        /**
         * List what could not be handled, and why
         * @description By topic and partition, the oldest first. Needs `admin`. At most 500 calls a minute.
         */
        get: operations["listDeadLetters"];
    };
    "/v1/admin/dead-letters/replay": {
        parameters: {
        };
        /**
         * Try again what could not be handled
         * @description Runs beside the service. One replay runs at a time. Needs `admin`. At most 500 calls a minute.
         */
        post: operations["replayDeadLetters"];
    };
    "/v1/admin/lag": {
        parameters: {
        };
        /**
         * How far each processor is behind the log
         * @description Needs `admin`. At most 500 calls a minute.
         */
        get: operations["getLag"];
    };
    "/v1/admin/replay": {
        parameters: {
        };
        /**
         * Rebuild a projection from the log
         * @description Beside the one in use, which it then replaces. One replay runs at a time. Needs `admin`. At most 500 calls a minute.
         */
        post: operations["replayProjection"];
    };
    "/v1/admin/replay/{replayId}": {
        parameters: {
        };
        /**
         * What became of a replay
         * @description Known to the process that was asked for it, until it ends. Needs `admin`. At most 500 calls a minute.
         */
        get: operations["getReplay"];
    };
    "/v1/apps": {
        parameters: {
        };
        /**
         * List the apps of the key
         * @description A key for every app lists the apps that have memories; one that names its apps lists those. Needs `memory:read`. At most 500 calls a minute.
         */
        get: operations["listApps"];
    };
    "/v1/audit-roots/{appId}": {
        parameters: {
        };
        /**
         * The signed roots of an app’s audit, the oldest first
         * @description Each is over keyed hashes of what happened to the app’s users since the one before. Keep them elsewhere: what they were taken over can be changed no more without it being seen. Needs `audit:read`. At most 500 calls a minute.
         */
        get: operations["listAuditRoots"];
    };
    "/v1/audit/{appId}": {
        parameters: {
        };
        /**
         * What happened in an app and belongs to no user, such as ignored webhooks
         * @description Needs `audit:read`. At most 500 calls a minute.
         */
        get: operations["listAppAudit"];
    };
    "/v1/audit/{appId}/{userId}": {
        parameters: {
        };
        /**
         * What happened to a user’s memory, the oldest first
         * @description Needs `audit:read`. At most 500 calls a minute.
         */
        get: operations["listAudit"];
    };
    "/v1/batch": {
        parameters: {
        };
        /**
         * Store up to 1,000 writes of one app
         * @description One that is not valid refuses all. `Idempotency-Key` holds for each of them. Needs `memory:write`. At most 10 calls a minute.
         */
        post: operations["batch"];
    };
    "/v1/categories/{appId}/{userId}": {
        parameters: {
        };
        /**
         * List categories
         * @description With `asOf` or `knownAt` items are counted that held, or were known, then. Needs `memory:read`. At most 500 calls a minute.
         */
        get: operations["listCategories"];
    };
    "/v1/config/categories/{appId}": {
        parameters: {
        };
        /**
         * The categories of an app
         * @description Needs `memory:read`. At most 500 calls a minute.
         */
        get: operations["getCategoriesConfig"];
        /**
         * Replace the categories of an app; `general` is always among them
         * @description Needs `config:write`. At most 500 calls a minute.
         */
        put: operations["replaceCategoriesConfig"];
    };
    "/v1/config/keys": {
        parameters: {
        };
        /**
         * List keys
         * @description Needs `admin`. At most 500 calls a minute.
         */
        get: operations["listKeys"];
        /**
         * Make a key
         * @description Needs `admin`. At most 500 calls a minute.
         */
        post: operations["createKey"];
    };
    "/v1/config/keys/{id}": {
        parameters: {
        };
        /**
         * Revoke a key
         * @description Needs `admin`. At most 500 calls a minute.
         */
        delete: operations["revokeKey"];
    };
    "/v1/config/keys/{id}/rotate": {
        parameters: {
        };
        /**
         * Replace a key; the old one stops working at once
         * @description The only key with `admin` for every app is replaced with another such key. Needs `admin`. At most 500 calls a minute.
         */
        post: operations["rotateKey"];
    };
    "/v1/config/partners": {
        parameters: {
        };
        /**
         * List partner systems, the oldest first
         * @description Needs `config:write`. At most 500 calls a minute.
         */
        get: operations["listPartners"];
        /**
         * Let a partner system sign records of the inbox; its secret is shown once
         * @description Needs `config:write`. At most 500 calls a minute.
         */
        post: operations["createPartner"];
    };
    "/v1/config/partners/{id}": {
        parameters: {
        };
        /**
         * Refuse what a partner signs
         * @description Needs `config:write`. At most 500 calls a minute.
         */
        delete: operations["removePartner"];
    };
    "/v1/config/partners/{id}/rotate": {
        parameters: {
        };
        /**
         * Replace the secret of a partner; for a day both sign
         * @description Needs `config:write`. At most 500 calls a minute.
         */
        post: operations["rotatePartnerSecret"];
    };
    "/v1/config/sources": {
        parameters: {
        };
        /**
         * Take the webhooks of a source; with the same secret again: replace its users
         * @description Needs `config:write`. At most 500 calls a minute.
         */
        post: operations["bindSource"];
    };
    "/v1/config/sources/{appId}": {
        parameters: {
        };
        /**
         * The sources whose webhooks an app takes
         * @description Needs `memory:read`. At most 500 calls a minute.
         */
        get: operations["listSources"];
    };
    "/v1/config/sources/{appId}/{id}": {
        parameters: {
        };
        /**
         * Take no more webhooks
         * @description Needs `config:write`. At most 500 calls a minute.
         */
        delete: operations["unbindSource"];
    };
    "/v1/config/templates/{appId}/{eventType}": {
        parameters: {
        };
        /**
         * The template that turns events of a type into a sentence
         * @description Needs `memory:read`. At most 500 calls a minute.
         */
        get: operations["getTemplate"];
        /**
         * Set the template of an event type
         * @description Needs `config:write`. At most 500 calls a minute.
         */
        put: operations["setTemplate"];
    };
    "/v1/config/trust/{appId}": {
        parameters: {
        };
        /**
         * The channels that an app trusts as it trusts its user
         * @description Needs `config:write`. At most 500 calls a minute.
         */
        get: operations["getTrustConfig"];
        /**
         * Set the channels whose facts may close what the user said, from the next write on
         * @description Needs `config:write`. At most 500 calls a minute.
         */
        put: operations["replaceTrustConfig"];
    };
    "/v1/config/webhooks": {
        parameters: {
        };
        /**
         * Configure an outbound webhook
         * @description Needs `config:write`. At most 500 calls a minute.
         */
        post: operations["subscribeWebhook"];
    };
    "/v1/config/webhooks/{appId}": {
        parameters: {
        };
        /**
         * An app's outbound webhooks, the oldest first
         * @description Needs `config:write`. At most 500 calls a minute.
         */
        get: operations["listWebhooks"];
    };
    "/v1/config/webhooks/{appId}/{id}": {
        parameters: {
        };
        /**
         * Remove an outbound webhook
         * @description Needs `config:write`. At most 500 calls a minute.
         */
        delete: operations["unsubscribeWebhook"];
    };
    "/v1/config/webhooks/{appId}/{id}/deliveries": {
        parameters: {
        };
        /**
         * Deliveries of a webhook with their attempts, the newest first
         * @description Needs `config:write`. At most 500 calls a minute.
         */
        get: operations["listDeliveries"];
    };
    "/v1/config/webhooks/{appId}/{id}/deliveries/{deliveryId}/redeliver": {
        parameters: {
        };
        /**
         * Send a delivery again, under its id and with new attempts
         * @description Needs `config:write`. At most 500 calls a minute.
         */
        post: operations["redeliver"];
    };
    "/v1/config/webhooks/{appId}/{id}/rotate": {
        parameters: {
        };
        /**
         * Replace the secret; for a day both sign
         * @description Needs `config:write`. At most 500 calls a minute.
         */
        post: operations["rotateWebhookSecret"];
    };
    "/v1/context/{appId}/{userId}": {
        parameters: {
        };
        /**
         * What is pinned, and all category summaries
         * @description With `knownAt` the versions of then, as far as the last thousand entries of the audit before then tell of them. A summary tells what was current, so with `asOf` there is none. What is pinned is pinned now: with either there is none. Needs `memory:read`. At most 500 calls a minute.
         */
        get: operations["getContext"];
    };
    "/v1/diff/{appId}/{userId}": {
        parameters: {
        };
        /**
         * What changed between two instants of recorded time, the newest items first
         * @description What came and was closed within them is told as what came. What was forgotten is not told. Needs `memory:read`. At most 500 calls a minute.
         */
        get: operations["getDiff"];
    };
    "/v1/entities/{appId}/{userId}": {
        parameters: {
        };
        /**
         * List entities
         * @description With `asOf` or `knownAt` mentions are those of facts that had begun and were known then; relationships and properties those of facts that held, or were current. Needs `memory:read`. At most 500 calls a minute.
         */
        get: operations["listEntities"];
    };
    "/v1/entities/{appId}/{userId}/{entityName}": {
        parameters: {
        };
        /**
         * Entity detail
         * @description Where several have the name, the one that is mentioned most. With `asOf` or `knownAt` mentions are those of facts that had begun and were known then; relationships and properties those of facts that held, or were current. Needs `memory:read`. At most 500 calls a minute.
         */
        get: operations["getEntity"];
    };
    "/v1/events": {
        parameters: {
        };
        /**
         * Track a structured event
         * @description Needs `memory:write`. At most 500 calls a minute.
         */
        post: operations["trackEvent"];
    };
    "/v1/export/{appId}": {
        parameters: {
        };
        /**
         * All that is kept of the users of an app
         * @description An `app` line, its `settings` (categories, templates, and with `config:write` trust; never a secret), the export of each user who has memories, one after another, and an `app-end` with their number and a hash. An answer without that last line is not whole. Needs `memory:read`. At most 10 calls a minute.
         */
        get: operations["exportApp"];
    };
    "/v1/export/{appId}/{userId}": {
        parameters: {
        };
        /**
         * All that is kept of a user
         * @description Lines of JSON: a manifest, what was written (`content`, `activity`, `given`, `revised`), the facts with their history, summaries, entities, the audit trail where the key has `audit:read`, the events that `POST /import` takes over, and an `end` with counts, a hash and a digest of what is remembered. An answer without that last line is not whole. Needs `memory:read`. At most 10 calls a minute.
         */
        get: operations["exportUser"];
    };
    "/v1/forget": {
        parameters: {
        };
        /**
         * Delete user memories
         * @description Answers when nothing that was written before can be read any more. 503: it was accepted and goes on. Needs `memory:forget`. At most 100 calls a minute.
         */
        post: operations["forget"];
    };
    "/v1/health": {
        parameters: {
        };
        /**
         * Service health
         * @description Any key may call it. At most 500 calls a minute.
         */
        get: operations["getHealth"];
    };
    "/v1/import": {
        parameters: {
        };
        /**
         * Take over what another service exported
         * @description The body is an answer of `GET /export` (`application/x-ndjson`), of a user or of an app, of at most 256 MiB. The facts come with their history, and nothing is read or reported again. Settings of an app are taken where it has configured none here. Nothing is taken if a user is known (409); the same export again completes what was interrupted. For a key with `admin` for every app. Needs `admin`. At most 10 calls a minute.
         */
        post: operations["importUsers"];
    };
    "/v1/inbox-keys/{appId}/{userId}": {
        parameters: {
        };
        /**
         * The key that partner systems seal records of the inbox to
         * @description Seal by HPKE (RFC 9180) as README.md says. A forget destroys the key: ask again within a minute, because what is sealed under a destroyed key is refused. Needs `memory:write`. At most 500 calls a minute.
         */
        get: operations["getInboxKey"];
    };
    "/v1/items": {
        parameters: {
        };
        /**
         * Store a fact as it stands
         * @description No language model reads it. It counts as said by the user: what a less trusted channel says later never closes it. Needs `memory:write`. At most 100 calls a minute.
         */
        post: operations["giveItem"];
    };
    "/v1/items/{appId}/{userId}": {
        parameters: {
        };
        /**
         * List items, superseded, merged and pruned ones too, the newest first
         * @description With `knownAt` the items that were known then, as they were known: an end that was learnt later is undone. With `asOf` only those that held then. Needs `memory:read`. At most 500 calls a minute.
         */
        get: operations["listItems"];
    };
    "/v1/items/{appId}/{userId}/{itemId}": {
        parameters: {
        };
        /**
         * One item with its history
         * @description With `knownAt` both are as they were known then. Of an item that a client has settled or taken back `closing` tells by which key. Needs `memory:read`. At most 500 calls a minute.
         */
        get: operations["getItem"];
        /**
         * Take an item back
         * @description It was never true: no answer tells it, also with `asOf`, and what it had replaced holds on, as a new item. It stays in the history; /forget erases. What was true gets a `validTo`, or is `resolved`. Needs `memory:write`. At most 100 calls a minute.
         */
        delete: operations["retractItem"];
        /**
         * Correct an item, file it otherwise, pin it, or resolve it
         * @description Other words, category, type, aliases, scopes or validity make a new item, which the answer names. `pinned`, `importance` and `resolved` alone change this one. Needs `memory:write`. At most 100 calls a minute.
         */
        patch: operations["reviseItem"];
    };
    "/v1/items/{appId}/{userId}/{itemId}/source": {
        parameters: {
        };
        /**
         * The text that an item was read from
         * @description Needs `memory:read`. At most 500 calls a minute.
         */
        get: operations["getItemSource"];
    };
    "/v1/maintenance": {
        parameters: {
        };
        /**
         * Prune what has decayed, merge duplicates, refresh stale summaries
         * @description Answers when it is queued; `maintenance.completed` tells when it is done. It takes place daily by itself. A user for whom one waits already is told that one. More than 1,000 users of an app do not wait: 429. Needs `config:write`. At most 100 calls a minute.
         */
        post: operations["maintain"];
    };
    "/v1/memorize": {
        parameters: {
        };
        /**
         * Store content
         * @description Needs `memory:write`. At most 100 calls a minute.
         */
        post: operations["memorize"];
    };
    "/v1/receipts/{receiptId}": {
        parameters: {
        };
        /**
         * The signed receipt of a forget
         * @description Needs `audit:read` or `memory:forget`. The answer is canonical JSON (RFC 8785): keep its bytes, and `verify-receipt` needs no service. The public keys are at `/.well-known/palimpsest-receipts.json`. At most 500 calls a minute.
         */
        get: operations["getReceipt"];
    };
    "/v1/resources/{appId}/{userId}": {
        parameters: {
        };
        /**
         * List resources: queued, processed or failed
         * @description Needs `memory:read`. At most 500 calls a minute.
         */
        get: operations["listResources"];
    };
    "/v1/resources/{appId}/{userId}/{resourceId}": {
        parameters: {
        };
        /**
         * One resource with its facts, or why it is not processed
         * @description Needs `memory:read`. At most 500 calls a minute.
         */
        get: operations["getResource"];
    };
    "/v1/retrieve": {
        parameters: {
        };
        /**
         * Query memory for context
         * @description With no memories found the answer is 404 and an empty context. Needs `memory:read`. At most 200 calls a minute.
         */
        post: operations["retrieve"];
    };
    "/v1/threads/{appId}/{userId}": {
        parameters: {
        };
        /**
         * List the threads of a user, by id
         * @description Those that writes named as `threadId` and that anything is remembered of. `GET /items` with `threadId` lists what was said in one. Needs `memory:read`. At most 500 calls a minute.
         */
        get: operations["listThreads"];
    };
    "/v1/timeline/{appId}/{userId}": {
        parameters: {
        };
        /**
         * What happened to a user’s memory, the newest first
         * @description A page may be short, or empty, and yet be followed by another. `total` also counts what is not shown, such as writes that led to nothing. Of what was forgotten the forget alone is told. Needs `memory:read`. At most 500 calls a minute.
         */
        get: operations["getTimeline"];
    };
    "/v1/users/{appId}": {
        parameters: {
        };
        /**
         * List the users of an app who have memories
         * @description Needs `memory:read`. At most 500 calls a minute.
         */
        get: operations["listUsers"];
    };
    "/v1/webhooks/{source}": {
        parameters: {
        };
        /**
         * Receive a webhook of another system, verified by its signature
         * @description At most 1000 calls a minute.
         */
        post: operations["receiveWebhook"];
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ApiKey: {
            id: string;
            name: string;
            appIds: string[];
            permissions: components["schemas"]["Permission"][];
            createdAt: string;
            rotatedAt: string | null;
        };
        App: {
            appId: string;
            /** @description Users who have memories, counted to at most 10,000 */
            userCount: number;
        };
        /** @description `total` counts the apps that a key names; for a key of every app it counts them as far as the first of the next page, so it is the total on the last one */
        AppsResponse: {
            data: components["schemas"]["App"][];
            pagination: components["schemas"]["Pagination"];
            warnings?: components["schemas"]["Warnings"];
        };
        AuditEntry: {
            id: string;
            type: string;
            at: string;
            topic: string;
            partition: number;
            position: number;
            causationId: string | null;
            category: string | null;
            details: {
                [key: string]: unknown;
            };
        };
        AuditResponse: {
            data: components["schemas"]["AuditEntry"][];
            pagination: components["schemas"]["Pagination"];
            warnings?: components["schemas"]["Warnings"];
        };
        AuditRootsResponse: {
            data: components["schemas"]["SignedStatement"][];
            pagination: components["schemas"]["Pagination"];
            warnings?: components["schemas"]["Warnings"];
        };
        BatchRequest: {
            /** @description App identifier */
            appId: string & (unknown & unknown);
            /** @description Stored in this order */
            writes: (components["schemas"]["BatchedMemorize"] | components["schemas"]["BatchedEvent"] | components["schemas"]["BatchedItem"])[];
        };
        BatchResponse: {
            /** @constant */
            status: "queued";
            /** @description `resourceId` or `eventId` of each write, in their order */
            ids: string[];
            /** @description Where any write is an item: `itemId` of each that is one */
            itemIds?: (string | null)[];
            /** @description Seconds, for all of them */
            estimatedProcessingTime: number;
            warnings?: components["schemas"]["Warnings"];
        };
        BatchedEvent: {
            /** @constant */
            kind: "event";
            /** @description Owner of the memory */
            userId: string & (unknown & unknown);
            /** @description Free-form type name */
            eventType: string;
            /** @description Event source */
            source: string;
            /** @description When it happened, ISO 8601; without an offset in UTC */
            timestamp: string;
            /** @description Event-specific data */
            data: {
                [key: string]: unknown;
            };
            /** @description Category hint */
            suggestedCategory?: string;
            /** @description Entity hints */
            suggestedEntities?: {
                name: string;
                type: string;
            }[];
            importance?: components["schemas"]["Importance"];
        };
        BatchedItem: {
            /** @description Owner of the memory */
            userId: string & (unknown & unknown);
            /** @description The fact, as a sentence that needs no other */
            text: string;
            /** @description What kind of fact it is; `fact` by default */
            type?: components["schemas"]["FactType"];
            /** @description One of the app’s categories; by default the one for everything that fits no other */
            category?: string;
            importance?: components["schemas"]["Importance"];
            /** @description Other words that it is found by, as by its text */
            aliases?: string[];
            /** @description Where it is seen, such as a project; none: in every scope */
            scopes?: string[];
            /** @description Comes first in every answer; at most 20 current items of a user */
            pinned?: boolean;
            /** @description Items whose place it takes: they are closed, and stay in its history */
            supersedes?: string[];
            /** @description Since when it holds; by default since now */
            validFrom?: string;
            /** @description Until when it holds. The same as `validFrom`: it holds at no time, so it is listed and never retrieved */
            validTo?: string;
            /** @description Who or what it is about; `user` by default where there is an attribute */
            subject?: string;
            /** @description What it says about the subject, such as `home`: a newer value takes its place */
            attribute?: string;
            value?: string;
            /** @description Conversation thread identifier */
            threadId?: string & (unknown & unknown & unknown);
            /** @constant */
            kind: "item";
        };
        BatchedMemorize: {
            /** @constant */
            kind: "memorize";
            /** @description Owner of the memory */
            userId: string & (unknown & unknown);
            /** @description Text, or for a `conversation` a list of messages */
            content: string | components["schemas"]["Message"][] | {
                messages: components["schemas"]["Message"][];
            };
            /** @description What kind of content it is */
            contentType: components["schemas"]["ContentType"];
            /** @description Conversation thread identifier */
            threadId?: string & (unknown & unknown & unknown);
            /** @description Additional metadata; `timestamp` (ISO 8601, without an offset in UTC) says when the content was said */
            metadata?: {
                [key: string]: unknown;
            };
        };
        BindSourceRequest: {
            /** @description App identifier */
            appId: string & (unknown & unknown);
            /** @description Such as `stripe` */
            source: string;
            /** @description What the provider signs with. Never shown again */
            secret: string;
            /** @description The provider’s user id to ours. Where it is given, other users of the provider are unknown */
            users?: {
                [key: string]: string & (unknown & unknown);
            } | null;
        };
        CategoriesConfig: {
            categories: components["schemas"]["Category"][];
        };
        CategoriesResponse: {
            categories: components["schemas"]["CategoryOverview"][];
            warnings?: components["schemas"]["Warnings"];
        };
        Category: {
            name: string;
            description: string;
        };
        CategoryOverview: {
            name: string;
            description: string;
            hasContent: boolean;
            /** @description What a query can find, also what has ended by itself */
            itemCount: number;
            /** @description When the newest of these was said; else 1970-01-01T00:00:00.000Z */
            lastUpdated: string;
        };
        /** @enum {string} */
        Channel: "user" | "app" | "partner" | "webhook" | "document" | "assistant" | "tool";
        /** @enum {string} */
        ComponentStatus: "healthy" | "degraded" | "unhealthy";
        ConflictDetectedPayload: {
            /** @constant */
            event: "conflict.detected";
            /**
             * Format: date-time
             * @description When it was found
             */
            timestamp: string;
            /** @description App identifier */
            appId: string & (unknown & unknown);
            /** @description Owner of the memory */
            userId: string & (unknown & unknown);
            data: {
                /** @description The item that is out of date now; not there where both items stay */
                supersededItemId?: string;
                /** @description The item that stays because its channel is trusted more; instead of the other */
                contestedItemId?: string;
                /** @description The item that contradicts it */
                itemId: string;
                /**
                 * Format: uuid
                 * @description The write that led to it
                 */
                resourceId: string;
                category: string;
                /**
                 * Format: date-time
                 * @description Until when the superseded item held
                 */
                validTo?: string;
            };
        };
        /** @enum {string} */
        ContentType: "conversation" | "event" | "document";
        ContextResponse: {
            /** @description What comes first in every answer, the most important first */
            pinned?: components["schemas"]["PinnedItem"][];
            summaries: {
                [key: string]: string;
            };
            /** @description When a summary changed last; else 1970-01-01T00:00:00.000Z */
            lastUpdated: string;
            warnings?: components["schemas"]["Warnings"];
        };
        CreateKeyRequest: {
            name: string;
            /** @description `["*"]`: every app */
            appIds: ((string & (unknown & unknown)) | "*")[];
            permissions: components["schemas"]["Permission"][];
        };
        CreatePartnerRequest: {
            name: string;
            /** @description `["*"]`: every app */
            appIds: ((string & (unknown & unknown)) | "*")[];
        };
        CreatedKey: {
            id: string;
            name: string;
            appIds: string[];
            permissions: components["schemas"]["Permission"][];
            createdAt: string;
            rotatedAt: string | null;
            /** @description Shown once; stored hashed */
            key: string;
        };
        CreatedPartner: {
            id: string;
            name: string;
            appIds: string[];
            createdAt: string;
            /** @description When its secret was replaced last */
            rotatedAt: string | null;
            /** @description Signs records of the inbox. Shown once; kept sealed */
            secret: string;
        };
        CustomWebhook: {
            /** @description App identifier */
            appId: string & (unknown & unknown);
            /** @description Owner of the memory */
            userId: string & (unknown & unknown);
            /** @description Free-form type name */
            eventType: string;
            /** @description Event-specific data */
            data: {
                [key: string]: unknown;
            };
            /** @description Category hint */
            suggestedCategory?: string;
            /** @description Entity hints */
            suggestedEntities?: {
                name: string;
                type: string;
            }[];
            importance?: components["schemas"]["Importance"];
            /**
             * @description Event source
             * @default custom
             */
            source?: string;
            /** @description Unset: now */
            timestamp?: string;
        };
        DeadLetter: {
            id: string;
            /** @description When it was given up */
            at: string;
            /** @description `_`: it belongs to no app, or its app cannot be read */
            appId: string;
            /** @description Which could not handle it */
            processor: string;
            topic: string;
            partition: number;
            position: number;
            /** @description Of a write its resourceId */
            eventId: string;
            eventType: string;
            errorClass: string;
            /** @description Never holds what a user said */
            reason: string;
            attempts: number;
        };
        /** @description `total` is counted to at most 10,000 */
        DeadLettersResponse: {
            data: components["schemas"]["DeadLetter"][];
            pagination: components["schemas"]["Pagination"];
            warnings?: components["schemas"]["Warnings"];
        };
        DeliveriesResponse: {
            data: components["schemas"]["Delivery"][];
            pagination: components["schemas"]["Pagination"];
            warnings?: components["schemas"]["Warnings"];
        };
        Delivery: {
            /** @description What the receiver sees as `webhook-id` */
            id: string;
            event: string;
            userId: string;
            /** @enum {string} */
            state: "waiting" | "delivered" | "failed" | "cancelled";
            createdAt: string;
            nextAttemptAt: string | null;
            endedAt: string | null;
            attempts: {
                at: string;
                /** @description What the receiver answered */
                status: number | null;
                /** @description Why there was no answer */
                error: string | null;
                durationMs: number;
            }[];
        };
        DiffResponse: {
            data: components["schemas"]["Difference"][];
            pagination: components["schemas"]["Pagination"];
            from: string;
            to: string;
            /** @description By category, of those that differ and on the first page: both versions, null where none is known */
            summaries: {
                [key: string]: {
                    from: string | null;
                    to: string | null;
                };
            };
            warnings?: components["schemas"]["Warnings"];
        };
        Difference: {
            /**
             * @description changed: closed, and another took its place; closed: nothing did
             * @enum {string}
             */
            change: "came" | "changed" | "closed";
            /** @description As it was known at `to` */
            item: components["schemas"]["Item"];
            /** @description What took its place, as it was known at `to`; null where nothing did */
            replacedBy: components["schemas"]["Item"] | null;
        };
        EntitiesResponse: {
            entities: components["schemas"]["EntityOverview"][];
            total: number;
            hasMore: boolean;
            warnings?: components["schemas"]["Warnings"];
        };
        Entity: {
            name: string;
            type: string;
            properties: {
                [key: string]: string;
            };
            relationships: components["schemas"]["Relationship"][];
            mentions: components["schemas"]["Mention"][];
        };
        EntityContext: {
            name: string;
            type: string;
            properties: {
                [key: string]: string;
            };
            relationships: {
                type: string;
                target: string;
            }[];
        };
        EntityCreatedPayload: {
            /** @constant */
            event: "entity.created";
            /**
             * Format: date-time
             * @description When it was found
             */
            timestamp: string;
            /** @description App identifier */
            appId: string & (unknown & unknown);
            /** @description Owner of the memory */
            userId: string & (unknown & unknown);
            data: {
                /**
                 * Format: uuid
                 * @description The write that led to it
                 */
                resourceId: string;
                name: string;
                /** @description Such as person, organisation, place */
                type: string;
            };
        };
        EntityOverview: {
            name: string;
            type: string;
            properties: {
                [key: string]: string;
            };
            relationshipCount: number;
            firstMentioned: string;
            lastMentioned: string;
        };
        EntityResponse: {
            entity: components["schemas"]["Entity"];
            warnings?: components["schemas"]["Warnings"];
        };
        EntityUpdatedPayload: {
            /** @constant */
            event: "entity.updated";
            /**
             * Format: date-time
             * @description When it was found
             */
            timestamp: string;
            /** @description App identifier */
            appId: string & (unknown & unknown);
            /** @description Owner of the memory */
            userId: string & (unknown & unknown);
            data: {
                /**
                 * Format: uuid
                 * @description The write that led to it
                 */
                resourceId: string;
                name: string;
                /** @description Such as person, organisation, place */
                type: string;
                /** @description Those that are new or have another value, as they are now */
                properties: {
                    [key: string]: string;
                };
            };
        };
        ErrorResponse: {
            error: {
                /** @enum {string} */
                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                message: string;
                /** @description For validation errors: `field` and `issue` of the first problem, and all of a body as `issues` */
                details: {
                    [key: string]: unknown;
                };
            };
        };
        EventRequest: {
            /** @description App identifier */
            appId: string & (unknown & unknown);
            /** @description Owner of the memory */
            userId: string & (unknown & unknown);
            /** @description Free-form type name */
            eventType: string;
            /** @description Event source */
            source: string;
            /** @description When it happened, ISO 8601; without an offset in UTC */
            timestamp: string;
            /** @description Event-specific data */
            data: {
                [key: string]: unknown;
            };
            /** @description Category hint */
            suggestedCategory?: string | null;
            /** @description Entity hints */
            suggestedEntities?: {
                name: string;
                type: string;
            }[] | null;
            importance?: components["schemas"]["Importance"] | null;
            /** @description Milliseconds: answer when it can be retrieved, or after so long */
            wait?: number | null;
        };
        EventResponse: {
            /** @constant */
            status: "queued";
            eventId: string;
            /** @description There where `wait` was given: whether it can be retrieved now */
            retrievable?: boolean;
            warnings?: components["schemas"]["Warnings"];
        };
        Explained: {
            id: string;
            /** @description Its own words: the answer may have joined them to those of another */
            content: string;
            /** @description Of its own words */
            tokens: number;
            /** @description Null where a better item says the same */
            score: number | null;
            /** @description Its rank in each search that found it, and among the likest in meaning; none: its neighbours in the thread lent it its score */
            foundBy: {
                text?: number;
                vector?: number;
                graph?: number;
                meaning?: number;
            };
            /** @description Its rank by the reranker, where there is one */
            reranked?: number;
            /** @description What its score was multiplied by */
            lifts: {
                importance: number;
                confidence: number;
                /** @description Lower where it only reacts or asks */
                told: number;
                named: number;
                /** @description By its subject, and by what kind of thing the query asks for */
                fits: number;
            };
            /** @description What its age left of it */
            decay: number;
            /** @description Why the answer does not hold it */
            dropped: ("confidence" | "relevance" | "repeated" | "room") | null;
        };
        ExportLine: components["schemas"]["ExportedManifest"] | components["schemas"]["ExportedContent"] | components["schemas"]["ExportedActivity"] | components["schemas"]["ExportedGiven"] | components["schemas"]["ExportedRevised"] | components["schemas"]["ExportedFact"] | components["schemas"]["ExportedSummary"] | components["schemas"]["ExportedEntity"] | components["schemas"]["ExportedAudit"] | components["schemas"]["ExportedEvent"] | components["schemas"]["ExportedEnd"] | components["schemas"]["ExportedApp"] | components["schemas"]["ExportedSettings"] | components["schemas"]["ExportedAppEnd"];
        ExportedActivity: {
            /** @constant */
            kind: "activity";
            id: string;
            /** @description When it was said or happened */
            occurredAt: string;
            receivedAt: string;
            eventType: string;
            source: string;
            importance: components["schemas"]["Importance"];
            /** @description Null where a category was forgotten since: what is left may hold words of it */
            data: {
                [key: string]: unknown;
            } | null;
        };
        ExportedApp: {
            /** @constant */
            kind: "app";
            /** @constant */
            format: "palimpsest-export";
            /** @constant */
            version: 1;
            appId: string;
            exportedAt: string;
        };
        ExportedAppEnd: {
            /** @constant */
            kind: "app-end";
            /** @description How many exports of users came before this line */
            users: number;
            /** @description Of all bytes before this line, hex */
            sha256?: string;
        };
        ExportedAudit: {
            /** @constant */
            kind: "audit";
            entry: components["schemas"]["AuditEntry"];
        };
        ExportedContent: {
            /** @constant */
            kind: "content";
            id: string;
            /** @description When it was said or happened */
            occurredAt: string;
            receivedAt: string;
            contentType: components["schemas"]["ContentType"];
            threadId: string | null;
            /** @description Empty where the content is null */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Null where a category was forgotten since: what is left may hold words of it */
            content: string | null;
        };
        ExportedEnd: {
            /** @constant */
            kind: "end";
            /** @description Lines before this one, by kind */
            counts: {
                [key: string]: number;
            };
            /** @description Of all bytes from the manifest to before this line, hex */
            sha256: string;
            /** @description Of writes, facts, summaries and entities: the same for every service that holds the same memory */
            digest?: string;
        };
        ExportedEntity: {
            /** @constant */
            kind: "entity";
            entity: components["schemas"]["Entity"];
        };
        ExportedEvent: {
            /** @constant */
            kind: "event";
            /** @enum {string} */
            topic: "memory.writes.v1" | "memory.facts.v1" | "memory.summaries.v1";
            /** @description In its topic; `source` of an event is the position of a write */
            position: number;
            /** Format: uuid */
            id: string;
            type: string;
            /** Format: date-time */
            occurredAt: string;
            /** Format: date-time */
            recordedAt: string;
            causationId: string | null;
            open: {
                [key: string]: unknown;
            };
            /** @description What the log holds under the key of the user; null: nothing */
            sealed: unknown;
            /** @description What was written, of a write that has content. Null where a category was forgotten since: what is left may hold words of it */
            raw: string | null;
        };
        ExportedFact: {
            /** @constant */
            kind: "fact";
            fact: components["schemas"]["Item"];
        };
        ExportedGiven: {
            /** @constant */
            kind: "given";
            id: string;
            /** @description When it was said or happened */
            occurredAt: string;
            receivedAt: string;
            /** @description What `POST /items` took. Null where a category was forgotten since: what is left may hold words of it */
            given: {
                [key: string]: unknown;
            } | null;
        };
        ExportedManifest: {
            /** @constant */
            kind: "manifest";
            /** @constant */
            format: "palimpsest-export";
            /** @constant */
            version: 1;
            appId: string;
            userId: string;
            exportedAt: string;
            /**
             * @description The model whose vectors the events hold; null: they hold none
             * @default null
             */
            embedding: string | null;
        };
        ExportedRevised: {
            /** @constant */
            kind: "revised";
            id: string;
            /** @description When it was said or happened */
            occurredAt: string;
            receivedAt: string;
            factId: string;
            /** @enum {string} */
            action: "corrected" | "marked" | "resolved" | "retracted";
            /** @description Null where a category was forgotten since: what is left may hold words of it */
            changes: {
                [key: string]: unknown;
            } | null;
        };
        ExportedSettings: {
            /** @constant */
            kind: "settings";
            /** @description Null: the default ones */
            categories: components["schemas"]["Category"][] | null;
            templates: {
                eventType: string;
                /** @description Text with {path} places, filled from `data`; [optional {part}] in brackets */
                template: string;
            }[];
            /** @description Null: none were configured, or the key has no `config:write` */
            trusted: ("partner" | "webhook" | "document" | "assistant" | "tool")[] | null;
        };
        ExportedSummary: {
            /** @constant */
            kind: "summary";
            category: string;
            text: string;
            updatedAt: string;
        };
        /** @enum {string} */
        FactType: "fact" | "preference" | "instruction" | "open_question" | "goal" | "event";
        ForgetRequest: {
            /** @description App identifier */
            appId: string & (unknown & unknown);
            /** @description User to forget */
            userId: string & (unknown & unknown);
            /** @description When present, only that category is deleted; when absent, all memories of the user */
            category?: string;
            /**
             * @description Must be true
             * @constant
             */
            confirm: true;
        };
        ForgetResponse: {
            /** @constant */
            status: "deleted";
            deletedItems: number;
            deletedEntities: number;
            deletedResources: number;
            /**
             * Format: uuid
             * @description Of the signed receipt: `GET /receipts/:receiptId`
             */
            receiptId: string;
            warnings?: components["schemas"]["Warnings"];
        };
        Happening: {
            id: string;
            /** @description When the service learnt it */
            at: string;
            /** @enum {string} */
            what: "asserted" | "reinforced" | "superseded" | "contested" | "pruned" | "merged" | "closed" | "marked" | "forgotten";
            category: string | null;
            /** @description Null where it is of no item, as a forget is */
            itemId: string | null;
            /** @description What the item says, where it is there still */
            content: string | null;
            /** @description The item that took its place, says the same, or is contradicted by it */
            otherId: string | null;
            otherContent: string | null;
        };
        HealthResponse: {
            /** @description `degraded`: a part is down and costs what it serves; `unhealthy`: the log is down */
            status: components["schemas"]["ComponentStatus"];
            components: {
                relational_store: {
                    status: components["schemas"]["ComponentStatus"];
                    /** @description Milliseconds */
                    latency: number;
                    /** @description What an operator has to do before the part is up again, if that is known */
                    problem?: string;
                };
                graph_store: {
                    status: components["schemas"]["ComponentStatus"];
                    /** @description Milliseconds */
                    latency: number;
                    /** @description What an operator has to do before the part is up again, if that is known */
                    problem?: string;
                };
                object_store: {
                    status: components["schemas"]["ComponentStatus"];
                    /** @description What an operator has to do before the part is up again, if that is known */
                    problem?: string;
                };
                queue: {
                    status: components["schemas"]["ComponentStatus"];
                    /** @description Resources that wait for extraction */
                    queueDepth: number;
                    /** @description What an operator has to do before the part is up again, if that is known */
                    problem?: string;
                };
            };
            version: string;
            /** @description Seconds */
            uptime: number;
            warnings?: components["schemas"]["Warnings"];
        };
        ImportResponse: {
            /** @constant */
            status: "queued";
            /** @description Null: the export holds no settings */
            settings: components["schemas"]["ImportedSettings"] | null;
            users: {
                appId: string;
                userId: string;
                /** @description Events that were taken over now; those of before do not count */
                events: number;
                /** @description Writes that the other service had not read yet: they are read here */
                waiting: number;
            }[];
            warnings?: components["schemas"]["Warnings"];
        };
        /** @enum {string} */
        Importance: "low" | "medium" | "high" | "critical";
        ImportedSettings: {
            /** @description Such as `categories`, `trusted` or `templates.purchase` */
            taken: string[];
            /** @description What the app has configured here already: it stays */
            kept: string[];
        };
        InboxKey: {
            /** @description Goes into the record, beside what is sealed */
            keyGeneration: number;
            /** @description X25519, the 32 bytes in base64url */
            publicKey: string;
        };
        Item: {
            id: string;
            content: string;
            category: string;
            confidence: number;
            importance: components["schemas"]["Importance"];
            createdAt: string;
            validFrom: string;
            validTo: string | null;
            /** @description When the service learnt it; null: it was indexed before that was kept */
            recordedAt: string | null;
            /** @description When the service learnt that it is current no more; null: it is, or never was */
            closedAt: string | null;
            /** @description False where another took its place, or it has ended by itself (`validTo`). With `asOf`: true, because it held then */
            current: boolean;
            /**
             * @description current: nothing has closed it, and `current` says whether it has ended by itself; merged: `supersededBy` says the same; pruned: it had decayed to nothing; resolved, retracted: a client closed it; reprocessed: another engine does not find it in the same words
             * @enum {string}
             */
            state: "current" | "superseded" | "merged" | "pruned" | "resolved" | "retracted" | "reprocessed";
            /** @description There where the state is pruned */
            prunedAt?: string;
            type: components["schemas"]["FactType"];
            /** @description Where it is seen; empty: in every scope */
            scopes: string[];
            /** @description What else it is found by */
            aliases: string[];
            pinned: boolean;
            subject: string | null;
            attribute: string | null;
            value: string | null;
            entities: {
                name: string;
                type: string;
            }[];
            supersededBy: string | null;
            supersedes: string[];
            /** @description Resources that said it again */
            reinforcedBy: string[];
            provenance: components["schemas"]["Provenance"];
            /** @description Items that it contradicts and may not close, because they are trusted more */
            contests: string[];
        };
        ItemRequest: {
            /** @description App identifier */
            appId: string & (unknown & unknown);
            /** @description Owner of the memory */
            userId: string & (unknown & unknown);
            /** @description The fact, as a sentence that needs no other */
            text: string;
            /** @description What kind of fact it is; `fact` by default */
            type?: components["schemas"]["FactType"] | null;
            /** @description One of the app’s categories; by default the one for everything that fits no other */
            category?: string | null;
            importance?: components["schemas"]["Importance"] | null;
            /** @description Other words that it is found by, as by its text */
            aliases?: string[] | null;
            /** @description Where it is seen, such as a project; none: in every scope */
            scopes?: string[] | null;
            /** @description Comes first in every answer; at most 20 current items of a user */
            pinned?: boolean | null;
            /** @description Items whose place it takes: they are closed, and stay in its history */
            supersedes?: string[] | null;
            /** @description Since when it holds; by default since now */
            validFrom?: string | null;
            /** @description Until when it holds. The same as `validFrom`: it holds at no time, so it is listed and never retrieved */
            validTo?: string | null;
            /** @description Who or what it is about; `user` by default where there is an attribute */
            subject?: string | null;
            /** @description What it says about the subject, such as `home`: a newer value takes its place */
            attribute?: string | null;
            value?: string | null;
            /** @description Conversation thread identifier */
            threadId?: ((string & (unknown & unknown & unknown)) | null) & (unknown & unknown & unknown);
            /** @description Milliseconds: answer when it can be retrieved, or after so long */
            wait?: number | null;
        };
        ItemResponse: {
            item: components["schemas"]["Item"];
            /** @description What it superseded and what superseded it, the oldest first */
            history: components["schemas"]["Item"][];
            /** @description Who settled it or took it back; null for any other item */
            closing: {
                /** @description When it was asked for */
                at: string;
                /** @description How that came in */
                entry: ("api" | "webhook" | "partner") | null;
                /** @description The API key; null where that was not kept */
                keyId: string | null;
                /** @description Its name; null for a key that is gone */
                keyName: string | null;
            } | null;
            warnings?: components["schemas"]["Warnings"];
        };
        ItemRevision: {
            /** @description The fact, as a sentence that needs no other */
            text?: string | null;
            /** @description The new value of its attribute, where it has one */
            value?: string | null;
            type?: components["schemas"]["FactType"] | null;
            /** @description One of the app’s categories */
            category?: string | null;
            /** @description Other words that it is found by, as by its text */
            aliases?: string[] | null;
            /** @description Where it is seen, such as a project; none: in every scope */
            scopes?: string[] | null;
            /** @description Comes first in every answer; at most 20 current items of a user */
            pinned?: boolean | null;
            importance?: components["schemas"]["Importance"] | null;
            validFrom?: string | null;
            validTo?: string | null;
            /** @description It is settled: never retrieved again, and still in the history */
            resolved?: true | null;
            /** @description Milliseconds: answer when it can be retrieved, or after so long */
            wait?: number | null;
        };
        ItemSourceResponse: {
            resourceId: string;
            contentType: components["schemas"]["ResourceType"];
            /** @description When it was said, as the write tells */
            saidAt: string;
            /** @description The text that the item was read from: of a long one the part around the item */
            text: string;
            /** @description Where that part begins in the whole text, in UTF-16 units */
            textStart: number;
            /** @description Of the whole text */
            textLength: number;
            /** @description Where the words of the item begin in the whole text */
            start: number;
            end: number;
            warnings?: components["schemas"]["Warnings"];
        };
        ItemWriteResponse: {
            /** @constant */
            status: "queued";
            /** @description By which it is read; of a correction that of the new item */
            itemId: string;
            /** @description The write, by which it is waited for */
            resourceId: string;
            /** @description Seconds, by what waits before it; 0 where it can be retrieved */
            estimatedProcessingTime: number;
            /** @description There where `wait` was given: whether it can be retrieved now */
            retrievable?: boolean;
            warnings?: components["schemas"]["Warnings"];
        };
        ItemsResponse: {
            data: components["schemas"]["Item"][];
            pagination: components["schemas"]["Pagination"];
            warnings?: components["schemas"]["Warnings"];
        };
        KeysResponse: {
            data: components["schemas"]["ApiKey"][];
            pagination: components["schemas"]["Pagination"];
            warnings?: components["schemas"]["Warnings"];
        };
        LagResponse: {
            at: string;
            processors: components["schemas"]["ProcessorLag"][];
            /** @description Those that processors read */
            topics: components["schemas"]["TopicEnd"][];
            warnings?: components["schemas"]["Warnings"];
        };
        MaintenanceCompletedPayload: {
            /** @constant */
            event: "maintenance.completed";
            /**
             * Format: date-time
             * @description When it was found
             */
            timestamp: string;
            /** @description App identifier */
            appId: string & (unknown & unknown);
            /** @description Owner of the memory */
            userId: string & (unknown & unknown);
            data: {
                /** @description Facts that had decayed to nothing and were removed */
                pruned: number;
                /** @description Duplicates that were merged */
                merged: number;
                /** @description Summaries that were rewritten */
                refreshed: number;
            };
        };
        MaintenancePlanned: {
            data: {
                appId: string;
                userId: string;
                pruned: number;
                merged: number;
                refreshed: number;
            }[];
            pagination: components["schemas"]["Pagination"];
            /** @constant */
            status: "planned";
        };
        MaintenanceQueued: {
            data: {
                appId: string;
                userId: string;
                maintenanceId: string;
            }[];
            pagination: components["schemas"]["Pagination"];
            /** @constant */
            status: "queued";
        };
        MaintenanceRequest: {
            /** @description When absent, every app: needs a key for every app */
            appId?: ((string & (unknown & unknown)) | null) & (unknown & unknown);
            /** @description When absent, every user of the app who has memories */
            userId?: ((string & (unknown & unknown)) | null) & (unknown & unknown);
            /**
             * @description Change nothing; tell what would be done
             * @default false
             */
            dryRun?: boolean | null;
            /**
             * @description Maximum users in this call
             * @default 50
             */
            limit?: number | null;
            /** @description `nextCursor` of the call before */
            cursor?: string | null;
        };
        MemorizeRequest: {
            /** @description App identifier */
            appId: string & (unknown & unknown);
            /** @description Owner of the memory */
            userId: string & (unknown & unknown);
            /** @description Text, or for a `conversation` a list of messages */
            content: string | components["schemas"]["Message"][] | {
                messages: components["schemas"]["Message"][];
            };
            /** @description What kind of content it is */
            contentType: components["schemas"]["ContentType"];
            /** @description Conversation thread identifier */
            threadId?: ((string & (unknown & unknown & unknown)) | null) & (unknown & unknown & unknown);
            /** @description Additional metadata; `timestamp` (ISO 8601, without an offset in UTC) says when the content was said */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description Milliseconds: answer when it can be retrieved, or after so long */
            wait?: number | null;
        };
        MemorizeResponse: {
            /** @constant */
            status: "queued";
            resourceId: string;
            /** @description Seconds, by what waits before it; 0 where it can be retrieved */
            estimatedProcessingTime: number;
            /** @description There where `wait` was given: whether it can be retrieved now */
            retrievable?: boolean;
            warnings?: components["schemas"]["Warnings"];
        };
        MemoryItem: {
            id: string;
            content: string;
            category: string;
            confidence: number;
            /** @description Relevance after time decay, 0 to 1 */
            score: number;
            createdAt: string;
            /** @description Not there where it is `fact` */
            type?: components["schemas"]["FactType"];
            /**
             * @description It comes first, whatever its score
             * @constant
             */
            pinned?: true;
        };
        MemoryProcessedPayload: {
            /** @constant */
            event: "memory.processed";
            /**
             * Format: date-time
             * @description When it was found
             */
            timestamp: string;
            /** @description App identifier */
            appId: string & (unknown & unknown);
            /** @description Owner of the memory */
            userId: string & (unknown & unknown);
            data: {
                /**
                 * Format: uuid
                 * @description The write that led to it
                 */
                resourceId: string;
                /** @description Facts that were not known before */
                itemsCreated: number;
                entitiesCreated: number;
                categoriesUpdated: string[];
            };
        };
        Mention: {
            /** @description The item that mentions it; an older export has none */
            itemId?: string;
            context: string;
            timestamp: string;
        };
        Message: {
            role?: string | null;
            /** @description Text, or parts of which those with `text` are read */
            content?: (string | (string | {
                [key: string]: unknown;
            })[]) | null;
            name?: string | null;
            speaker?: string | null;
            text?: string | null;
        } & {
            [key: string]: unknown;
        };
        Pagination: {
            total: number;
            limit: number;
            hasMore: boolean;
            nextCursor: string | null;
        };
        PartitionLag: {
            topic: string;
            partition: number;
            /** @description Null where it has not done with anything */
            checkpoint: number | null;
            /** @description Records that it has not done with */
            records: number;
            /** @description Since when the oldest of them is in the log */
            since: string | null;
        };
        Partner: {
            id: string;
            name: string;
            appIds: string[];
            createdAt: string;
            /** @description When its secret was replaced last */
            rotatedAt: string | null;
        };
        PartnersResponse: {
            data: components["schemas"]["Partner"][];
            pagination: components["schemas"]["Pagination"];
            warnings?: components["schemas"]["Warnings"];
        };
        /** @enum {string} */
        Permission: "memory:read" | "memory:write" | "memory:forget" | "config:write" | "audit:read" | "admin";
        PinnedItem: {
            id: string;
            content: string;
            category: string;
            type: components["schemas"]["FactType"];
            createdAt: string;
        };
        Processing: {
            /** @description Which processor has yet to handle it, or could not */
            processor: string;
            /**
             * @description dead-lettered: an operator can list and replay it
             * @enum {string}
             */
            state: "waiting" | "retrying" | "dead-lettered";
            /** @description How often it failed, where that is known */
            attempts: number | null;
            /** @description What it failed with last, where that is known */
            errorClass: string | null;
            /** @description When it is tried again, where that is known */
            nextAttemptAt: string | null;
        };
        ProcessorLag: {
            processor: string;
            records: number;
            /** @description How long the oldest record waits; 0 where none does */
            oldestSeconds: number;
            /** @description It stands still although everything that it needs is up */
            stalled: boolean;
            /** @description Those that are behind */
            partitions: components["schemas"]["PartitionLag"][];
        };
        Provenance: {
            resourceId: string;
            /** @description UTF-16 offset in the text of the resource */
            start: number;
            end: number;
            engine: string;
            /** @description By which channel it was said; null: it was indexed before channels were kept */
            channel: components["schemas"]["Channel"] | null;
            /** @description The speaker as the content names them, or the source of an event */
            saidBy: string | null;
        };
        Receipt: {
            statement: {
                /** @constant */
                type: "palimpsest.forget";
                /** @constant */
                version: 1;
                /** Format: uuid */
                receiptId: string;
                appId: string;
                /** @description A keyed hash: `?userId=` asks the service whether it is of that user */
                user: string;
                asked: {
                    /** @description Null: everything of the user */
                    category: string | null;
                    /** Format: date-time */
                    at: string;
                };
                /** @description Where the forget stands: nothing that was written before it can be read */
                log: {
                    topic: string;
                    partition: number;
                    position: number;
                };
                /** @description Generations of the user’s data key; null where none was destroyed */
                destroyedKeys: {
                    from: number;
                    to: number;
                } | null;
                stores: {
                    store: string;
                    /**
                     * Format: date-time
                     * @description By when nothing of it could be read there any more
                     */
                    letGoAt: string;
                    removed: {
                        [key: string]: number;
                    };
                }[];
                /** @description What still lies on a disk although no reader is given it */
                remains: {
                    store: string;
                    what: string;
                    /** @description Null: as long as the operator of that server lets it */
                    until: string | null;
                }[];
                /** Format: date-time */
                completedAt: string;
            };
            signature: {
                /** @constant */
                alg: "EdDSA";
                /** @description Of the key that signed: `x` of one of the service’s public keys */
                publicKey: string;
                /** @description Ed25519 over the canonical JSON (RFC 8785) of `statement`, in base64url */
                value: string;
            };
        };
        Relationship: {
            type: string;
            /** @enum {string} */
            direction: "outgoing" | "incoming";
            target: string;
            targetType: string;
            properties: {
                [key: string]: string;
            };
        };
        RelationshipCreatedPayload: {
            /** @constant */
            event: "relationship.created";
            /**
             * Format: date-time
             * @description When it was found
             */
            timestamp: string;
            /** @description App identifier */
            appId: string & (unknown & unknown);
            /** @description Owner of the memory */
            userId: string & (unknown & unknown);
            data: {
                /**
                 * Format: uuid
                 * @description The write that led to it
                 */
                resourceId: string;
                /** @description Name of the entity that it leads from */
                source: string;
                type: string;
                /** @description Name of the entity that it leads to */
                target: string;
            };
        };
        Replay: {
            id: string;
            /** @enum {string} */
            what: "dead-letters" | "projection";
            /** @description Null where dead letters are replayed */
            projection: string | null;
            /** @enum {string} */
            status: "running" | "done" | "failed";
            startedAt: string;
            endedAt: string | null;
            /** @description What it told last, for people */
            progress: string | null;
            result: {
                /** @description Dead letters that are handled now */
                handled?: number;
                /** @description Dead letters that could not be handled this time either */
                left?: number;
                /** @description Events that were read */
                records?: number;
                /** @description The projection is what it was before */
                unchanged?: boolean;
                /** @description The one in use never stood still where the two could be compared */
                behind?: boolean;
            } | null;
            /** @description Why it failed */
            errorClass: string | null;
        };
        ReplayDeadLettersRequest: {
            /** @description Only these dead letters; without it all */
            ids?: string[] | null;
        };
        ReplayRequest: {
            /**
             * @description Which to rebuild from the log
             * @enum {string}
             */
            projection: "memory" | "graph" | "audit";
            /**
             * @description Compare only: the one in use stays as it is
             * @default false
             */
            check?: boolean | null;
        };
        ReplayResponse: {
            replay: components["schemas"]["Replay"];
            warnings?: components["schemas"]["Warnings"];
        };
        Resource: {
            resourceId: string;
            /** @enum {string} */
            status: "queued" | "processed" | "failed";
            contentType: components["schemas"]["ResourceType"];
            threadId: string | null;
            receivedAt: string;
            processedAt: string | null;
            contentBytes: number;
            /** @description Facts that were read from it, also what is forgotten since */
            itemCount: number;
            /** @description Why it failed */
            reason: string | null;
        };
        ResourceDetail: {
            resourceId: string;
            /** @enum {string} */
            status: "queued" | "processed" | "failed";
            contentType: components["schemas"]["ResourceType"];
            threadId: string | null;
            receivedAt: string;
            processedAt: string | null;
            contentBytes: number;
            /** @description Facts that were read from it, also what is forgotten since */
            itemCount: number;
            /** @description Why it failed */
            reason: string | null;
            /** @description Why it is not processed; null where it is, or was refused for good */
            processing: components["schemas"]["Processing"] | null;
            items: components["schemas"]["Item"][];
        };
        ResourceResponse: {
            resource: components["schemas"]["ResourceDetail"];
            warnings?: components["schemas"]["Warnings"];
        };
        /** @enum {string} */
        ResourceType: "conversation" | "event" | "document" | "fact";
        ResourcesResponse: {
            data: components["schemas"]["Resource"][];
            pagination: components["schemas"]["Pagination"];
            warnings?: components["schemas"]["Warnings"];
        };
        RetrieveRequest: {
            /** @description App identifier */
            appId: string & (unknown & unknown);
            /** @description Owner of the memory */
            userId: string & (unknown & unknown);
            /** @description Query to find relevant memories */
            query: string;
            /**
             * @description Maximum tokens in the response
             * @default 2000
             */
            maxTokens?: number | null;
            /**
             * @description Include graph context
             * @default true
             */
            includeGraph?: boolean | null;
            /** @description Limit to these categories */
            categories?: string[] | null;
            /** @description Only items of these scopes, and those without a scope, which are seen in every one */
            scopes?: string[] | null;
            /** @description Only items of these types; summaries, which are of all types, are left out */
            types?: components["schemas"]["FactType"][] | null;
            /**
             * @description Time decay half-life in days
             * @default 30
             */
            timeDecayDays?: number | null;
            /**
             * @description Minimum confidence
             * @default 0.6
             */
            minConfidence?: number | null;
            /**
             * @description Minimum relevance: items of less are left out, and where none is left the answer is empty; with 0 it is what is newest then
             * @default 0.05
             */
            minRelevance?: number | null;
            /**
             * @description Say for each item, and for the ten best that were left out, why
             * @default false
             */
            explain?: boolean | null;
            /**
             * @description How the answer is written: its parts as JSON, or one text for a prompt
             * @default json
             */
            format?: ("json" | "prompt") | null;
            /** @description Valid time: what held then. In the future: what, as far as is known, will hold; before anything: nothing */
            asOf?: string | null;
            /** @description Recorded time: what the service knew then, so that what it learnt later does not count. In the future: what it knows now; before anything: nothing */
            knownAt?: string | null;
            /** @description `resourceId` and `eventId` of writes that the answer must know: waits for them */
            after?: string[] | null;
        };
        RetrieveResponse: {
            summaries: {
                [key: string]: string;
            };
            relevantItems: components["schemas"]["MemoryItem"][];
            graphContext: components["schemas"]["EntityContext"][];
            /** @description With the format `prompt`, in place of the parts above, which are empty: sections, days, and memories behind their ids in brackets */
            prompt?: string;
            /** @description With `explain`; it is not counted */
            explanation?: {
                items: components["schemas"]["Explained"][];
                leftOut: components["schemas"]["Explained"][];
            };
            /** @description Tokens of this body, or of the prompt alone, by the o200k_base encoding */
            tokenCount: number;
            /** @description Milliseconds */
            processingTime: number;
            warnings?: components["schemas"]["Warnings"];
        };
        RotateSecretRequest: {
            /** @description Signs deliveries; never shown. `whsec_` and base64, or any text; one of fewer than 16 characters can be guessed from what it signs */
            secret: string;
        };
        RotateSecretResponse: {
            id: string;
            appId: string;
            url: string;
            events: string[];
            createdAt: string;
            /** @description When its secret was replaced last */
            rotatedAt: string | null;
            /** @enum {string} */
            status: "active" | "disabled";
            disabledAt: string | null;
            /** @description `gone`: the receiver answered 410 */
            disabledReason: string | null;
            /** @description Until then deliveries are signed with the old secret too */
            previousUntil: string;
            warnings?: components["schemas"]["Warnings"];
        };
        RotatedKey: {
            id: string;
            /** @description Shown once */
            key: string;
        };
        RotatedPartner: {
            id: string;
            name: string;
            appIds: string[];
            createdAt: string;
            /** @description When its secret was replaced last */
            rotatedAt: string | null;
            /** @description Signs records of the inbox. Shown once; kept sealed */
            secret: string;
            /** @description What is written until then may be signed with the old secret */
            previousUntil: string;
        };
        SignedStatement: {
            statement: {
                [key: string]: unknown;
            };
            signature: {
                /** @constant */
                alg: "EdDSA";
                /** @description Of the key that signed: `x` of one of the service’s public keys */
                publicKey: string;
                /** @description Ed25519 over the canonical JSON (RFC 8785) of `statement`, in base64url */
                value: string;
            };
        };
        SourceBinding: {
            id: string;
            appId: string;
            source: string;
            users: {
                [key: string]: string;
            } | null;
            /** @description Where the provider may send to, so that only this secret is tried */
            path: string;
            createdAt: string;
        };
        SourcesResponse: {
            data: components["schemas"]["SourceBinding"][];
            pagination: components["schemas"]["Pagination"];
            warnings?: components["schemas"]["Warnings"];
        };
        SubscribeRequest: {
            /** @description App identifier */
            appId: string & (unknown & unknown);
            /** @description Receiver, http or https */
            url: string;
            events: ("memory.processed" | "entity.created" | "entity.updated" | "relationship.created" | "conflict.detected" | "maintenance.completed")[];
            /** @description Signs deliveries; never shown. `whsec_` and base64, or any text; one of fewer than 16 characters can be guessed from what it signs */
            secret: string;
        };
        TemplateConfig: {
            /** @description Text with {path} places, filled from `data`; [optional {part}] in brackets */
            template: string;
        };
        TemplateResponse: {
            /** @description Text with {path} places, filled from `data`; [optional {part}] in brackets */
            template: string;
            eventType: string;
            /** @description True where the app has no template of its own */
            builtIn: boolean;
            warnings?: components["schemas"]["Warnings"];
        };
        Thread: {
            threadId: string;
            /** @description When the first of its items was said */
            firstAt: string;
            /** @description When the last of its items was said */
            lastAt: string;
            /** @description Its items, superseded ones too */
            itemCount: number;
            /** @description Writes that it has items of */
            resourceCount: number;
        };
        /** @description `total` is counted to at most 10,000 */
        ThreadsResponse: {
            data: components["schemas"]["Thread"][];
            pagination: components["schemas"]["Pagination"];
            warnings?: components["schemas"]["Warnings"];
        };
        TimelineResponse: {
            data: components["schemas"]["Happening"][];
            pagination: components["schemas"]["Pagination"];
            warnings?: components["schemas"]["Warnings"];
        };
        TopicEnd: {
            topic: string;
            /** @description The ends of its partitions, added up. From two answers follows how many records came between them; over Kafka a few places hold none */
            end: number;
        };
        TrustConfig: {
            /** @description Channels whose facts may close what the user said; none by default */
            trusted: ("partner" | "webhook" | "document" | "assistant" | "tool")[];
        };
        User: {
            userId: string;
            /** @description Current items that have not ended */
            itemCount: number;
            /** @description Writes that are kept */
            resourceCount: number;
            /** @description When the newest write was received */
            lastWriteAt: string;
        };
        /** @description `total` is counted to at most 10,000 */
        UsersResponse: {
            data: components["schemas"]["User"][];
            pagination: components["schemas"]["Pagination"];
            warnings?: components["schemas"]["Warnings"];
        };
        /** @description Fields of the request that are not known and were ignored */
        Warnings: string[];
        Webhook: {
            id: string;
            appId: string;
            url: string;
            events: string[];
            createdAt: string;
            /** @description When its secret was replaced last */
            rotatedAt: string | null;
            /** @enum {string} */
            status: "active" | "disabled";
            disabledAt: string | null;
            /** @description `gone`: the receiver answered 410 */
            disabledReason: string | null;
        };
        /** @description The provider’s own event, byte for byte; for `custom` the fields shown */
        WebhookBody: components["schemas"]["CustomWebhook"] | {
            [key: string]: unknown;
        } | {
            [key: string]: unknown;
        }[];
        WebhookResponse: {
            /** @enum {string} */
            status: "processed" | "ignored";
            /** @description Only when processed */
            eventId?: string;
            /** @description Only when one request told of several */
            eventIds?: string[];
            /** @description Only to a request that asks for it */
            challenge?: string;
            warnings?: components["schemas"]["Warnings"];
        };
        WebhooksResponse: {
            data: components["schemas"]["Webhook"][];
            pagination: components["schemas"]["Pagination"];
            warnings?: components["schemas"]["Warnings"];
        };
    };
    responses: {
        /** @description An error */
        Failed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listDeadLetters: {
        parameters: {
            query?: {
                /**
                 * @description Maximum results
                 * @example 50
                 */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeadLettersResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    replayDeadLetters: {
        parameters: {
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["ReplayDeadLettersRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayResponse"];
                };
            };
            /** @description Another is running, or what is to be made is there (VALIDATION_ERROR) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    getLag: {
        parameters: {
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LagResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    replayProjection: {
        parameters: {
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "projection": "graph"
                 *     }
                 */
                "application/json": components["schemas"]["ReplayRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayResponse"];
                };
            };
            /** @description Another is running, or what is to be made is there (VALIDATION_ERROR) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    getReplay: {
        parameters: {
            path: {
                /** @example 01a1f89d-420c-76a9-ac2c-f8da7d1ace4c */
                replayId: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    listApps: {
        parameters: {
            query?: {
                /**
                 * @description Maximum results
                 * @example 50
                 */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppsResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    listAuditRoots: {
        parameters: {
            query?: {
                /**
                 * @description Maximum results
                 * @example 50
                 */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
            };
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditRootsResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    listAppAudit: {
        parameters: {
            query?: {
                /**
                 * @description Maximum results
                 * @example 50
                 */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
            };
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /**
                 * @description Maximum results
                 * @example 50
                 */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
            };
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
                /**
                 * @description Owner of the memory
                 * @example anna
                 */
                userId: string & (unknown & unknown);
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    batch: {
        parameters: {
            header?: {
                /**
                 * @description The same key gives the same answer; nothing is stored twice
                 * @example order-4711
                 */
                "idempotency-key"?: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "appId": "shop",
                 *       "writes": [
                 *         {
                 *           "kind": "memorize",
                 *           "userId": "anna",
                 *           "contentType": "conversation",
                 *           "content": [
                 *             {
                 *               "role": "user",
                 *               "content": "I live in Berlin."
                 *             }
                 *           ]
                 *         },
                 *         {
                 *           "kind": "event",
                 *           "userId": "ben",
                 *           "eventType": "purchase",
                 *           "source": "webshop",
                 *           "timestamp": "2026-03-04",
                 *           "data": {
                 *             "product": "a chess clock"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BatchRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    listCategories: {
        parameters: {
            query?: {
                /**
                 * @description Valid time: what held then. In the future: what, as far as is known, will hold; before anything: nothing
                 * @example 2026-03-01T10:00:00Z
                 */
                asOf?: string;
                /**
                 * @description Recorded time: what the service knew then, so that what it learnt later does not count. In the future: what it knows now; before anything: nothing
                 * @example 2026-03-01T10:00:00Z
                 */
                knownAt?: string;
            };
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
                /**
                 * @description Owner of the memory
                 * @example anna
                 */
                userId: string & (unknown & unknown);
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CategoriesResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    getCategoriesConfig: {
        parameters: {
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CategoriesConfig"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    replaceCategoriesConfig: {
        parameters: {
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "categories": [
                 *         {
                 *           "name": "orders",
                 *           "description": "What was bought, and when"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CategoriesConfig"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CategoriesConfig"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /**
                 * @description Maximum results
                 * @example 50
                 */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeysResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    createKey: {
        parameters: {
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "webshop",
                 *       "appIds": [
                 *         "shop"
                 *       ],
                 *       "permissions": [
                 *         "memory:read",
                 *         "memory:write"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateKeyRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedKey"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    revokeKey: {
        parameters: {
            path: {
                /** @example 01a1f89d-420c-76a9-ac2c-f8da7d1ace4c */
                id: string;
            };
        };
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    rotateKey: {
        parameters: {
            path: {
                /** @example 01a1f89d-420c-76a9-ac2c-f8da7d1ace4c */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedKey"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    listPartners: {
        parameters: {
            query?: {
                /**
                 * @description Maximum results
                 * @example 50
                 */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnersResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    createPartner: {
        parameters: {
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Billing",
                 *       "appIds": [
                 *         "shop"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreatePartnerRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedPartner"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    removePartner: {
        parameters: {
            path: {
                /** @example 01a1f89d-420c-76a9-ac2c-f8da7d1ace4c */
                id: string;
            };
        };
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    rotatePartnerSecret: {
        parameters: {
            path: {
                /** @example 01a1f89d-420c-76a9-ac2c-f8da7d1ace4c */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedPartner"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    bindSource: {
        parameters: {
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "appId": "shop",
                 *       "source": "github",
                 *       "secret": "the-secret-of-the-repository",
                 *       "users": {
                 *         "583231": "anna"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["BindSourceRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceBinding"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    listSources: {
        parameters: {
            query?: {
                /**
                 * @description Maximum results
                 * @example 50
                 */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
            };
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourcesResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    unbindSource: {
        parameters: {
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
                /** @example 01a1f89d-420c-76a9-ac2c-f8da7d1ace4c */
                id: string;
            };
        };
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    getTemplate: {
        parameters: {
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
                /** @example purchase */
                eventType: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    setTemplate: {
        parameters: {
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
                /** @example purchase */
                eventType: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "template": "Bought {product}[ for {price}]"
                 *     }
                 */
                "application/json": components["schemas"]["TemplateConfig"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    getTrustConfig: {
        parameters: {
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrustConfig"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    replaceTrustConfig: {
        parameters: {
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "trusted": [
                 *         "document"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["TrustConfig"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrustConfig"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    subscribeWebhook: {
        parameters: {
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "appId": "shop",
                 *       "url": "https://shop.example/hooks/memory",
                 *       "events": [
                 *         "memory.processed",
                 *         "conflict.detected"
                 *       ],
                 *       "secret": "a-secret-of-your-own"
                 *     }
                 */
                "application/json": components["schemas"]["SubscribeRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /**
                 * @description Maximum results
                 * @example 50
                 */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
            };
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhooksResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    unsubscribeWebhook: {
        parameters: {
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
                /** @example 01a1f89d-420c-76a9-ac2c-f8da7d1ace4c */
                id: string;
            };
        };
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Maximum results
                 * @example 50
                 */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
            };
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
                /** @example 01a1f89d-420c-76a9-ac2c-f8da7d1ace4c */
                id: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveriesResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    redeliver: {
        parameters: {
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
                /** @example 01a1f89d-420c-76a9-ac2c-f8da7d1ace4c */
                id: string;
                /** @example 01a1f89d-420c-76a9-ac2c-f8da7d1ace4c */
                deliveryId: string;
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
                /** @example 01a1f89d-420c-76a9-ac2c-f8da7d1ace4c */
                id: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "secret": "another-secret-of-your-own"
                 *     }
                 */
                "application/json": components["schemas"]["RotateSecretRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotateSecretResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    getContext: {
        parameters: {
            query?: {
                /**
                 * @description Only items of these scopes, and those without a scope, which are seen in every one
                 * @example [
                 *       "kitchen"
                 *     ]
                 */
                scopes?: string[];
                /**
                 * @description Only items of these types; summaries, which are of all types, are left out
                 * @example [
                 *       "instruction"
                 *     ]
                 */
                types?: components["schemas"]["FactType"][];
                /**
                 * @description Valid time: what held then. In the future: what, as far as is known, will hold; before anything: nothing
                 * @example 2026-03-01T10:00:00Z
                 */
                asOf?: string;
                /**
                 * @description Recorded time: what the service knew then, so that what it learnt later does not count. In the future: what it knows now; before anything: nothing
                 * @example 2026-03-01T10:00:00Z
                 */
                knownAt?: string;
            };
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
                /**
                 * @description Owner of the memory
                 * @example anna
                 */
                userId: string & (unknown & unknown);
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContextResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    getDiff: {
        parameters: {
            query: {
                /**
                 * @description Maximum results
                 * @example 50
                 */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
                /**
                 * @description What was known then is compared
                 * @example 2026-03-01T00:00:00Z
                 */
                from: string;
                /**
                 * @description With what was known then; now, where nothing is said
                 * @example 2026-03-02T00:00:00Z
                 */
                to?: string;
            };
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
                /**
                 * @description Owner of the memory
                 * @example anna
                 */
                userId: string & (unknown & unknown);
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiffResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    listEntities: {
        parameters: {
            query?: {
                /**
                 * @description Filter by entity type
                 * @example event
                 */
                type?: string;
                /**
                 * @description Maximum results
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description Pagination offset
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Valid time: what held then. In the future: what, as far as is known, will hold; before anything: nothing
                 * @example 2026-03-01T10:00:00Z
                 */
                asOf?: string;
                /**
                 * @description Recorded time: what the service knew then, so that what it learnt later does not count. In the future: what it knows now; before anything: nothing
                 * @example 2026-03-01T10:00:00Z
                 */
                knownAt?: string;
            };
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
                /**
                 * @description Owner of the memory
                 * @example anna
                 */
                userId: string & (unknown & unknown);
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntitiesResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    getEntity: {
        parameters: {
            query?: {
                /**
                 * @description Of several that share the name, the one of this type
                 * @example event
                 */
                type?: string;
                /**
                 * @description Valid time: what held then. In the future: what, as far as is known, will hold; before anything: nothing
                 * @example 2026-03-01T10:00:00Z
                 */
                asOf?: string;
                /**
                 * @description Recorded time: what the service knew then, so that what it learnt later does not count. In the future: what it knows now; before anything: nothing
                 * @example 2026-03-01T10:00:00Z
                 */
                knownAt?: string;
            };
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
                /**
                 * @description Owner of the memory
                 * @example anna
                 */
                userId: string & (unknown & unknown);
                /** @example Julia */
                entityName: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntityResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    trackEvent: {
        parameters: {
            header?: {
                /**
                 * @description The same key gives the same answer; nothing is stored twice
                 * @example order-4711
                 */
                "idempotency-key"?: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "appId": "shop",
                 *       "userId": "anna",
                 *       "eventType": "purchase",
                 *       "source": "webshop",
                 *       "timestamp": "2026-03-04T10:00:00Z",
                 *       "data": {
                 *         "product": "a chess clock",
                 *         "price": 39
                 *       },
                 *       "importance": "high"
                 *     }
                 */
                "application/json": components["schemas"]["EventRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    exportApp: {
        parameters: {
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["ExportLine"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    exportUser: {
        parameters: {
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
                /**
                 * @description Owner of the memory
                 * @example anna
                 */
                userId: string & (unknown & unknown);
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["ExportLine"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    forget: {
        parameters: {
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "appId": "shop",
                 *       "userId": "anna",
                 *       "confirm": true
                 *     }
                 */
                "application/json": components["schemas"]["ForgetRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForgetResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    getHealth: {
        parameters: {
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    importUsers: {
        parameters: {
        };
        requestBody: {
            content: {
                /**
                 * @example {"kind":"manifest","format":"palimpsest-export",…}
                 *     {"kind":"event",…}
                 *     {"kind":"end",…}
                 */
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResponse"];
                };
            };
            /** @description Another is running, or what is to be made is there (VALIDATION_ERROR) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    getInboxKey: {
        parameters: {
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
                /**
                 * @description Owner of the memory
                 * @example anna
                 */
                userId: string & (unknown & unknown);
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxKey"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    giveItem: {
        parameters: {
            header?: {
                /**
                 * @description The same key gives the same answer; nothing is stored twice
                 * @example order-4711
                 */
                "idempotency-key"?: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "appId": "shop",
                 *       "userId": "anna",
                 *       "text": "Anna is allergic to nuts.",
                 *       "category": "health",
                 *       "importance": "high",
                 *       "aliases": [
                 *         "nut allergy",
                 *         "peanuts"
                 *       ],
                 *       "pinned": true
                 *     }
                 */
                "application/json": components["schemas"]["ItemRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemWriteResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    listItems: {
        parameters: {
            query?: {
                /**
                 * @description Maximum results
                 * @example 50
                 */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
                /** @example profile */
                category?: string;
                /**
                 * @description Only what this thread said
                 * @example slack/C012/p1700
                 */
                threadId?: string & (unknown & unknown & unknown);
                /**
                 * @description Valid time: what held then. In the future: what, as far as is known, will hold; before anything: nothing
                 * @example 2026-03-01T10:00:00Z
                 */
                asOf?: string;
                /**
                 * @description Recorded time: what the service knew then, so that what it learnt later does not count. In the future: what it knows now; before anything: nothing
                 * @example 2026-03-01T10:00:00Z
                 */
                knownAt?: string;
                /**
                 * @description Of this type
                 * @example event
                 */
                type?: components["schemas"]["FactType"];
                /**
                 * @description Only items seen in this scope
                 * @example kitchen
                 */
                scope?: string;
                /**
                 * @description Only items given for this scope, and none without a scope
                 * @example kitchen
                 */
                onlyScope?: string;
                /**
                 * @description Only current items that have not ended, or never hold; not with `asOf` or `knownAt`
                 * @example true
                 */
                current?: "true";
                /**
                 * @description Only items that are pinned and have not ended
                 * @example true
                 */
                pinned?: "true";
            };
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
                /**
                 * @description Owner of the memory
                 * @example anna
                 */
                userId: string & (unknown & unknown);
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemsResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    getItem: {
        parameters: {
            query?: {
                /**
                 * @description Recorded time: what the service knew then, so that what it learnt later does not count. In the future: what it knows now; before anything: nothing
                 * @example 2026-03-01T10:00:00Z
                 */
                knownAt?: string;
            };
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
                /**
                 * @description Owner of the memory
                 * @example anna
                 */
                userId: string & (unknown & unknown);
                /** @example 04u4p7ngil9tj */
                itemId: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    retractItem: {
        parameters: {
            query?: {
                /**
                 * @description Milliseconds: answer when it is closed, or after so long
                 * @example 5000
                 */
                wait?: number;
            };
            header?: {
                /**
                 * @description The same key gives the same answer; nothing is stored twice
                 * @example order-4711
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
                /**
                 * @description Owner of the memory
                 * @example anna
                 */
                userId: string & (unknown & unknown);
                /** @example 04u4p7ngil9tj */
                itemId: string;
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemWriteResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    reviseItem: {
        parameters: {
            header?: {
                /**
                 * @description The same key gives the same answer; nothing is stored twice
                 * @example order-4711
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
                /**
                 * @description Owner of the memory
                 * @example anna
                 */
                userId: string & (unknown & unknown);
                /** @example 04u4p7ngil9tj */
                itemId: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Anna is allergic to peanuts, not to other nuts."
                 *     }
                 */
                "application/json": components["schemas"]["ItemRevision"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemWriteResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    getItemSource: {
        parameters: {
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
                /**
                 * @description Owner of the memory
                 * @example anna
                 */
                userId: string & (unknown & unknown);
                /** @example 04u4p7ngil9tj */
                itemId: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemSourceResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    maintain: {
        parameters: {
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "appId": "shop",
                 *       "dryRun": true
                 *     }
                 */
                "application/json": components["schemas"]["MaintenanceRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaintenancePlanned"];
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaintenanceQueued"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    memorize: {
        parameters: {
            header?: {
                /**
                 * @description The same key gives the same answer; nothing is stored twice
                 * @example order-4711
                 */
                "idempotency-key"?: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "appId": "shop",
                 *       "userId": "anna",
                 *       "contentType": "conversation",
                 *       "content": "Anna: I live in Berlin and I work at Acme.",
                 *       "threadId": "chat-7",
                 *       "metadata": {
                 *         "timestamp": "2026-03-01T10:00:00Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["MemorizeRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemorizeResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    getReceipt: {
        parameters: {
            query?: {
                /**
                 * @description Asks whether it is of this user: 404 where it is not
                 * @example anna
                 */
                userId?: string & (unknown & unknown);
            };
            path: {
                /**
                 * @description As /forget gave it
                 * @example 01a1f89d-420c-76a9-ac2c-f8da7d1ace4c
                 */
                receiptId: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    listResources: {
        parameters: {
            query?: {
                /**
                 * @description Maximum results
                 * @example 50
                 */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
            };
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
                /**
                 * @description Owner of the memory
                 * @example anna
                 */
                userId: string & (unknown & unknown);
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResourcesResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    getResource: {
        parameters: {
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
                /**
                 * @description Owner of the memory
                 * @example anna
                 */
                userId: string & (unknown & unknown);
                /** @example 01a1f89d-420c-76a9-ac2c-f8da7d1ace4c */
                resourceId: string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResourceResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    retrieve: {
        parameters: {
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "appId": "shop",
                 *       "userId": "anna",
                 *       "query": "Where does Anna live?",
                 *       "maxTokens": 500
                 *     }
                 */
                "application/json": components["schemas"]["RetrieveRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetrieveResponse"];
                };
            };
            /** @description Nothing was found: an empty context */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetrieveResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    listThreads: {
        parameters: {
            query?: {
                /**
                 * @description Maximum results
                 * @example 50
                 */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
            };
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
                /**
                 * @description Owner of the memory
                 * @example anna
                 */
                userId: string & (unknown & unknown);
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadsResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    getTimeline: {
        parameters: {
            query?: {
                /**
                 * @description Maximum results
                 * @example 50
                 */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
            };
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
                /**
                 * @description Owner of the memory
                 * @example anna
                 */
                userId: string & (unknown & unknown);
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimelineResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /**
                 * @description Maximum results
                 * @example 50
                 */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
                /**
                 * @description Only users whose id holds this, whatever the case of ASCII letters
                 * @example ann
                 */
                search?: string;
            };
            path: {
                /**
                 * @description App identifier
                 * @example shop
                 */
                appId: string & (unknown & unknown);
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsersResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
    receiveWebhook: {
        parameters: {
            query?: {
                /**
                 * @description The id of a binding: only its secret is tried
                 * @example 01a1f89d-420c-76a9-ac2c-f8da7d1ace4c
                 */
                binding?: string;
            };
            path: {
                /**
                 * @description Such as `stripe`
                 * @example github
                 */
                source: string;
            };
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "appId": "shop",
                 *       "userId": "anna",
                 *       "eventType": "purchase",
                 *       "data": {
                 *         "product": "a chess clock",
                 *         "price": 39
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WebhookBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
            default: components["responses"]["Failed"];
        };
    };
}
