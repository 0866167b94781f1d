// Reads the dates that a model writes: a year, a month, a day or an instant of ISO 8601, nothing else. Pure.

const WRITTEN =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(Z|[+-]\d{2}:?\d{2})?)?)?)?$/i

/** The instant in UTC at which the written time begins; null if it is no date. Without a zone it is UTC. */
function readInstant(written: string | null): string | null {
  const [matched, year, month = '01', day = '01', time = '00:00', zone = 'Z'] =
    WRITTEN.exec(written?.trim() ?? '') ?? []
  if (matched === undefined) return null
  const date = `${year}-${month}-${day}`
  if (isoOf(`${date}T00:00:00Z`)?.slice(0, 10) !== date) return null
  const offset = zone.toUpperCase().replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2')
  return isoOf(`${date}T${time}${offset}`)
}

/**
 * From when a fact holds. A model that only gives the day of the content means the content's own
 * instant: midnight would make the fact older than what was said that morning.
 */
export function readValidFrom(written: string | null, contentAt: string): string {
  const content = isoOf(contentAt) ?? contentAt
  const instant = readInstant(written)
  if (instant === null) return content
  const isDayOfContent =
    instant.endsWith('T00:00:00.000Z') && instant.slice(0, 10) === contentAt.slice(0, 10)
  return isDayOfContent ? content : instant
}

/** Until when it holds; null if the text names no end, or one before its beginning. */
export function readValidTo(written: string | null, validFrom: string): string | null {
  const instant = readInstant(written)
  return instant !== null && Date.parse(instant) > Date.parse(validFrom) ? instant : null
}

/** Null also for an instant whose year has not four digits: an offset can lead there from the last day of all. */
function isoOf(text: string): string | null {
  const instant = Date.parse(text)
  const iso = Number.isNaN(instant) ? '' : new Date(instant).toISOString()
  return /^\d{4}-/.test(iso) && !iso.startsWith('0000') ? iso : null
}
