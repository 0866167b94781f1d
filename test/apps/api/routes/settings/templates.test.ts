// The sentence of an event type, as a client sets it: signs that make no place and no optional part are refused.
import { expect, test } from 'vitest'
import { builtInTemplates } from '../../../../../processors/extract-facts/reading/sentence.ts'
import { exportLine } from '../../../../../schemas/api/reading/export.ts'
import { templateConfig, templateResponse } from '../../../../../schemas/api/settings/config.ts'
import { startedOnce } from '../../../../started.ts'
import { startApi } from '../../given.ts'

const api = startedOnce(startApi)

const PATH = '/config/templates/shop/gift'
const set = (template: string) => api.call('PUT', PATH, { body: { template } })

test.each([
  ['Gave {name', 'write each place as {path}'],
  ['Gave name}', 'write each place as {path}'],
  ['Gave {{name}}', 'write each place as {path}'],
  ['Gave {}', 'write each place as {path}'],
  ['Gave [ for {price]', 'write each place as {path}'],
  ['Gave [ for {price}', 'write each as [text {path}]'],
  ['Gave for {price}]', 'write each as [text {path}]'],
  ['Gave [[ for {price}]]', 'write each as [text {path}]'],
])(
  'given the template %j, when set, then it is refused with what to do',
  async (template, advice) => {
    const { status, body } = await set(template)
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(body.error.details).toMatchObject({
      field: 'template',
      issue: expect.stringContaining(advice),
    })
    expect(body.error.details.issues).toHaveLength(1)
  },
)

test.each(['A gift.', '{name|item.name}', 'Gave {name}[ for {price}][ today].', '{a[0]}'])(
  'given the template %j, when set, then it is kept',
  async (template) => {
    expect((await set(template)).status).toBe(200)
    expect((await api.call('GET', PATH)).body).toMatchObject({ template, builtIn: false })
  },
)

test('the templates of the service itself are as a client may set them', () => {
  for (const template of Object.values(builtInTemplates)) {
    expect(templateConfig.safeParse({ template }).success).toBe(true)
  }
})

test('given a template from before this was checked, when it is read or exported, then it comes as it is', () => {
  const old = { eventType: 'gift', template: 'Gave {name' }
  expect(templateResponse.safeParse({ ...old, builtIn: false }).success).toBe(true)
  const line = { kind: 'settings', categories: null, templates: [old], trusted: null }
  expect(exportLine.safeParse(line).success).toBe(true)
})
