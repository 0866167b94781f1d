// One word has one meaning. A name that was given up is not used again for what has another name now: a reader would
// look for the difference.
import { expect, it } from 'vitest'
import { codeFiles, typescriptFiles, withoutComments } from './source-files.ts'

type GivenUp = { was: RegExp; is: string; allowed?: readonly string[] }

const identifiers: readonly GivenUp[] = [
  { was: /\b(create)?[gG]atherers?(Of)?\b/, is: 'RequestBatcher' },
  { was: /\bgiveWay\b/, is: 'lowerPriority' },
  { was: /\btakeBack\b/, is: 'removeForbidden' },
  // The first writes of a measurement.
  {
    was: /\b[fF]irsts\b|\bFirstsAsked\b/,
    is: 'FirstMentions',
    allowed: ['apps/cli/bench/parts/running.ts'],
  },
  { was: /\bcreateReached\b/, is: 'createAwaitCheckpoint' },
  { was: /\btype Setting\b|: Setting\b/, is: 'Profile: settings are those of an app' },
  {
    was: /\bDelivery\b[^\n]*from '[^']*event-log\.ts'/,
    is: 'RecordBatch: a delivery is a webhook’s',
  },
]

const files: readonly GivenUp[] = [
  { was: /\/gather(er)?\.ts$/, is: 'batch-reads.ts, request-batcher.ts' },
  { was: /\/give-way\.ts$/, is: 'lower-priority.ts' },
  { was: /\/take-back\.ts$/, is: 'remove-forbidden.ts' },
  { was: /(^|[/-])firsts\.ts$/, is: 'first-mentions.ts' },
  { was: /\/reached\.ts$/, is: 'await-checkpoint.ts' },
]

it.each(identifiers)('$is is not called $was', ({ was, allowed = [] }) => {
  const own = 'test/architecture/names.test.ts'
  const found = typescriptFiles.filter(
    ({ path, text }) => path !== own && was.test(withoutComments(text)),
  )
  expect(found.map(({ path }) => path)).toEqual(allowed)
})

it.each(files)('$is is not called $was', ({ was }) => {
  expect(codeFiles.map(({ path }) => path).filter((path) => was.test(path))).toEqual([])
})
