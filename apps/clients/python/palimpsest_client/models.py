"""What the service takes and answers. Generated from its document."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


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


Alias: TypeAlias = str


Scope: TypeAlias = str


Supersede: TypeAlias = str


class CategoryOverview(TypedDict):
    name: str
    description: str
    hasContent: bool
    itemCount: int
    lastUpdated: str


Channel: TypeAlias = Literal['user', 'app', 'partner', 'webhook', 'document', 'assistant', 'tool']


class Relationship1(TypedDict):
    type: str
    target: str


class EntityContext(TypedDict):
    name: str
    type: str
    properties: dict[str, str]
    relationships: list[Relationship1]


class EntityOverview(TypedDict):
    name: str
    type: str
    properties: dict[str, str]
    relationshipCount: int
    firstMentioned: str
    lastMentioned: str


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


FactType: TypeAlias = Literal['fact', 'preference', 'instruction', 'open_question', 'goal', 'event']


class Happening(TypedDict):
    id: str
    at: str
    what: Literal['asserted', 'reinforced', 'superseded', 'contested', 'pruned', 'merged', 'closed', 'marked', 'forgotten']
    category: str | None
    itemId: str | None
    content: str | None
    otherId: str | None
    otherContent: str | None


Importance: TypeAlias = Literal['low', 'medium', 'high', 'critical']


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


class PinnedItem(TypedDict):
    id: str
    content: str
    category: str
    type: FactType
    createdAt: str


class Provenance(TypedDict):
    resourceId: str
    start: int
    end: int
    engine: str
    channel: Channel | None
    saidBy: str | None


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


class Thread(TypedDict):
    threadId: str
    firstAt: str
    lastAt: str
    itemCount: int
    resourceCount: int


Warnings: TypeAlias = list[str]


class CategoriesResponse(TypedDict):
    categories: list[CategoryOverview]
    warnings: NotRequired[Warnings]


class ContextResponse(TypedDict):
    pinned: NotRequired[list[PinnedItem]]
    summaries: dict[str, str]
    lastUpdated: str
    warnings: NotRequired[Warnings]


class ForgetResponse(TypedDict):
    status: Literal['deleted']
    deletedItems: int
    deletedEntities: int
    deletedResources: int
    receiptId: str
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


class RetrieveResponse(TypedDict):
    summaries: dict[str, str]
    relevantItems: list[MemoryItem]
    graphContext: list[EntityContext]
    prompt: NotRequired[str]
    explanation: NotRequired[Explanation]
    tokenCount: int
    processingTime: float
    warnings: NotRequired[Warnings]


class Difference(TypedDict):
    change: Literal['came', 'changed', 'closed']
    item: Item
    replacedBy: Item | None
