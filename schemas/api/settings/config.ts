// The configuration endpoints: API keys, categories, templates.
import { z } from 'zod'
import { type Category, category, FALLBACK_CATEGORY } from '../../categories.ts'
import { channels, trustable } from '../../channels.ts'
import { appId, givenId } from '../../identifiers.ts'
import { named } from '../named.ts'
import { pageOf } from '../paging.ts'
import { eventType } from '../writing/events.ts'
import { permission } from './permissions.ts'

export const appIds = z
  .array(z.union([appId, z.literal('*')]))
  .min(1)
  .max(100)
  .refine((list) => new Set(list).size === list.length, 'must not name an app twice')
  .describe('`["*"]`: every app')

export const createKeyRequest = named('CreateKeyRequest', {
  name: z.string().min(1).max(128),
  appIds,
  permissions: z
    .array(permission)
    .min(1)
    .refine((list) => new Set(list).size === list.length, 'must not name a permission twice'),
})

export const apiKey = named('ApiKey', {
  id: z.string(),
  name: z.string(),
  appIds: z.array(z.string()),
  permissions: z.array(permission),
  createdAt: z.string(),
  rotatedAt: z.string().nullable(),
})
export const createdKey = apiKey
  .extend({ key: z.string().describe('Shown once; stored hashed') })
  .meta({ id: 'CreatedKey' })
export const rotatedKey = named('RotatedKey', {
  id: z.string(),
  key: z.string().describe('Shown once'),
})
export const keysResponse = pageOf(apiKey).meta({ id: 'KeysResponse' })
export const keyParams = z.object({ id: givenId })

export const appParams = z.object({ appId })
/** Without the one that every app has. */
const MAX_CATEGORIES = 50
export const categoriesConfig = named('CategoriesConfig', {
  categories: z
    .array(category)
    .min(1)
    .max(MAX_CATEGORIES + 1)
    .refine((list) => list.filter(isOwn).length <= MAX_CATEGORIES, {
      message: `must be at most ${MAX_CATEGORIES} elements beside ${FALLBACK_CATEGORY}`,
    })
    .refine((list) => new Set(list.map((each) => each.name)).size === list.length, {
      message: 'must not name a category twice',
    }),
})

function isOwn({ name }: Category): boolean {
  return name !== FALLBACK_CATEGORY
}

export const trustConfig = named('TrustConfig', {
  trusted: z
    .array(trustable)
    .max(channels.length)
    .refine((list) => new Set(list).size === list.length, {
      message: 'must not name a channel twice',
    })
    .describe('Channels whose facts may close what the user said; none by default'),
})

export const templateParams = z.object({ appId, eventType })
/** Apps may have templates from before their signs were checked. */
const anyTemplate = z
  .string()
  .min(1)
  .max(2000)
  .describe('Text with {path} places, filled from `data`; [optional {part}] in brackets')
const withoutPlaces = (text: string) => text.replaceAll(/\{[^{}]+\}/g, '')
const withoutParts = (text: string) => withoutPlaces(text).replaceAll(/\[[^[\]]*\]/g, '')
export const templateConfig = named('TemplateConfig', {
  template: anyTemplate
    .refine((text) => !/[{}]/.test(withoutPlaces(text)), {
      message: 'has a { or } that is of no place: write each place as {path}',
    })
    .refine((text) => !/[[\]]/.test(withoutParts(text)), {
      message: 'has a [ or ] that is of no optional part: write each as [text {path}]',
    }),
})
export const templateResponse = named('TemplateResponse', {
  template: anyTemplate,
  eventType: z.string(),
  builtIn: z.boolean().describe('True where the app has no template of its own'),
})
