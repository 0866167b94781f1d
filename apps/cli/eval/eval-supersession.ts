// `npm run eval -- --supersession FILE`: do later statements close the right facts, and no others? Writes each case as
// a user of its own, and compares what is current afterwards (supersession-cases.ts).
import { randomUUID } from 'node:crypto'
import { inParallel } from '../../../infra/runtime/in-parallel.ts'
import { allOf } from '../../../infra/runtime/pages.ts'
import { waitFor } from '../../../infra/runtime/wait/wait-for.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { markdownTable } from '../bench/measure/measures.ts'
import { type ApiClient, pageIn } from '../command/api-client.ts'
import type { Io } from '../command/command.ts'
import { counted } from '../command/counted.ts'
import { createProgress } from '../command/progress.ts'
import { countProcessed } from '../operate/processed.ts'
import { type CaseScore, isPassed, type SupersessionCase, scoreCase } from './supersession-cases.ts'

type SupersessionReport = {
  cases: number
  passed: number
  wronglyClosed: number
  groups: { group: string; cases: number; passed: number }[]
  failed: CaseScore[]
}

const CASES_AT_ONCE = 4
const POLLING = { firstMs: 20, longestMs: 20 }

export async function evaluateSupersession(
  cases: readonly SupersessionCase[],
  { client, io }: { client: ApiClient; io: Io },
): Promise<SupersessionReport> {
  const appId = `eval-${randomUUID()}`
  const progress = createProgress(io, { label: 'cases', total: cases.length })
  const scores = await inParallel(cases, CASES_AT_ONCE, async (each) => {
    const scope = { appId, userId: each.id }
    await writeCase(client, scope, each)
    const isDone = async () => (await countProcessed(client, scope)) >= each.writes.length
    await waitFor(isDone, io.signal, POLLING)
    progress.advance()
    const facts = await allOf(async (cursor) => pageIn(await client.items(scope, { cursor })))
    return scoreCase(each, facts)
  }).finally(() => progress.finish())
  return supersessionReportOf(scores)
}

async function writeCase(client: ApiClient, user: Scope, { writes }: SupersessionCase) {
  for (const write of writes) {
    if ('event' in write) await client.track({ ...user, ...write.event })
    else {
      const metadata = write.ts === undefined ? undefined : { timestamp: write.ts }
      const { content } = write
      await client.memorize({ ...user, content, contentType: 'conversation', metadata })
    }
  }
}

export function supersessionReportOf(scores: readonly CaseScore[]): SupersessionReport {
  const groups = [...new Set(scores.map(({ group }) => group))].map((group) => {
    const own = scores.filter((each) => each.group === group)
    return { group, cases: own.length, passed: own.filter(isPassed).length }
  })
  return {
    cases: scores.length,
    passed: scores.filter(isPassed).length,
    wronglyClosed: scores.reduce((sum, each) => sum + each.wronglyClosed.length, 0),
    groups,
    failed: scores.filter((each) => !isPassed(each)),
  }
}

export function supersessionTable(report: SupersessionReport): string {
  const { cases, passed, wronglyClosed, groups, failed } = report
  const all = [...groups, { group: 'all', cases, passed }]
  const rows = all.map((each) => [each.group, String(each.cases), String(each.passed)])
  return [
    markdownTable(['cases', 'asked', 'passed'], rows),
    '',
    `${counted(wronglyClosed, 'fact was', 'facts were')} closed wrongly.`,
    ...failed.map(failureLine),
  ].join('\n')
}

function failureLine({ id, missing, open, wronglyClosed }: CaseScore): string {
  const parts = [
    missing.length > 0 ? `not current: ${missing.join(' | ')}` : [],
    open.length > 0 ? `not closed: ${open.join(' | ')}` : [],
    wronglyClosed.length > 0 ? `closed wrongly: ${wronglyClosed.join(' | ')}` : [],
  ]
  return `- ${id}: ${parts.flat().join('; ')}`
}
