// Reads a data set shaped like LoCoMo: long conversations in dated sessions, and questions with the turns that hold
// their answers. Pure except for reading the file.
import { z } from 'zod'
import { CommandFailed } from '../command/command.ts'
import { listIn } from '../command/text-file.ts'

const turn = z.object({
  id: z.string(),
  speaker: z.string().min(1),
  text: z.string(),
  image: z.string().optional(),
})
const session = z.object({ at: z.string(), turns: z.array(turn) })
const conversation = z.object({
  id: z.string(),
  speakers: z.array(z.string()),
  sessions: z.array(session),
  qa: z.array(z.object({ question: z.string(), evidence: z.array(z.string()), category: z.int() })),
})

export type Turn = z.infer<typeof turn>
export type Conversation = z.infer<typeof conversation>

export type Question = {
  conversation: string
  speakers: readonly string[]
  question: string
  category: number
  evidence: readonly Turn[]
}

/** What the categories mean. The fifth is left out: it asks about things that were never said. */
export const questionCategories: Readonly<Record<number, string>> = {
  1: 'multi-hop',
  2: 'temporal',
  3: 'open-domain',
  4: 'single-hop',
}

export function readDataset(path: string): Conversation[] {
  return listIn(path, conversation, `the data set ${path} is`)
}

const MONTHS = `january february march april may june july august september october november
  december`.split(/\s+/)
const SESSION_DATE = /^(\d{1,2}):(\d{2}) (am|pm) on (\d{1,2}) (\p{L}+),? (\d{4})$/iu

/** `1:56 pm on 8 May, 2023`, taken as UTC, in ISO 8601. */
export function sessionInstant(at: string): string {
  const [, hour, minute, half, day, name, year] = SESSION_DATE.exec(at.trim()) ?? []
  const month = MONTHS.indexOf(name?.toLowerCase() ?? '')
  const hours = (Number(hour) % 12) + (half?.toLowerCase() === 'pm' ? 12 : 0)
  const date = new Date(Date.UTC(Number(year), month, Number(day), hours, Number(minute)))
  const exists = month >= 0 && date.getUTCDate() === Number(day) && Number(hour) <= 12
  if (!exists || Number(minute) > 59) {
    throw new CommandFailed(`'${at}' is not a date such as '1:56 pm on 8 May, 2023'`)
  }
  return date.toISOString()
}

/** The text of a session: one line per turn, `Speaker: text`. */
export function sessionContent({ turns }: z.infer<typeof session>): string {
  return turns.map(turnLine).join('\n')
}

export const grains = ['conversation', 'turn', 'thread'] as const
/** How a session is written: as a whole, or one write per turn, without a thread or with one that names the session. */
export type Grain = (typeof grains)[number]

export function writesOf(
  { sessions }: Pick<Conversation, 'sessions'>,
  grain: Grain,
): { content: string; at: string; threadId?: string }[] {
  return sessions.flatMap((session, n) => {
    const at = sessionInstant(session.at)
    if (grain === 'conversation') return [{ content: sessionContent(session), at }]
    const thread = grain === 'thread' ? { threadId: `session-${n + 1}` } : {}
    return session.turns.map((turn) => ({ content: turnLine(turn), at, ...thread }))
  })
}

function turnLine({ speaker, text, image }: Turn): string {
  const said = text.replace(/\s*\n\s*/g, ' ').trim()
  return `${speaker}: ${said}${image ? ` [shares ${image}]` : ''}`
}

/** Every question that can be scored: not adversarial, and with existing evidence. */
export function questionsOf(conversation: Conversation): Question[] {
  const turns = conversation.sessions.flatMap((each) => each.turns)
  const told = turns.filter((each) => /[\p{L}\p{N}]/u.test(each.text))
  const byId = new Map(told.map((each) => [each.id, each]))
  return conversation.qa.flatMap(({ question, category, evidence }) => {
    if (!(category in questionCategories)) return []
    const found = evidenceIds(evidence).flatMap((id) => byId.get(id) ?? [])
    const { id, speakers } = conversation
    return found.length > 0
      ? [{ conversation: id, speakers, question, category, evidence: found }]
      : []
  })
}

/** The ids of turns, each once; some are strung together: `D8:6; D9:17`, `D9:1 D4:4`. */
export function evidenceIds(evidence: readonly string[]): string[] {
  return [...new Set(evidence.flatMap((each) => each.split(/[;\s]+/)).filter(Boolean))]
}
