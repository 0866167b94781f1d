"""What the service takes and answers. Generated from its document."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class App(TypedDict):
    appId: str
    userCount: int


class AuditEntry(TypedDict):
    id: str
    type: str
    at: str
    topic: str
    partition: int
    position: int
    causationId: str | None
    category: str | None
    details: dict[str, Any]


AppId: TypeAlias = str


UserId: TypeAlias = str


class SuggestedEntity(TypedDict):
    name: str
    type: str


Alias: TypeAlias = str


Scope: TypeAlias = str


Supersede: TypeAlias = str


ThreadId: TypeAlias = str


Users: TypeAlias = str


class BindSourceRequest(TypedDict):
    appId: AppId
    source: str
    secret: str
    users: NotRequired[dict[str, Users]]


class Category(TypedDict):
    name: str
    description: str


class CategoryOverview(TypedDict):
    name: str
    description: str
    hasContent: bool
    itemCount: int
    lastUpdated: str


Channel: TypeAlias = Literal['user', 'app', 'partner', 'webhook', 'document', 'assistant', 'tool']


ComponentStatus: TypeAlias = Literal['healthy', 'degraded', 'unhealthy']


class Data(TypedDict):
    supersededItemId: NotRequired[str]
    contestedItemId: NotRequired[str]
    itemId: str
    resourceId: str
    category: str
    validTo: NotRequired[str]


class ConflictDetectedPayload(TypedDict):
    event: Literal['conflict.detected']
    timestamp: str
    appId: AppId
    userId: UserId
    data: Data


ContentType: TypeAlias = Literal['conversation', 'event', 'document']


AppIds: TypeAlias = str


class CreatePartnerRequest(TypedDict):
    name: str
    appIds: list[AppIds | Literal['*']]


class CreatedPartner(TypedDict):
    id: str
    name: str
    appIds: list[str]
    createdAt: str
    rotatedAt: str | None
    secret: str


class DeadLetter(TypedDict):
    id: str
    at: str
    appId: str
    processor: str
    topic: str
    partition: int
    position: int
    eventId: str
    eventType: str
    errorClass: str
    reason: str
    attempts: int


class Attempt(TypedDict):
    at: str
    status: float | None
    error: str | None
    durationMs: float


class Delivery(TypedDict):
    id: str
    event: str
    userId: str
    state: Literal['waiting', 'delivered', 'failed', 'cancelled']
    createdAt: str
    nextAttemptAt: str | None
    endedAt: str | None
    attempts: list[Attempt]


Summaries = TypedDict(
    'Summaries',
    {
        'from': str | None,
        'to': str | None,
    },
)


class Relationship1(TypedDict):
    type: str
    target: str


class EntityContext(TypedDict):
    name: str
    type: str
    properties: dict[str, str]
    relationships: list[Relationship1]


class Data1(TypedDict):
    resourceId: str
    name: str
    type: str


class EntityCreatedPayload(TypedDict):
    event: Literal['entity.created']
    timestamp: str
    appId: AppId
    userId: UserId
    data: Data1


class EntityOverview(TypedDict):
    name: str
    type: str
    properties: dict[str, str]
    relationshipCount: int
    firstMentioned: str
    lastMentioned: str


class Data2(TypedDict):
    resourceId: str
    name: str
    type: str
    properties: dict[str, str]


class EntityUpdatedPayload(TypedDict):
    event: Literal['entity.updated']
    timestamp: str
    appId: AppId
    userId: UserId
    data: Data2


class Error(TypedDict):
    code: Literal['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR', 'RATE_LIMITED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE']
    message: str
    details: dict[str, Any]


class ErrorResponse(TypedDict):
    error: Error


class FoundBy(TypedDict):
    text: NotRequired[int]
    vector: NotRequired[int]
    graph: NotRequired[int]
    meaning: NotRequired[int]


class Lifts(TypedDict):
    importance: float
    confidence: float
    told: float
    named: float
    fits: float


class Explained(TypedDict):
    id: str
    content: str
    tokens: int
    score: float | None
    foundBy: FoundBy
    reranked: NotRequired[int]
    lifts: Lifts
    decay: float
    dropped: Literal['confidence', 'relevance', 'repeated', 'room'] | None


class ExportedApp(TypedDict):
    kind: Literal['app']
    format: Literal['palimpsest-export']
    version: Literal[1]
    appId: str
    exportedAt: str


class ExportedAppEnd(TypedDict):
    kind: Literal['app-end']
    users: int
    sha256: NotRequired[str]


class ExportedAudit(TypedDict):
    kind: Literal['audit']
    entry: AuditEntry


class ExportedContent(TypedDict):
    kind: Literal['content']
    id: str
    occurredAt: str
    receivedAt: str
    contentType: ContentType
    threadId: str | None
    metadata: dict[str, Any]
    content: str | None


class ExportedEnd(TypedDict):
    kind: Literal['end']
    counts: dict[str, int]
    sha256: str
    digest: NotRequired[str]


class ExportedEvent(TypedDict):
    kind: Literal['event']
    topic: Literal['memory.writes.v1', 'memory.facts.v1', 'memory.summaries.v1']
    position: int
    id: str
    type: str
    occurredAt: str
    recordedAt: str
    causationId: str | None
    open: dict[str, Any]
    sealed: Any
    raw: str | None


class ExportedGiven(TypedDict):
    kind: Literal['given']
    id: str
    occurredAt: str
    receivedAt: str
    given: dict[str, Any] | None


class ExportedManifest(TypedDict):
    kind: Literal['manifest']
    format: Literal['palimpsest-export']
    version: Literal[1]
    appId: str
    userId: str
    exportedAt: str
    embedding: str | None


class ExportedRevised(TypedDict):
    kind: Literal['revised']
    id: str
    occurredAt: str
    receivedAt: str
    factId: str
    action: Literal['corrected', 'marked', 'resolved', 'retracted']
    changes: dict[str, Any] | None


class Template(TypedDict):
    eventType: str
    template: str


class ExportedSettings(TypedDict):
    kind: Literal['settings']
    categories: list[Category] | None
    templates: list[Template]
    trusted: list[Literal['partner', 'webhook', 'document', 'assistant', 'tool']] | None


class ExportedSummary(TypedDict):
    kind: Literal['summary']
    category: str
    text: str
    updatedAt: str


FactType: TypeAlias = Literal['fact', 'preference', 'instruction', 'open_question', 'goal', 'event']


class ForgetRequest(TypedDict):
    appId: AppId
    userId: UserId
    category: NotRequired[str]
    confirm: Literal[True]


class Happening(TypedDict):
    id: str
    at: str
    what: Literal['asserted', 'reinforced', 'superseded', 'contested', 'pruned', 'merged', 'closed', 'marked', 'forgotten']
    category: str | None
    itemId: str | None
    content: str | None
    otherId: str | None
    otherContent: str | None


class RelationalStore(TypedDict):
    status: ComponentStatus
    latency: float
    problem: NotRequired[str]


class GraphStore(TypedDict):
    status: ComponentStatus
    latency: float
    problem: NotRequired[str]


class ObjectStore(TypedDict):
    status: ComponentStatus
    problem: NotRequired[str]


class Queue(TypedDict):
    status: ComponentStatus
    queueDepth: int
    problem: NotRequired[str]


class Components(TypedDict):
    relational_store: RelationalStore
    graph_store: GraphStore
    object_store: ObjectStore
    queue: Queue


class User(TypedDict):
    appId: str
    userId: str
    events: int
    waiting: int


Importance: TypeAlias = Literal['low', 'medium', 'high', 'critical']


class ImportedSettings(TypedDict):
    taken: list[str]
    kept: list[str]


class InboxKey(TypedDict):
    keyGeneration: int
    publicKey: str


class Entity1(TypedDict):
    name: str
    type: str


ThreadId2: TypeAlias = Any


class ItemRequest(TypedDict):
    appId: AppId
    userId: UserId
    text: str
    type: NotRequired[FactType | None]
    category: NotRequired[str | None]
    importance: NotRequired[Importance | None]
    aliases: NotRequired[list[Alias] | None]
    scopes: NotRequired[list[Scope] | None]
    pinned: NotRequired[bool | None]
    supersedes: NotRequired[list[Supersede] | None]
    validFrom: NotRequired[str | None]
    validTo: NotRequired[str | None]
    subject: NotRequired[str | None]
    attribute: NotRequired[str | None]
    value: NotRequired[str | None]
    threadId: NotRequired[ThreadId2]
    wait: NotRequired[int | None]


class Closing(TypedDict):
    at: str
    entry: Literal['api', 'webhook', 'partner'] | None
    keyId: str | None
    keyName: str | None


class ItemRevision(TypedDict):
    text: NotRequired[str | None]
    value: NotRequired[str | None]
    type: NotRequired[FactType | None]
    category: NotRequired[str | None]
    aliases: NotRequired[list[Alias] | None]
    scopes: NotRequired[list[Scope] | None]
    pinned: NotRequired[bool | None]
    importance: NotRequired[Importance | None]
    validFrom: NotRequired[str | None]
    validTo: NotRequired[str | None]
    resolved: NotRequired[Literal[True] | None]
    wait: NotRequired[int | None]


class Data3(TypedDict):
    pruned: int
    merged: int
    refreshed: int


class MaintenanceCompletedPayload(TypedDict):
    event: Literal['maintenance.completed']
    timestamp: str
    appId: AppId
    userId: UserId
    data: Data3


class Datum(TypedDict):
    appId: str
    userId: str
    pruned: int
    merged: int
    refreshed: int


class Datum1(TypedDict):
    appId: str
    userId: str
    maintenanceId: str


AppId10: TypeAlias = Any


UserId11: TypeAlias = Any


class MaintenanceRequest(TypedDict):
    appId: NotRequired[AppId10]
    userId: NotRequired[UserId11]
    dryRun: NotRequired[bool | None]
    limit: NotRequired[int | None]
    cursor: NotRequired[str | None]


AppId11: TypeAlias = str


UserId12: TypeAlias = str


class MemoryItem(TypedDict):
    id: str
    content: str
    category: str
    confidence: float
    score: float
    createdAt: str
    type: NotRequired[FactType]
    pinned: NotRequired[Literal[True]]


class Data4(TypedDict):
    resourceId: str
    itemsCreated: int
    entitiesCreated: int
    categoriesUpdated: list[str]


class MemoryProcessedPayload(TypedDict):
    event: Literal['memory.processed']
    timestamp: str
    appId: AppId11
    userId: UserId12
    data: Data4


class Mention(TypedDict):
    itemId: NotRequired[str]
    context: str
    timestamp: str


class Message(TypedDict):
    role: NotRequired[str | None]
    content: NotRequired[str | list[str | dict[str, Any]] | None]
    name: NotRequired[str | None]
    speaker: NotRequired[str | None]
    text: NotRequired[str | None]


class Pagination(TypedDict):
    total: int
    limit: int
    hasMore: bool
    nextCursor: str | None


class PartitionLag(TypedDict):
    topic: str
    partition: int
    checkpoint: int | None
    records: int
    since: str | None


class Partner(TypedDict):
    id: str
    name: str
    appIds: list[str]
    createdAt: str
    rotatedAt: str | None


Permission: TypeAlias = Literal['memory:read', 'memory:write', 'memory:forget', 'config:write', 'audit:read', 'admin']


class PinnedItem(TypedDict):
    id: str
    content: str
    category: str
    type: FactType
    createdAt: str


class Processing(TypedDict):
    processor: str
    state: Literal['waiting', 'retrying', 'dead-lettered']
    attempts: int | None
    errorClass: str | None
    nextAttemptAt: str | None


class ProcessorLag(TypedDict):
    processor: str
    records: int
    oldestSeconds: float
    stalled: bool
    partitions: list[PartitionLag]


class Provenance(TypedDict):
    resourceId: str
    start: int
    end: int
    engine: str
    channel: Channel | None
    saidBy: str | None


class Asked(TypedDict):
    category: str | None
    at: str


class Log(TypedDict):
    topic: str
    partition: int
    position: int


DestroyedKeys = TypedDict(
    'DestroyedKeys',
    {
        'from': int,
        'to': int,
    },
)


class Store(TypedDict):
    store: str
    letGoAt: str
    removed: dict[str, int]


class Remain(TypedDict):
    store: str
    what: str
    until: str | None


class Statement(TypedDict):
    type: Literal['palimpsest.forget']
    version: Literal[1]
    receiptId: str
    appId: str
    user: str
    asked: Asked
    log: Log
    destroyedKeys: DestroyedKeys | None
    stores: list[Store]
    remains: list[Remain]
    completedAt: str


class Signature(TypedDict):
    alg: Literal['EdDSA']
    publicKey: str
    value: str


class Receipt(TypedDict):
    statement: Statement
    signature: Signature


class Relationship(TypedDict):
    type: str
    direction: Literal['outgoing', 'incoming']
    target: str
    targetType: str
    properties: dict[str, str]


class Data5(TypedDict):
    resourceId: str
    source: str
    type: str
    target: str


class RelationshipCreatedPayload(TypedDict):
    event: Literal['relationship.created']
    timestamp: str
    appId: AppId11
    userId: UserId12
    data: Data5


class Result(TypedDict):
    handled: NotRequired[int]
    left: NotRequired[int]
    records: NotRequired[int]
    unchanged: NotRequired[bool]
    behind: NotRequired[bool]


class Replay(TypedDict):
    id: str
    what: Literal['dead-letters', 'projection']
    projection: str | None
    status: Literal['running', 'done', 'failed']
    startedAt: str
    endedAt: str | None
    progress: str | None
    result: Result | None
    errorClass: str | None


class ReplayDeadLettersRequest(TypedDict):
    ids: NotRequired[list[str] | None]


class ReplayRequest(TypedDict):
    projection: Literal['memory', 'graph', 'audit']
    check: NotRequired[bool | None]


ResourceType: TypeAlias = Literal['conversation', 'event', 'document', 'fact']


Category1: TypeAlias = str


class RetrieveRequest(TypedDict):
    appId: AppId11
    userId: UserId12
    query: str
    maxTokens: NotRequired[int | None]
    includeGraph: NotRequired[bool | None]
    categories: NotRequired[list[Category1] | None]
    scopes: NotRequired[list[Scope] | None]
    types: NotRequired[list[FactType] | None]
    timeDecayDays: NotRequired[float | None]
    minConfidence: NotRequired[float | None]
    minRelevance: NotRequired[float | None]
    explain: NotRequired[bool | None]
    format: NotRequired[Literal['json', 'prompt'] | None]
    asOf: NotRequired[str | None]
    knownAt: NotRequired[str | None]
    after: NotRequired[list[str] | None]


class Explanation(TypedDict):
    items: list[Explained]
    leftOut: list[Explained]


class RotateSecretRequest(TypedDict):
    secret: str


class RotatedKey(TypedDict):
    id: str
    key: str


class RotatedPartner(TypedDict):
    id: str
    name: str
    appIds: list[str]
    createdAt: str
    rotatedAt: str | None
    secret: str
    previousUntil: str


class SignedStatement(TypedDict):
    statement: dict[str, Any]
    signature: Signature


class SourceBinding(TypedDict):
    id: str
    appId: str
    source: str
    users: dict[str, str] | None
    path: str
    createdAt: str


class SubscribeRequest(TypedDict):
    appId: AppId11
    url: str
    events: list[Literal['memory.processed', 'entity.created', 'entity.updated', 'relationship.created', 'conflict.detected', 'maintenance.completed']]
    secret: str


class TemplateConfig(TypedDict):
    template: str


class Thread(TypedDict):
    threadId: str
    firstAt: str
    lastAt: str
    itemCount: int
    resourceCount: int


class TopicEnd(TypedDict):
    topic: str
    end: int


class TrustConfig(TypedDict):
    trusted: list[Literal['partner', 'webhook', 'document', 'assistant', 'tool']]


class User1(TypedDict):
    userId: str
    itemCount: int
    resourceCount: int
    lastWriteAt: str


Warnings: TypeAlias = list[str]


class Webhook(TypedDict):
    id: str
    appId: str
    url: str
    events: list[str]
    createdAt: str
    rotatedAt: str | None
    status: Literal['active', 'disabled']
    disabledAt: str | None
    disabledReason: str | None


class WebhookResponse(TypedDict):
    status: Literal['processed', 'ignored']
    eventId: NotRequired[str]
    eventIds: NotRequired[list[str]]
    challenge: NotRequired[str]
    warnings: NotRequired[Warnings]


class WebhooksResponse(TypedDict):
    data: list[Webhook]
    pagination: Pagination
    warnings: NotRequired[Warnings]


class ApiKey(TypedDict):
    id: str
    name: str
    appIds: list[str]
    permissions: list[Permission]
    createdAt: str
    rotatedAt: str | None


class AppsResponse(TypedDict):
    data: list[App]
    pagination: Pagination
    warnings: NotRequired[Warnings]


class AuditResponse(TypedDict):
    data: list[AuditEntry]
    pagination: Pagination
    warnings: NotRequired[Warnings]


class AuditRootsResponse(TypedDict):
    data: list[SignedStatement]
    pagination: Pagination
    warnings: NotRequired[Warnings]


class BatchResponse(TypedDict):
    status: Literal['queued']
    ids: list[str]
    itemIds: NotRequired[list[str | None]]
    estimatedProcessingTime: float
    warnings: NotRequired[Warnings]


class BatchedEvent(TypedDict):
    kind: Literal['event']
    userId: UserId
    eventType: str
    source: str
    timestamp: str
    data: dict[str, Any]
    suggestedCategory: NotRequired[str]
    suggestedEntities: NotRequired[list[SuggestedEntity]]
    importance: NotRequired[Importance]


class BatchedItem(TypedDict):
    userId: UserId
    text: str
    type: NotRequired[FactType]
    category: NotRequired[str]
    importance: NotRequired[Importance]
    aliases: NotRequired[list[Alias]]
    scopes: NotRequired[list[Scope]]
    pinned: NotRequired[bool]
    supersedes: NotRequired[list[Supersede]]
    validFrom: NotRequired[str]
    validTo: NotRequired[str]
    subject: NotRequired[str]
    attribute: NotRequired[str]
    value: NotRequired[str]
    threadId: NotRequired[ThreadId]
    kind: Literal['item']


class Content(TypedDict):
    messages: list[Message]


class BatchedMemorize(TypedDict):
    kind: Literal['memorize']
    userId: UserId
    content: str | list[Message] | Content
    contentType: ContentType
    threadId: NotRequired[ThreadId]
    metadata: NotRequired[dict[str, Any]]


class CategoriesConfig(TypedDict):
    categories: list[Category]


class CategoriesResponse(TypedDict):
    categories: list[CategoryOverview]
    warnings: NotRequired[Warnings]


class ContextResponse(TypedDict):
    pinned: NotRequired[list[PinnedItem]]
    summaries: dict[str, str]
    lastUpdated: str
    warnings: NotRequired[Warnings]


class CreateKeyRequest(TypedDict):
    name: str
    appIds: list[AppIds | Literal['*']]
    permissions: list[Permission]


class CreatedKey(TypedDict):
    id: str
    name: str
    appIds: list[str]
    permissions: list[Permission]
    createdAt: str
    rotatedAt: str | None
    key: str


class CustomWebhook(TypedDict):
    appId: AppId
    userId: UserId
    eventType: str
    data: dict[str, Any]
    suggestedCategory: NotRequired[str]
    suggestedEntities: NotRequired[list[SuggestedEntity]]
    importance: NotRequired[Importance]
    source: NotRequired[str]
    timestamp: NotRequired[str]


class DeadLettersResponse(TypedDict):
    data: list[DeadLetter]
    pagination: Pagination
    warnings: NotRequired[Warnings]


class DeliveriesResponse(TypedDict):
    data: list[Delivery]
    pagination: Pagination
    warnings: NotRequired[Warnings]


class EntitiesResponse(TypedDict):
    entities: list[EntityOverview]
    total: int
    hasMore: bool
    warnings: NotRequired[Warnings]


class Entity(TypedDict):
    name: str
    type: str
    properties: dict[str, str]
    relationships: list[Relationship]
    mentions: list[Mention]


class EntityResponse(TypedDict):
    entity: Entity
    warnings: NotRequired[Warnings]


class EventRequest(TypedDict):
    appId: AppId
    userId: UserId
    eventType: str
    source: str
    timestamp: str
    data: dict[str, Any]
    suggestedCategory: NotRequired[str | None]
    suggestedEntities: NotRequired[list[SuggestedEntity] | None]
    importance: NotRequired[Importance | None]
    wait: NotRequired[int | None]


class EventResponse(TypedDict):
    status: Literal['queued']
    eventId: str
    retrievable: NotRequired[bool]
    warnings: NotRequired[Warnings]


class ExportedActivity(TypedDict):
    kind: Literal['activity']
    id: str
    occurredAt: str
    receivedAt: str
    eventType: str
    source: str
    importance: Importance
    data: dict[str, Any] | None


class ExportedEntity(TypedDict):
    kind: Literal['entity']
    entity: Entity


class ForgetResponse(TypedDict):
    status: Literal['deleted']
    deletedItems: int
    deletedEntities: int
    deletedResources: int
    receiptId: str
    warnings: NotRequired[Warnings]


class HealthResponse(TypedDict):
    status: ComponentStatus
    components: Components
    version: str
    uptime: float
    warnings: NotRequired[Warnings]


class ImportResponse(TypedDict):
    status: Literal['queued']
    settings: ImportedSettings | None
    users: list[User]
    warnings: NotRequired[Warnings]


class Item(TypedDict):
    id: str
    content: str
    category: str
    confidence: float
    importance: Importance
    createdAt: str
    validFrom: str
    validTo: str | None
    recordedAt: str | None
    closedAt: str | None
    current: bool
    state: Literal['current', 'superseded', 'merged', 'pruned', 'resolved', 'retracted', 'reprocessed']
    prunedAt: NotRequired[str]
    type: FactType
    scopes: list[str]
    aliases: list[str]
    pinned: bool
    subject: str | None
    attribute: str | None
    value: str | None
    entities: list[Entity1]
    supersededBy: str | None
    supersedes: list[str]
    reinforcedBy: list[str]
    provenance: Provenance
    contests: list[str]


class ItemResponse(TypedDict):
    item: Item
    history: list[Item]
    closing: Closing | None
    warnings: NotRequired[Warnings]


class ItemSourceResponse(TypedDict):
    resourceId: str
    contentType: ResourceType
    saidAt: str
    text: str
    textStart: int
    textLength: int
    start: int
    end: int
    warnings: NotRequired[Warnings]


class ItemWriteResponse(TypedDict):
    status: Literal['queued']
    itemId: str
    resourceId: str
    estimatedProcessingTime: float
    retrievable: NotRequired[bool]
    warnings: NotRequired[Warnings]


class ItemsResponse(TypedDict):
    data: list[Item]
    pagination: Pagination
    warnings: NotRequired[Warnings]


class KeysResponse(TypedDict):
    data: list[ApiKey]
    pagination: Pagination
    warnings: NotRequired[Warnings]


class LagResponse(TypedDict):
    at: str
    processors: list[ProcessorLag]
    topics: list[TopicEnd]
    warnings: NotRequired[Warnings]


class MaintenancePlanned(TypedDict):
    data: list[Datum]
    pagination: Pagination
    status: Literal['planned']


class MaintenanceQueued(TypedDict):
    data: list[Datum1]
    pagination: Pagination
    status: Literal['queued']


class MemorizeRequest(TypedDict):
    appId: AppId11
    userId: UserId12
    content: str | list[Message] | Content
    contentType: ContentType
    threadId: NotRequired[ThreadId2]
    metadata: NotRequired[dict[str, Any]]
    wait: NotRequired[int | None]


class MemorizeResponse(TypedDict):
    status: Literal['queued']
    resourceId: str
    estimatedProcessingTime: float
    retrievable: NotRequired[bool]
    warnings: NotRequired[Warnings]


class PartnersResponse(TypedDict):
    data: list[Partner]
    pagination: Pagination
    warnings: NotRequired[Warnings]


class ReplayResponse(TypedDict):
    replay: Replay
    warnings: NotRequired[Warnings]


class Resource(TypedDict):
    resourceId: str
    status: Literal['queued', 'processed', 'failed']
    contentType: ResourceType
    threadId: str | None
    receivedAt: str
    processedAt: str | None
    contentBytes: int
    itemCount: int
    reason: str | None


class ResourceDetail(TypedDict):
    resourceId: str
    status: Literal['queued', 'processed', 'failed']
    contentType: ResourceType
    threadId: str | None
    receivedAt: str
    processedAt: str | None
    contentBytes: int
    itemCount: int
    reason: str | None
    processing: Processing | None
    items: list[Item]


class ResourceResponse(TypedDict):
    resource: ResourceDetail
    warnings: NotRequired[Warnings]


class ResourcesResponse(TypedDict):
    data: list[Resource]
    pagination: Pagination
    warnings: NotRequired[Warnings]


class RetrieveResponse(TypedDict):
    summaries: dict[str, str]
    relevantItems: list[MemoryItem]
    graphContext: list[EntityContext]
    prompt: NotRequired[str]
    explanation: NotRequired[Explanation]
    tokenCount: int
    processingTime: float
    warnings: NotRequired[Warnings]


class RotateSecretResponse(TypedDict):
    id: str
    appId: str
    url: str
    events: list[str]
    createdAt: str
    rotatedAt: str | None
    status: Literal['active', 'disabled']
    disabledAt: str | None
    disabledReason: str | None
    previousUntil: str
    warnings: NotRequired[Warnings]


class SourcesResponse(TypedDict):
    data: list[SourceBinding]
    pagination: Pagination
    warnings: NotRequired[Warnings]


class TemplateResponse(TypedDict):
    template: str
    eventType: str
    builtIn: bool
    warnings: NotRequired[Warnings]


class ThreadsResponse(TypedDict):
    data: list[Thread]
    pagination: Pagination
    warnings: NotRequired[Warnings]


class TimelineResponse(TypedDict):
    data: list[Happening]
    pagination: Pagination
    warnings: NotRequired[Warnings]


class UsersResponse(TypedDict):
    data: list[User1]
    pagination: Pagination
    warnings: NotRequired[Warnings]


WebhookBody: TypeAlias = CustomWebhook | dict[str, Any] | list[dict[str, Any]]


class BatchRequest(TypedDict):
    appId: AppId
    writes: list[BatchedMemorize | BatchedEvent | BatchedItem]


class Difference(TypedDict):
    change: Literal['came', 'changed', 'closed']
    item: Item
    replacedBy: Item | None


class ExportedFact(TypedDict):
    kind: Literal['fact']
    fact: Item


DiffResponse = TypedDict(
    'DiffResponse',
    {
        'data': list[Difference],
        'pagination': Pagination,
        'from': str,
        'to': str,
        'summaries': dict[str, Summaries],
        'warnings': NotRequired[Warnings],
    },
)


ExportLine: TypeAlias = ExportedManifest | ExportedContent | ExportedActivity | ExportedGiven | ExportedRevised | ExportedFact | ExportedSummary | ExportedEntity | ExportedAudit | ExportedEvent | ExportedEnd | ExportedApp | ExportedSettings | ExportedAppEnd
