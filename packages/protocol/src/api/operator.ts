import * as z from 'zod/mini'
import { chainIdSchema } from '../caip/schemas.ts'
import { defineEndpoint } from './endpoint.ts'
import { dependencySchema } from './health.ts'

/** State of the server and its dependencies, for the operator. */
export const operatorOverviewSchema = z.object({
  version: z.string(),
  /** Uptime of the process in seconds. */
  uptime: z.number(),
  /** The dependencies that `/ready` checks. */
  dependencies: z.array(dependencySchema),
  chains: z.array(
    z.object({
      chainId: chainIdSchema,
      /** The last block of the index, and the chain's head; null if unknown. */
      indexed: z.nullable(z.number()),
      head: z.nullable(z.number()),
    }),
  ),
  /** Number of orders in each state. */
  orders: z.array(z.object({ state: z.string(), count: z.number() })),
  /** Number of accounts and browsers that are signed in. */
  signedIn: z.object({ accounts: z.number(), devices: z.number() }),
})

/** State of the server and its dependencies. */
export type OperatorOverview = z.infer<typeof operatorOverviewSchema>

/** Only for accounts of `operators` in the configuration. */
export const getOperatorOverview = defineEndpoint({
  method: 'GET',
  path: '/v1/operator/overview',
  summary: 'How the server is',
  tag: 'Operator',
  project: 'required',
  cookies: true,
  response: operatorOverviewSchema,
  errors: ['siwx_unavailable', 'siwx_session_required', 'operator_required', 'not_ready'],
})
