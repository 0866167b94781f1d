// GET /health (spec 2.9 and 4.11).
import { z } from 'zod'
import { named } from '../named.ts'

const status = z.enum(['healthy', 'degraded', 'unhealthy']).meta({ id: 'ComponentStatus' })
const problem = z
  .string()
  .optional()
  .describe('What an operator has to do before the part is up again, if that is known')

export const healthResponse = named('HealthResponse', {
  status: status.describe(
    '`degraded`: a part is down and costs what it serves; `unhealthy`: the log is down',
  ),
  components: z.object({
    relational_store: z.object({ status, latency: z.number().describe('Milliseconds'), problem }),
    graph_store: z.object({ status, latency: z.number().describe('Milliseconds'), problem }),
    object_store: z.object({ status, problem }),
    queue: z.object({
      status,
      queueDepth: z.int().describe('Resources that wait for extraction'),
      problem,
    }),
  }),
  version: z.string(),
  uptime: z.number().describe('Seconds'),
})
export type HealthResponse = z.infer<typeof healthResponse>
