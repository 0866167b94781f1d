// Examples of how an app and its keys are configured.
import type { Example } from './example.ts'

const at = '2026-03-01T10:00:00.000Z'
const id = '01a1f8d2-01b2-755a-8f5d-53b432c64dc7'
const pagination = { total: 1, limit: 50, hasMore: false, nextCursor: null }

const key = {
  id,
  name: 'webshop',
  appIds: ['shop'],
  permissions: ['memory:read', 'memory:write'],
  createdAt: at,
  rotatedAt: null,
}
const SECRET_KEY = 'plm_shown-once'
const categories = {
  categories: [
    { name: 'orders', description: 'What was bought, and when' },
    { name: 'general', description: 'Everything that fits no other category' },
  ],
}
const trusted = { trusted: ['document'] }
const template = { template: 'Bought {product}[ for {price}]' }

export const configurationExamples = {
  createKey: {
    request: { name: 'webshop', appIds: ['shop'], permissions: ['memory:read', 'memory:write'] },
    answers: { 201: { ...key, key: SECRET_KEY } },
  },
  listKeys: { answers: { 200: { data: [key], pagination } } },
  rotateKey: { answers: { 200: { id, key: SECRET_KEY } } },
  revokeKey: { answers: {} },
  getCategoriesConfig: { answers: { 200: categories } },
  replaceCategoriesConfig: {
    request: { categories: categories.categories.slice(0, 1) },
    answers: { 200: categories },
  },
  getTrustConfig: { answers: { 200: trusted } },
  replaceTrustConfig: { request: trusted, answers: { 200: trusted } },
  getTemplate: { answers: { 200: { ...template, eventType: 'purchase', builtIn: true } } },
  setTemplate: {
    request: template,
    answers: { 200: { ...template, eventType: 'purchase', builtIn: false } },
  },
} satisfies Record<string, Example>
