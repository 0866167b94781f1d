// Texts for the load: distinct sentences about people, places and numbers, and questions of
// varied length about them. The same seed gives the same texts.
import { nth } from '../../../../infra/runtime/certain.ts'

/** A number from 0 up to 1, different on each call. */
type Random = () => number

/** Mulberry32: small, fast and good enough for texts. */
function createRandom(seed: number): Random {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const words = (list: string) => list.trim().split(/\s+/)

const FIRST = words(`
  Anna Boris Carla Daniel Elena Farid Greta Hiro Ines Jonas Karin Liam Mona Nils Olga Pedro Rosa
  Samir Tessa Umar Vera Wanda Yusuf Zoe Amara Bruno Chloe Dmitri Esther Felix
`)
const LAST = words(`
  Abel Bianchi Castro Dorn Eriksen Fuchs Garcia Haas Ivanov Jansen Keller Lindt Moreau Novak
  Okafor Petrov Quist Rossi Sato Toth Ueda Vogel Weber Yilmaz Ziegler
`)
const PLACES = words(`
  Lisbon Oslo Krakow Bergen Valencia Ghent Turin Porto Aarhus Leipzig Nantes Tampere Graz Malmo
  Bilbao Utrecht Split Riga Tartu Cork Bristol Lyon Basel Salzburg Bologna Dresden
`)
const THINGS = words(`
  lanterns violins notebooks bicycles carpets kettles maps telescopes chairs paintings radios
  teapots blankets mirrors drums clocks ladders tents compasses puzzles saddles boots ropes
  candles
`)
const SHOPS = words(`
  market harbour station library museum garden workshop theatre bakery mill tower school
  warehouse gallery chapel
`)
const MONTHS = words(`
  January February March April May June July August September October November December
`)
const COLOURS = words(
  'red blue green amber violet white black silver brown turquoise crimson ivory',
)
const REASONS = words(`
  exhibition wedding expedition reunion auction festival concert renovation conference picnic
  parade lecture
`)

type Subject = {
  who: string
  place: string
  thing: string
  shop: string
  month: string
  reason: string
}

type Texts = {
  /** About 20 words, different on each call. */
  sentence(): string
  /** Asks about something that the sentences speak of, in 2 to 25 words. */
  question(): string
}

export function createTexts(seed: number): Texts {
  const random = createRandom(seed)
  const pick = <T>(list: readonly T[]): T => nth(list, Math.floor(random() * list.length))
  const upTo = (most: number) => 1 + Math.floor(random() * most)
  let made = 0
  const subject = (): Subject => ({
    who: `${pick(FIRST)} ${pick(LAST)}`,
    place: pick(PLACES),
    thing: `${pick(COLOURS)} ${pick(THINGS)}`,
    shop: pick(SHOPS),
    month: pick(MONTHS),
    reason: pick(REASONS),
  })
  return {
    sentence: () => {
      const figures = { count: upTo(90), day: upTo(28), price: upTo(900), number: ++made }
      return pick(sentences)({ ...subject(), ...figures })
    },
    question: () => pick(questions)(subject()),
  }
}

type Told = Subject & { count: number; day: number; price: number; number: number }

const sentences: readonly ((told: Told) => string)[] = [
  (s) =>
    `On ${s.day} ${s.month} ${s.who} carried ${s.count} ${s.thing} from the ${s.shop} ` +
    `in ${s.place} for the ${s.reason}, parcel ${s.number}.`,
  (s) =>
    `Parcel ${s.number} with ${s.count} ${s.thing} reached the ${s.shop} of ${s.place} ` +
    `in ${s.month}, and ${s.who} paid ${s.price} euros for the ${s.reason}.`,
  (s) =>
    `For the ${s.reason} in ${s.place} the ${s.shop} lent ${s.who} ${s.count} ${s.thing} ` +
    `until ${s.day} ${s.month}, under receipt ${s.number}.`,
  (s) =>
    `Receipt ${s.number} says that ${s.who} sold ${s.count} ${s.thing} near the ${s.shop} ` +
    `in ${s.place} on ${s.day} ${s.month} for ${s.price} euros.`,
  (s) =>
    `After the ${s.reason} ${s.who} left ${s.count} ${s.thing} at the ${s.shop} in ${s.place}, ` +
    `and note ${s.number} names ${s.day} ${s.month} for the return.`,
]

const questions: readonly ((subject: Subject) => string)[] = [
  (s) => `${s.who} ${s.place}`,
  (s) => `Who paid for the ${s.thing}?`,
  (s) => `What did ${s.who} carry from the ${s.shop}?`,
  (s) => `When did the ${s.thing} for the ${s.reason} in ${s.place} arrive?`,
  (s) =>
    `How much was paid in ${s.month} for the ${s.thing} that ${s.who} sold near the ${s.shop}?`,
  (s) =>
    `We are planning the next ${s.reason} in ${s.place}: what do we know of ${s.who}, ` +
    `the ${s.shop}, and the ${s.thing} that were lent in ${s.month}?`,
]

/** The user of the n-th write, in turn. */
export function userOf(index: number, users: number): string {
  return `user-${index % users}`
}
