// Objects that the document of the API shows by names of their own.
import { z } from 'zod'

/** Marks a field that may be left out, and of which null does not mean that it is: that would do more. */
export const NEVER_NULL = 'neverNull'

export function named<Shape extends z.ZodRawShape>(id: string, shape: Shape) {
  return z.object(shape).meta({ id })
}

/** Refuses fields that it does not know. */
export function strictNamed<Shape extends z.ZodRawShape>(id: string, shape: Shape) {
  return z.strictObject(shape).meta({ id })
}
