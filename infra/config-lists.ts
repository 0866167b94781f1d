// Settings that are addresses, or lists of addresses, networks, origins or prices. Pure.
import { isIP } from 'node:net'

export function listed(text: string): string[] {
  return text.split(',').map((each) => each.trim())
}

/** True for an origin as browsers write it: no path, no default port, in lower case. */
export function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
}

/** False for a URL with port 0, where nothing can be reached. */
export function hasPort(url: string): boolean {
  return !URL.canParse(url) || new URL(url).port !== '0'
}

export function isHops(text: string): boolean {
  return /^([1-9]|1[0-6])$/.test(text)
}

export function cidrsIn(text: string): string[] {
  if (text.trim() === 'none') return []
  return listed(text)
}

export function isCidr(text: string): boolean {
  const [address = '', bits = '', ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0 || !/^\d{1,3}$/.test(bits)) return false
  return Number(bits) <= (family === 4 ? 32 : 128)
}

type ModelPrice = { input: number; cached: number; output: number }

/** What a million tokens of each model cost; null where the text is no list of prices. */
export function pricesIn(text: string): ReadonlyMap<string, ModelPrice> | null {
  const prices = listed(text).map(priceIn)
  return prices.includes(null) ? null : new Map(prices.filter((each) => each !== null))
}

/** `model=input/output/cached`; without the last, cached input costs what other input does. Null if it is none. */
function priceIn(text: string): [model: string, price: ModelPrice] | null {
  const [, model, input, output, cached = input] = PRICE.exec(text) ?? []
  if (!model) return null
  return [model, { input: Number(input), cached: Number(cached), output: Number(output) }]
}
const AMOUNT = String.raw`(\d{1,9}(?:\.\d{1,9})?)`
const PRICE = new RegExp(`^(\\S{1,200})=${AMOUNT}/${AMOUNT}(?:/${AMOUNT})?$`)

/** In the form of Fastify's `trustProxy`: a number of hops, a list of networks, or none. */
export function trustedProxies(text: string | undefined): number | readonly string[] | false {
  if (text === undefined || text.trim() === 'none') return false
  return isHops(text) ? Number(text) : cidrsIn(text)
}

/** The origins whose pages may call the API. */
export function corsOrigins(text: string | undefined): readonly string[] {
  return text === undefined ? [] : listed(text)
}
