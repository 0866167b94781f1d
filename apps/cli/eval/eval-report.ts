// The report of the evaluation: the figures as one value, and that value as a table.
import {
  type Machine,
  machineLine,
  markdownTable,
  mean,
  percentile,
} from '../bench/measure/measures.ts'
import { questionCategories } from './eval-dataset.ts'
import type { Asked } from './eval-run.ts'
import type { JudgedItem } from './eval-score.ts'

type CategoryScore = { category: string; questions: number; recall: number }

/** Items that scored at least `from`, and less than the next band's. */
type ScoreBand = { from: number; given: number; holding: number }

export type EvalReport = {
  questions: number
  /** The mean over the questions of the share of evidence found. */
  recall: number
  categories: CategoryScore[]
  /** For the items that were returned: how many hold evidence, in total and by score. */
  items: { given: number; holding: number; byScore: readonly ScoreBand[] }
  /** The share of items that hold evidence, where as little is read as reaches a recall; null: none reaches it. */
  atRecall: { wanted: number; itemsRead: number; recall: number; share: number } | null
  /** Questions about things that no speaker mentions. */
  unmentioned: { asked: number; empty: number }
  tokens: { limit: number; mean: number; max: number; aboveLimit: number; miscounted: number }
  seconds: { ingestion: number; total: number }
  latencyMs: { samples: number; p50: number; p99: number }
  machine: Machine
}

type Measured = {
  asked: readonly Asked[]
  unmentioned: EvalReport['unmentioned']
  maxTokens: number
  /** The recall at which the share of items that hold evidence is told too. */
  equalRecall: number
  latenciesMs: readonly number[]
  ingestionMs: number
  totalMs: number
  machine: Machine
}

export function reportOf(measured: Measured): EvalReport {
  const { asked, maxTokens, latenciesMs } = measured
  const tokens = asked.map((each) => each.tokens)
  return {
    questions: asked.length,
    recall: rounded(mean(asked.map(({ recall }) => recall)), 4),
    categories: categoryScores(asked),
    items: itemScores(asked.flatMap(({ items }) => items)),
    atRecall: shareAt(asked, measured.equalRecall),
    unmentioned: measured.unmentioned,
    tokens: {
      limit: maxTokens,
      mean: Math.round(mean(tokens)),
      max: Math.max(...tokens),
      aboveLimit: tokens.filter((count) => count > maxTokens).length,
      miscounted: asked.filter((each) => each.tokens !== each.tokenCount).length,
    },
    seconds: {
      ingestion: rounded(measured.ingestionMs / 1000, 1),
      total: rounded(measured.totalMs / 1000, 1),
    },
    latencyMs: {
      samples: latenciesMs.length,
      p50: rounded(percentile(latenciesMs, 0.5), 1),
      p99: rounded(percentile(latenciesMs, 0.99), 1),
    },
    machine: measured.machine,
  }
}

function categoryScores(asked: readonly Asked[]): CategoryScore[] {
  return Object.entries(questionCategories).flatMap(([number, name]) => {
    const own = asked.filter(({ question }) => question.category === Number(number))
    if (own.length === 0) return []
    const recall = rounded(mean(own.map((each) => each.recall)), 4)
    return [{ category: `${number} ${name}`, questions: own.length, recall }]
  })
}

const BANDS = 10

function itemScores(items: readonly JudgedItem[]): EvalReport['items'] {
  const byScore = Array.from({ length: BANDS }, (_, n) => {
    const own = items.filter(({ score }) => Math.min(BANDS - 1, Math.floor(score * BANDS)) === n)
    return { from: n / BANDS, given: own.length, holding: own.filter(({ holds }) => holds).length }
  })
  const holding = items.filter(({ holds }) => holds).length
  return { given: items.length, holding, byScore: byScore.filter(({ given }) => given > 0) }
}

/** Shares are comparable at equal recall only: who finds more, with more items, finds fainter ones. */
function shareAt(asked: readonly Asked[], wanted: number): EvalReport['atRecall'] {
  const most = Math.max(0, ...asked.map(({ items }) => items.length))
  for (let itemsRead = 1; itemsRead <= most; itemsRead++) {
    const recall = mean(asked.map((each) => each.recallByItems[itemsRead] ?? each.recall))
    if (recall < wanted) continue
    const read = asked.flatMap(({ items }) => items.slice(0, itemsRead))
    const share = read.filter(({ holds }) => holds).length / read.length
    return { wanted, itemsRead, recall: rounded(recall, 4), share: rounded(share, 4) }
  }
  return null
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}

export function evalTable(report: EvalReport): string {
  const { items, atRecall, unmentioned, tokens, seconds, latencyMs } = report
  const overall = { category: 'overall', questions: report.questions, recall: report.recall }
  const scores = [...report.categories, overall].map(({ category, questions, recall }) => [
    category,
    String(questions),
    recall.toFixed(3),
  ])
  const share = ({ given, holding }: Omit<ScoreBand, 'from'>) => (holding / given || 0).toFixed(3)
  const bands = items.byScore.map((band) => [band.from.toFixed(1), String(band.given), share(band)])
  const others = [
    ['items of an answer, mean', (items.given / report.questions).toFixed(1)],
    ['share of items that hold evidence', share(items)],
    ...(atRecall ? [equalRecallRow(atRecall)] : []),
    ['empty answers to what was never said', `${unmentioned.empty} of ${unmentioned.asked}`],
    ['tokens of an answer, mean', String(tokens.mean)],
    ['tokens of an answer, most', `${tokens.max} of ${tokens.limit}`],
    ['answers above the limit', String(tokens.aboveLimit)],
    ['ingestion', `${seconds.ingestion.toFixed(1)} s`],
    ['whole run', `${seconds.total.toFixed(1)} s`],
    ['retrieval p50', `${latencyMs.p50.toFixed(1)} ms`],
    ['retrieval p99', `${latencyMs.p99.toFixed(1)} ms`],
  ]
  return [
    markdownTable(['questions', 'asked', 'evidence recall'], scores),
    '',
    markdownTable(['score from', 'items', 'holding evidence'], bands),
    '',
    markdownTable(['measure', 'figure'], others),
    '',
    machineLine(report.machine),
  ].join('\n')
}

function equalRecallRow({ wanted, itemsRead, recall, share }: NonNullable<EvalReport['atRecall']>) {
  const read = `the first ${itemsRead} items, which find ${recall.toFixed(3)}`
  return [`the same at a recall of ${wanted}`, `${share.toFixed(3)} (${read})`]
}
