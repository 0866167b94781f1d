// Examples of how an app and its keys are configured.
import { at, type Example, gives, id, lists } from './example.ts'

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
  listKeys: lists(key),
  rotateKey: gives({ id, key: SECRET_KEY }),
  revokeKey: { answers: {} },
  getCategoriesConfig: gives(categories),
  replaceCategoriesConfig: {
    request: { categories: categories.categories.slice(0, 1) },
    answers: { 200: categories },
  },
  getTrustConfig: gives(trusted),
  replaceTrustConfig: { request: trusted, answers: { 200: trusted } },
  getTemplate: gives({ ...template, eventType: 'purchase', builtIn: true }),
  setTemplate: {
    request: template,
    answers: { 200: { ...template, eventType: 'purchase', builtIn: false } },
  },
} satisfies Record<string, Example>
