// Numbers that come as text, in the address of a request, a setting or an option: plain decimal digits. Nothing else
// counts as a number there, such as an empty text, `0x2`, `1e1` or a space.
import { z } from 'zod'

const DIGITS = /^(?:\d+|-[1-9]\d*)$/
const DECIMAL = /^-?(?:\d+|\d*\.\d+)$/

/** Whole numbers. */
export function digits(least: number, most = Number.MAX_SAFE_INTEGER) {
  return z.preprocess(
    (given) => (typeof given === 'string' && DIGITS.test(given) ? Number(given) : given),
    z
      .int({ error: instead(KIND) })
      .min(least)
      .max(most),
  )
}

/** The document names the default only where it is told once more. */
export function digitsOr(fallback: number, least: number, most?: number) {
  return digits(least, most).default(fallback).meta({ default: fallback })
}

/** Numbers that may have a part after a point. */
export function decimal(least: number, most = Number.MAX_VALUE) {
  return z.preprocess(
    (given) => (typeof given === 'string' && DECIMAL.test(given) ? Number(given) : given),
    z
      .number({ error: instead('must be a number, in digits such as 0.5') })
      .min(least)
      .max(most),
  )
}

const KIND = 'must be a whole number, in digits'

function instead(kind: string) {
  return ({ code }: { code?: string | undefined }) => (code === 'invalid_type' ? kind : undefined)
}
