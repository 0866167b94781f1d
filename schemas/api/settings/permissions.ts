// What an API key may do.
import { z } from 'zod'

export const permission = z
  .enum(['memory:read', 'memory:write', 'memory:forget', 'config:write', 'audit:read', 'admin'])
  .meta({ id: 'Permission' })
export type Permission = z.infer<typeof permission>
