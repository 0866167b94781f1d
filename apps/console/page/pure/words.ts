// How the console writes instants, numbers and names. Pure, except for the browser's language and time zone.
import type { FactType } from '../shapes.ts'

export function day(instant: string): string {
  return dayFormat.format(new Date(instant))
}

export function moment(instant: string): string {
  return momentFormat.format(new Date(instant))
}

/** As short as tells an instant from the others: its day, or that with the minute, the second, the millisecond. */
export function apart(instant: string, others: readonly string[]): string {
  const isClear = (format: Intl.DateTimeFormat) => {
    const own = format.format(new Date(instant))
    return others.every((other) => format.format(new Date(other)) !== own)
  }
  return (apartFormats.find(isClear) ?? finestFormat).format(new Date(instant))
}

export function count(many: number, one: string, more = `${one}s`): string {
  return `${number(many)} ${many === 1 ? one : more}`
}

export function number(value: number): string {
  return numberFormat.format(value)
}

/** In whatever currency prices are set: whole hundredths, and where there are none, what little there is. */
export function money(value: number): string {
  return (value < 0.01 ? littleFormat : moneyFormat).format(value)
}

export function percent(ratio: number): string {
  return `${Math.round(ratio * 100)} %`
}

/** 1st, 2nd, 3rd, 11th. */
export function nth(place: number): string {
  const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
  return `${number(place)}${endings[ordinals.select(place)]}`
}

/** `lives_in`, `keep-audit`: as words. */
export function spaced(name: string): string {
  return name.replaceAll(/[_-]+/g, ' ')
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** At most so many characters, whole ones, the last a mark where more follow. */
export function shortened(name: string, most: number): string {
  const characters = [...name]
  return characters.length <= most ? name : `${characters.slice(0, most - 1).join('')}…`
}

export function duration(seconds: number): string {
  if (seconds < 1) return '0 s'
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`
  return `${Math.round(seconds / 86_400)} days`
}

const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const momentFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const secondFormat = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'medium',
})
const finestFormat = new Intl.DateTimeFormat(undefined, {
  ...{ day: 'numeric', month: 'short', year: 'numeric' },
  ...{ hour: 'numeric', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 },
})
const apartFormats = [dayFormat, momentFormat, secondFormat]
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
const numberFormat = new Intl.NumberFormat()
const moneyFormat = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})
const littleFormat = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 2 })

export const typeNames: Readonly<Record<FactType, string>> = {
  fact: 'Fact',
  preference: 'Preference',
  instruction: 'Instruction',
  open_question: 'Open question',
  goal: 'Goal',
  event: 'Event',
}

/** The label of a channel. */
export const channelNames: Readonly<Record<string, string>> = {
  user: 'user',
  app: 'application',
  partner: 'partner system',
  webhook: 'webhook',
  document: 'document',
  assistant: 'assistant',
  tool: 'tool',
}

export function said(by: { channel: string | null; saidBy: string | null }): string {
  const channel = by.channel === null ? 'unknown channel' : (channelNames[by.channel] ?? by.channel)
  return by.saidBy ? `${by.saidBy} (${channel})` : channel
}
