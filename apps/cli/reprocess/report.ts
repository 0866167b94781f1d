// `reprocess report`: what promoting the candidate would change, and how each reading answers the questions of a file.
import { createHash } from 'node:crypto'
import { type ItemDocument, isCurrent } from '../../../infra/ports/memory-store.ts'
import { type Compared, changesAmong, sayingOf } from '../../../processors/reprocess/compare.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { scopeName } from '../../../schemas/scope-name.ts'
import { counted } from '../command/counted.ts'
import type { Complete, WithCandidate } from './candidate-of.ts'
import { comparedUsers } from './compare-users.ts'
import type { Journal } from './journal.ts'
import { type Answered, answerQuestions } from './questions.ts'

type Report = Pick<Journal, 'engine' | 'used' | 'cost' | 'seconds'> & {
  users: number
  /** Current facts; `changed` are read otherwise from the same words, and count as neither come nor gone. */
  facts: {
    inUse: number
    same: number
    came: number
    went: number
    changed: number
    /** Of the candidate: left out, because people, maintenance or later writes have settled them, or their words may be forgotten. */
    settled: number
  }
  /** Of the current facts: as they are, and as they would be. */
  digests: { inUse: string; promoted: string }
  examples: { came: string[]; went: string[]; changed: { from: string; to: string }[] }
  questions: Answered | null
}

export async function report(
  of: WithCandidate,
  journal: Complete,
  asking: { examples: number; dataset: string | null; appId: string | null },
): Promise<Report> {
  const { engine, used, cost, seconds } = journal
  const facts = { inUse: 0, same: 0, came: 0, went: 0, changed: 0, settled: 0 }
  const examples: Report['examples'] = { came: [], went: [], changed: [] }
  const [inUse, promoted] = [digester(), digester()]
  let users = 0
  for await (const { scope, compared, inUse: all } of comparedUsers(of, journal)) {
    users++
    const changes = changesAmong({ ...compared, came: compared.came.filter(isOpen) })
    const changed = new Set(changes.flatMap(({ from, to }) => [from, to]))
    const went = compared.went.map(({ document }) => document)
    const current = all.filter(isOpen)
    const came = compared.came.filter(isOpen)
    inUse.add(scope, current)
    promoted.add(scope, [...current.filter((each) => !went.includes(each)), ...came])
    facts.inUse += current.length
    facts.same += stillThere(compared, current)
    facts.changed += changes.length
    facts.settled += compared.settled.length
    const newOnly = came.filter((each) => !changed.has(each))
    const goneOnly = went.filter((each) => !changed.has(each))
    facts.came += newOnly.length
    facts.went += goneOnly.length
    fill(examples.came, newOnly.map(textOf), asking.examples)
    fill(examples.went, goneOnly.map(textOf), asking.examples)
    const pairs = changes.map(({ from, to }) => ({ from: textOf(from), to: textOf(to) }))
    fill(examples.changed, pairs, asking.examples)
  }
  const digests = { inUse: inUse.digest(), promoted: promoted.digest() }
  const { dataset, appId } = asking
  const questions = dataset === null ? null : await answerQuestions(of, { dataset, appId })
  return { engine, used, cost, seconds, users, facts, digests, examples, questions }
}

/** Of those that are current, how many the candidate has read the same. */
function stillThere({ standsFor, went }: Compared, current: readonly ItemDocument[]): number {
  const gone = new Set(went.map(({ document }) => document.item.id))
  const read = new Set(standsFor.values())
  return current.filter(({ item }) => read.has(item.id) && !gone.has(item.id)).length
}

const isOpen = ({ item }: ItemDocument) => isCurrent(item)
const textOf = ({ item }: ItemDocument) => item.text

function fill<T>(list: T[], more: readonly T[], most: number): void {
  list.push(...more.slice(0, Math.max(0, most - list.length)))
}

/** Independent of the order of the facts of a user; users come in the same order for both. */
function digester() {
  const hash = createHash('sha256')
  return {
    add: (scope: Scope, documents: readonly ItemDocument[]) => {
      const sayings = documents.map(sayingOf).sort()
      hash.update(JSON.stringify([scopeName(scope), sayings]))
    },
    digest: () => hash.digest('hex'),
  }
}

export function told({ facts, digests, ...more }: Report): string[] {
  const { inUse, same, came, went, changed, settled } = facts
  const tokens = Object.entries(more.used).map(
    ([model, { input, cached, output }]) =>
      `${model}: ${counted(input + cached, 'token')} read, ${output} written`,
  )
  return [
    `engine ${more.engine}; ${counted(more.users, 'user')}, read in ${more.seconds.toFixed(1)} s`,
    `facts in use ${inUse}: ${same} read the same, ${changed} changed, ${went} went, ${came} came; ${settled} left out`,
    digests.inUse === digests.promoted ? 'promoting changes no current fact' : 'digests differ',
    ...(tokens.length > 0 ? [...tokens, `cost ${more.cost.toFixed(4)}`] : ['no tokens used']),
    ...more.examples.came.map((text) => `  + ${text}`),
    ...more.examples.went.map((text) => `  - ${text}`),
    ...more.examples.changed.map(({ from, to }) => `  ~ ${from}\n    ${to}`),
    ...(more.questions ? toldQuestions(more.questions) : []),
  ]
}

function toldQuestions({ asked, inUse, candidate, better, worse }: Answered): string[] {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`
  return [
    `${counted(asked, 'question')}: ${percent(inUse)} of the evidence found in use, ${percent(candidate)} in the candidate`,
    `  ${better} answered better by the candidate, ${worse} worse`,
  ]
}
