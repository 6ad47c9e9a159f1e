import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

/** Whether the process is alive. */
export const getHealth = defineEndpoint({
  method: 'GET',
  path: '/health',
  summary: 'The process is alive',
  tag: 'Operation',
  project: 'none',
  response: z.object({ status: z.literal('ok'), version: z.string() }),
  errors: [],
})

/** State of a dependency of the server. */
export const dependencySchema = z.object({
  /** `database`, `bus`, `rpc eip155:31337`, `indexer eip155:31337`. */
  name: z.string(),
  status: z.enum(['ok', 'failed']),
  /** Milliseconds. */
  latency: z.number(),
  detail: z.nullable(z.string()),
})

/** Whether every needed dependency answers (all but the mail server). Returns 503 with the same body if one does not. */
export const getReady = defineEndpoint({
  method: 'GET',
  path: '/ready',
  summary: 'Every dependency answers',
  tag: 'Operation',
  project: 'none',
  response: z.object({
    status: z.enum(['ready', 'not_ready']),
    dependencies: z.array(dependencySchema),
  }),
  errors: ['not_ready'],
})
