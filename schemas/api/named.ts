// Objects that the document of the API shows by names of their own.
import { z } from 'zod'

export function named<Shape extends z.ZodRawShape>(id: string, shape: Shape) {
  return z.object(shape).meta({ id })
}

/** Refuses fields that it does not know. */
export function strictNamed<Shape extends z.ZodRawShape>(id: string, shape: Shape) {
  return z.strictObject(shape).meta({ id })
}
