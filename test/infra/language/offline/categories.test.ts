// The category of a text by the beginnings of its words.
import { expect, test } from 'vitest'
import { categoryOf, categorySet } from '../../../../infra/language/offline/categories.ts'
import { defaultCategories } from '../../../../schemas/categories.ts'

const inCategory = (text: string) =>
  categoryOf(text, { slot: null, categories: categorySet(defaultCategories) })

/** A word for each beginning. */
const WORDS = {
  health:
    'health doctor hospital surgery medicine pills allergies asthma diabetes pain injury sick ill illness flu therapy anxiety depressed stress diet vegan vegetarian workout gym fitness exercise weight sleep insomnia dentist vaccine migraine headache',
  finances:
    'bought buy purchase paid pay paying payment price cost salary budget invest bank loan mortgage debt rent subscribed invoice money dollars euros refund tax taxes saving',
  travel:
    'travel trip flight flew airport hotel vacation holiday journey tour tourist visit passport visa cruise road,trip roadtrip abroad itinerary sightseeing camping',
  education:
    "school university college course degree exam class studies study learn thesis phd master's bachelor graduated lecture homework scholarship professor semester",
  work: 'work works job career boss colleague coworker office project client deadline promoted interview startup company employed meeting manager business engineer freelance intern internship resume',
  relationships:
    'wife husband partner girlfriend boyfriend fiancé mother father mom mum dad parent sister brother sibling son daughter kid child cousin aunt uncle grandma grandfather grandpa family friend married wedding dating divorce dog cat pet puppy kitten neighbour neighbor roommate',
  preferences:
    "like likes love loves enjoy hate dislike prefer favourite favorite fan,of can't,stand rather don't,want do,not,want",
  activities:
    'hobby sport football soccer basketball tennis swim run running marathon hike hiking dance draw music guitar piano violin sing concert game gaming chess book read reading movie film photographs yoga cook bake baking garden pottery museum theatre festival knit volunteer club',
  plans:
    'plan going,to gonna will tomorrow next,week next,weekend goal hope,to want,to intend appointment schedule upcoming reminder looking,forward dream',
  profile:
    "my,name years,old birthday born live,in lives,in moved,to phone email address i'm,from nationality identity age pronouns transgender gender",
} as const

test.each(Object.entries(WORDS))(
  'given a word of %s, then that is the category',
  (category, words) => {
    for (const word of words.split(' ')) {
      const text = word.replaceAll(',', ' ')
      expect([text, inCategory(text)]).toEqual([text, category])
      expect([text, inCategory(`(${text.toUpperCase()})`)]).toEqual([text, category])
    }
  },
)

test.each(['asleep', 'the 20 degree', 'visit me', 'rally', 'paychecker'])(
  'given %j, then no word begins so',
  (text) => {
    expect(inCategory(text)).toBe('general')
  },
)

test('given words of two categories, then the one with more of them wins, and words within a phrase count once', () => {
  expect(inCategory('a book about the hospital, its doctor and its pills')).toBe('health')
  expect(inCategory('the road trip, a book and a film')).toBe('activities')
})

test('given the long s, then it is an s to a beginning', () => {
  expect(inCategory('ſurgery')).toBe('health')
})

test('given an app with other categories after another, then each has its own', () => {
  const own = [{ name: 'invoices', description: 'invoices, payments and refunds' }]
  expect(categoryOf('An invoice.', { slot: null, categories: categorySet(own) })).toBe('invoices')
  expect(inCategory('An invoice.')).toBe('finances')
  const renamed = [{ name: 'bills', description: 'invoices, payments and refunds' }]
  expect(categoryOf('An invoice.', { slot: null, categories: categorySet(renamed) })).toBe('bills')
  const described = [...own, { name: 'late', description: 'everything overdue' }]
  expect(categoryOf('Overdue.', { slot: null, categories: categorySet(described) })).toBe('late')
  const other = [...own, { name: 'late', description: 'everything belated' }]
  const set = categorySet([...other, { name: 'general', description: '' }])
  expect(categoryOf('Overdue.', { slot: null, categories: set })).toBe('general')
})
