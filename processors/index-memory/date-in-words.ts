// A date as people write it.

const MONTHS =
  'January February March April May June July August September October November December'.split(' ')

/** The date in words, indexed with the fact, so that "in May 2023" finds what was said then. */
export function dateInWords(at: string): string {
  return `${MONTHS[Number(at.slice(5, 7)) - 1]} ${at.slice(0, 4)} ${Number(at.slice(8, 10))}`
}
