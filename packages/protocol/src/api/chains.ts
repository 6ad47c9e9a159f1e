import * as z from 'zod/mini'
import { chainIdSchema } from '../caip/schemas.ts'
import { defineEndpoint } from './endpoint.ts'

/** The networks that this server supports. Every feature of a client depends on them. */
export const getSupportedChains = defineEndpoint({
  method: 'GET',
  path: '/v1/supported-chains',
  summary: 'Networks that the gateway serves, over HTTP and over WebSocket',
  tag: 'RPC gateway',
  project: 'none',
  response: z.object({ http: z.array(chainIdSchema), ws: z.array(chainIdSchema) }),
  errors: [],
})
