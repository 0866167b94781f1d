// Examples of changing a memory.
import { givenIdOf } from '../../../../infra/runtime/envelope/ids.ts'
import { type Example, pagination } from './example.ts'

const scope = { appId: 'shop', userId: 'anna' }
const resourceId = '01a1f89d-420c-76a9-ac2c-f8da7d1ace4c'
/** The id of the item that the write gives: the write's id in base 36. */
const itemId = givenIdOf(resourceId)

const changed = { status: 'queued', itemId, resourceId, estimatedProcessingTime: 1 }

export const writingExamples = {
  memorize: {
    request: {
      ...scope,
      contentType: 'conversation',
      content: 'Anna: I live in Berlin and I work at Acme.',
      threadId: 'chat-7',
      metadata: { timestamp: '2026-03-01T10:00:00Z' },
    },
    answers: { 202: { status: 'queued', resourceId, estimatedProcessingTime: 1 } },
  },
  giveItem: {
    request: {
      ...scope,
      text: 'Anna is allergic to nuts.',
      category: 'health',
      importance: 'high',
      aliases: ['nut allergy', 'peanuts'],
      pinned: true,
    },
    answers: { 202: changed },
  },
  reviseItem: {
    request: { text: 'Anna is allergic to peanuts, not to other nuts.' },
    answers: { 202: changed },
  },
  retractItem: { answers: { 202: changed } },
  batch: {
    request: {
      appId: 'shop',
      writes: [
        {
          kind: 'memorize',
          userId: 'anna',
          contentType: 'conversation',
          content: [{ role: 'user', content: 'I live in Berlin.' }],
        },
        {
          kind: 'event',
          userId: 'ben',
          eventType: 'purchase',
          source: 'webshop',
          timestamp: '2026-03-04',
          data: { product: 'a chess clock' },
        },
      ],
    },
    answers: {
      202: {
        status: 'queued',
        ids: [resourceId, '01a1f89d-4bb1-78b7-be46-0b05e51fefe7'],
        estimatedProcessingTime: 1,
      },
    },
  },
  trackEvent: {
    request: {
      ...scope,
      eventType: 'purchase',
      source: 'webshop',
      timestamp: '2026-03-04T10:00:00Z',
      data: { product: 'a chess clock', price: 39 },
      importance: 'high',
    },
    answers: { 202: { status: 'queued', eventId: resourceId } },
  },
  retrieve: {
    request: { ...scope, query: 'Where does Anna live?', maxTokens: 500 },
    answers: {
      200: {
        summaries: { profile: 'Anna: I live in Berlin' },
        relevantItems: [
          {
            id: '3sox7kc96e0td',
            content: 'Anna: I live in Berlin',
            category: 'profile',
            confidence: 0.9,
            score: 0.957,
            createdAt: '2026-03-01T10:00:00Z',
          },
        ],
        graphContext: [
          {
            name: 'Anna',
            type: 'person',
            properties: { home: 'Berlin' },
            relationships: [{ type: 'lives_in', target: 'Berlin' }],
          },
        ],
        tokenCount: 123,
        processingTime: 19,
      },
      404: {
        summaries: {},
        relevantItems: [],
        graphContext: [],
        tokenCount: 0,
        processingTime: 2,
      },
    },
  },
  forget: {
    request: { ...scope, confirm: true },
    answers: {
      200: {
        status: 'deleted',
        deletedItems: 7,
        deletedEntities: 5,
        deletedResources: 3,
        receiptId: resourceId,
      },
    },
  },
  maintain: {
    request: { appId: 'shop', dryRun: true },
    answers: {
      200: {
        status: 'planned',
        data: [{ ...scope, pruned: 2, merged: 1, refreshed: 0 }],
        pagination,
      },
      202: { status: 'queued', data: [{ ...scope, maintenanceId: resourceId }], pagination },
    },
  },
} satisfies Record<string, Example>
