// The README's table of attributes names every attribute that a rule can give.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { contactRules } from '../../../../infra/language/offline/slots/rules/contact.ts'
import { lifeRules } from '../../../../infra/language/offline/slots/rules/life.ts'
import { personRules } from '../../../../infra/language/offline/slots/rules/person.ts'
import { relationRules } from '../../../../infra/language/offline/slots/rules/relations.ts'
import { workRules } from '../../../../infra/language/offline/slots/rules/work.ts'

const readme = new URL('../../../../infra/language/offline/README.md', import.meta.url)

it('given the rules then the README names their attributes', () => {
  const text = readFileSync(readme, 'utf8')
  const named = [...contactRules, ...personRules, ...relationRules, ...workRules, ...lifeRules].map(
    ({ attribute }) =>
      typeof attribute === 'string'
        ? attribute
        : attribute({ what: '<kind>', noun: '<things>', verb: 'eat' }, '<thing>'),
  )
  const missing = named.filter(
    (name) => !text.includes(`\`${name.replace(/^speaks .*/, 'speaks <language>')}\``),
  )
  expect(missing).toEqual([])
})
