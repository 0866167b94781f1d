// Builds the messages for the model. Pure: the same request gives the same messages. Everything that comes from users
// and apps goes in as a line of JSON: no text can pose as a label, a number, a mark or another speaker's utterance.
import { createHash } from 'node:crypto'
import type {
  ExtractionRequest,
  KnownFact,
  SummaryRequest,
  Utterance,
} from '../../../ports/language-model.ts'
import { nth } from '../../../runtime/certain.ts'
import { answerFormat } from '../answer/answer.ts'
import {
  EXTRACTION_INSTRUCTIONS,
  REASK_INSTRUCTIONS,
  SUMMARY_INSTRUCTIONS,
} from './instructions.ts'
import { jsonLine } from './json-line.ts'

export type ChatMessage = { role: 'system' | 'user'; content: string }

/** The messages of an extraction. Known facts are named by their place in `request.known`, from 1, never by id. */
export function extractionMessages(request: ExtractionRequest): ChatMessage[] {
  const sections = [
    contentSection(request),
    `Categories:\n${request.categories.map(categoryLine).join('\n')}`,
    hintSection(request.hints),
    knownSection(request.known),
    passageSection(request),
  ]
  return [
    { role: 'system', content: EXTRACTION_INSTRUCTIONS },
    { role: 'user', content: sections.filter((section) => section !== '').join('\n\n') },
  ]
}

/** The same question once more, after an answer that could not be read. */
export function reaskMessages(messages: readonly ChatMessage[]): ChatMessage[] {
  return [...messages, { role: 'user', content: REASK_INSTRUCTIONS }]
}

export function summaryMessages(request: SummaryRequest): ChatMessage[] {
  const { category, previous, facts } = request
  const lines = facts.map(({ text, flagged, validFrom }, index) =>
    jsonLine({ n: index + 1, since: dayOf(validFrom), flagged, fact: oneLine(text) }),
  )
  const content = [
    `Category:\n${categoryLine(category)}`,
    // A model writes fewer words than tokens; the rest is room for languages that need more tokens per word.
    `Length: at most ${Math.max(10, Math.floor(request.maxTokens * 0.5))} words`,
    `Summary so far:\n${jsonLine(oneLine(previous))}`,
    `Facts:\n${lines.join('\n')}`,
  ].join('\n\n')
  return [
    { role: 'system', content: SUMMARY_INSTRUCTIONS },
    { role: 'user', content },
  ]
}

/** A short digest of everything that does not depend on the request: it distinguishes prompts in an audit. */
export function promptDigest(): string {
  const everything = [
    extractionMessages(SAMPLE_EXTRACTION),
    REASK_INSTRUCTIONS,
    summaryMessages(SAMPLE_SUMMARY),
    answerFormat(),
  ]
  return digestOf(JSON.stringify(everything)).slice(0, 8)
}

/** More names would cost more than the passage, and again with each passage. */
const MAX_SPEAKERS = 100

/** All, or as many as fit, those of the passage first. */
function speakersOf({ speakers, utterances }: ExtractionRequest): string[] {
  if (speakers.length <= MAX_SPEAKERS) return [...speakers]
  const own = utterances.flatMap(({ speaker }) => speaker ?? [])
  return [...new Set([...own, ...speakers])].slice(0, MAX_SPEAKERS)
}

function contentSection(request: ExtractionRequest): string {
  return [
    `Date of the content: ${jsonLine(spokenDate(request.at))}`,
    `Kind of content: ${request.contentType}`,
    `Speakers: ${jsonLine(speakersOf(request).map(oneLine))}`,
  ].join('\n')
}

function categoryLine({ name, description }: SummaryRequest['category']): string {
  return jsonLine({ name, description: oneLine(description) })
}

function hintSection({ category, entities = [] }: ExtractionRequest['hints']): string {
  const lines = entities.map(({ name, type }) =>
    jsonLine({ entity: oneLine(name), type: oneLine(type) }),
  )
  if (category) lines.unshift(jsonLine({ category: oneLine(category) }))
  return lines.length === 0 ? '' : `Hints of the sender:\n${lines.join('\n')}`
}

function knownSection(known: readonly KnownFact[]): string {
  const lines = known.map(({ category, validFrom, text }, index) =>
    jsonLine({ n: index + 1, category, since: dayOf(validFrom), fact: oneLine(text) }),
  )
  return `Known facts:\n${lines.join('\n') || '(none)'}`
}

/**
 * The passage between two marks. The mark is a digest of the passage itself, so that no passage can contain its own end
 * mark and continue in the voice of the instructions.
 */
function passageSection(request: ExtractionRequest): string {
  const mark = `PASSAGE-${digestOf(request.text).slice(0, 16)}`
  const lines = utteranceLines(request)
  return `The passage, as data:\n<<<${mark}\n${lines.join('\n')}\n${mark}>>>`
}

/** One line of JSON per utterance. `n` is its place in `request.utterances`, from 1. */
function utteranceLines(request: ExtractionRequest): string[] {
  const { text, utterances, at } = request
  if (utterances.length === 0) return [jsonLine({ n: 1, words: text.trim() })]
  return utterances.map((utterance, index) => {
    const words = text.slice(startOf(utterances, index), endOf(request, index)).trim()
    return jsonLine({ n: index + 1, ...labelOf(utterance, at), words })
  })
}

/** The text before an utterance is its speaker's label; without a speaker it is content, and is kept. */
function startOf(utterances: readonly Utterance[], index: number): number {
  const utterance = nth(utterances, index)
  if (utterance.speaker !== null) return utterance.start
  return index === 0 ? 0 : nth(utterances, index - 1).end
}

function endOf({ text, utterances }: ExtractionRequest, index: number): number {
  return index === utterances.length - 1 ? text.length : nth(utterances, index).end
}

/** The speaker, if known, and the time, if it differs from the content's. */
function labelOf({ speaker, at }: Utterance, contentAt: string) {
  return {
    ...(speaker === null ? {} : { speaker: oneLine(speaker) }),
    ...(at === contentAt ? {} : { at: spokenDate(at) }),
  }
}

/** The date with its day of the week, from which a model computes "last Friday". */
function spokenDate(at: string): string {
  const day = new Date(`${dayOf(at)}T00:00:00Z`)
  if (Number.isNaN(day.getTime())) return oneLine(at)
  const weekday = day.toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' })
  return `${oneLine(at)} (${weekday})`
}

/** The day as it is written, in the content's own time zone. */
function dayOf(at: string): string {
  return at.slice(0, 10)
}

function oneLine(text: string): string {
  return text.toWellFormed().replace(/\s+/gu, ' ').trim()
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

const SAMPLE_EXTRACTION: ExtractionRequest = {
  contentType: 'conversation',
  text: 'A: B',
  utterances: [{ speaker: 'A', at: '2000-01-01T00:00:00Z', start: 3, end: 4 }],
  at: '2000-01-02T00:00:00Z',
  speakers: ['A'],
  known: [{ id: 'K', text: 'C', category: 'general', validFrom: '2000-01-01T00:00:00Z' }],
  categories: [{ name: 'general', description: 'D' }],
  hints: { category: 'general', entities: [{ name: 'E', type: 'F' }] },
}

const SAMPLE_SUMMARY: SummaryRequest = {
  category: { name: 'general', description: 'D' },
  previous: 'P',
  facts: [{ text: 'C', flagged: true, validFrom: '2000-01-01T00:00:00Z' }],
  maxTokens: 100,
}
