// What is answered with 204: nothing.
import { z } from 'zod'

export const noContent = z.undefined()
