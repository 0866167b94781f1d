// Whole numbers in the address of a request: plain decimal digits. Nothing else counts as a number there, such as an
// empty text, `0x2`, `1e1` or a space.
import { z } from 'zod'

const DIGITS = /^(?:\d+|-[1-9]\d*)$/

export function digits(least: number, most = Number.MAX_SAFE_INTEGER) {
  return z.preprocess(
    (given) => (typeof given === 'string' && DIGITS.test(given) ? Number(given) : given),
    z
      .int({ error: ({ code }) => (code === 'invalid_type' ? KIND : undefined) })
      .min(least)
      .max(most),
  )
}

const KIND = 'must be a whole number, in digits'

/** The document names the default only where it is told once more. */
export function digitsOr(fallback: number, least: number, most?: number) {
  return digits(least, most).default(fallback).meta({ default: fallback })
}
