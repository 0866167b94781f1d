// The empty body of a 204.
import { z } from 'zod'

export const noContent = z.undefined()
