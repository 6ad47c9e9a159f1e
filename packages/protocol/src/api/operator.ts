import * as z from 'zod/mini'
import { chainIdSchema } from '../caip/schemas.ts'
import { defineEndpoint } from './endpoint.ts'
import { dependencySchema } from './health.ts'

/** How the server and what it depends on are, for the operator's eyes. */
export const operatorOverviewSchema = z.object({
  version: z.string(),
  /** Seconds for which the process runs. */
  uptime: z.number(),
  /** What `/ready` looks at. */
  dependencies: z.array(dependencySchema),
  chains: z.array(
    z.object({
      chainId: chainIdSchema,
      /** The last block that the index has, and the chain's; null where it is not known. */
      indexed: z.nullable(z.number()),
      head: z.nullable(z.number()),
    }),
  ),
  /** Purchases by where they stand. */
  orders: z.array(z.object({ state: z.string(), count: z.number() })),
  /** Accounts and browsers that are signed in. */
  signedIn: z.object({ accounts: z.number(), devices: z.number() }),
})

/** How the server and what it depends on are. */
export type OperatorOverview = z.infer<typeof operatorOverviewSchema>

/** For accounts of `operators` in the configuration alone. */
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
