// Settings that are lists of addresses, networks or origins. Pure.
import { isIP } from 'node:net'

export function listed(text: string): string[] {
  return text.split(',').map((each) => each.trim())
}

/** True for an origin as browsers write it: no path, no default port, in lower case. */
export function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
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
