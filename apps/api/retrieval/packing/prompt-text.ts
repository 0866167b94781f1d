// An answer as one text for a prompt: sections for what is known, who is who and what was said, in the order of days.
// Each memory begins with its id in brackets, so that its source can be looked up. Pure.
import { firstOf } from '../../../../infra/runtime/certain.ts'
import { remembered } from '../remembered.ts'
import { type ChosenItem, contentOf, countedOnce, onceFor } from './choose-items.ts'
import { type Context, emptyContext, type Parts } from './json-context.ts'
import { passageOf, tokensAround, tokensOf } from './tokens.ts'
import type { GraphEntity } from './trim-context.ts'

/** The cost of a day's line is shared by the items of that day. */
const SHARE_OF_A_DAY = 3

export const promptPrices = countedOnce({
  frame: 15,
  joined: ({ content }) => tokensOf(within(`${content}\n`)),
  alone: (item) => tokensOf(marked(item.id, item.content)) + SHARE_OF_A_DAY,
  lengthExponent: 0.4,
  leastAlone: 0,
  leastAloneOfOne: 0,
})

/** `tokenCount` counts the prompt; the parts that it contains are empty. */
export type PromptContext = Context & { prompt: string }

export function promptContext(parts: Parts, processingTime: number): PromptContext {
  return { ...emptyContext(processingTime), ...written(parts) }
}

/** The same parts are written several times. */
const written = remembered((parts: Parts) => {
  const prompt = promptText(parts)
  const inOrder = [...parts.chosen].sort(asItWasSaid)
  const passages = inOrder.flatMap(({ members }) => members.flatMap(passagesOf))
  return { prompt, tokenCount: tokensAround(prompt, passages) }
})

const passagesOf = onceFor(({ content }) => passageOf(within(content)) ?? [])

/** Empty if there is nothing to tell. */
function promptText({ summaries, chosen, graph }: Parts): string {
  const known = Object.entries(summaries).map(([name, text]) => `${within(`${name}: ${text}`)}\n`)
  const { pinned = [], said = [] } = Object.groupBy(chosen, ({ best }) =>
    best.pinned ? 'pinned' : 'said',
  )
  return [
    section(
      'Pinned',
      pinned.map((item) => marked(item.best.id, contentOf(item))),
    ),
    section('Known', known),
    section('People and things', graph.map(entityLine)),
    section('Said', daysOf(said)),
  ].join('')
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `# ${title}\n${lines.join('')}`
}

function entityLine({ name, type, properties, relationships }: GraphEntity): string {
  const facts = [
    ...Object.entries(properties).map(
      ([key, value]) => `${key} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    ),
    ...relationships.map((each) => `${each.type} ${each.target}`),
  ]
  return `${within(`${name} (${type})${facts.length > 0 ? `: ${facts.join('; ')}` : ''}`)}\n`
}

function daysOf(chosen: readonly ChosenItem[]): string[] {
  const days = Map.groupBy([...chosen].sort(asItWasSaid), ({ best }) => best.createdAt.slice(0, 10))
  return [...days].flatMap(([day, items]) => [
    `## ${day}\n`,
    ...items.map((item) => marked(item.best.id, contentOf(item))),
  ])
}

function asItWasSaid(one: ChosenItem, other: ChosenItem): number {
  const [a, b] = [firstOf(one.members), firstOf(other.members)]
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1
  if (a.threadId !== b.threadId) return a.threadId < b.threadId ? -1 : 1
  return a.place - b.place
}

function marked(id: string, content: string): string {
  return `[${id}] ${within(content)}\n`
}

/** Whatever is shown as the end of a line, before what stands in the next. */
const LINE_END = /(?:\r\n?|[\n\v\f\u0085\u2028\u2029])(?=[^\r\n\v\f\u0085\u2028\u2029])/g

/** Lines after the first are indented, so that no words of a user pose as a section or as another memory. */
function within(text: string): string {
  return text.replace(LINE_END, '\n ')
}
