import * as z from 'zod/mini'
import { defineEndpoint } from '../api/endpoint.ts'
import { chainIdSchema } from '../caip/schemas.ts'
import { projectIdSchema } from './fields.ts'

/** What the frame needs to know of a project before anybody logs in. */
export const getFrameConfig = defineEndpoint({
  method: 'GET',
  path: '/v1/frame/config',
  summary: "The frame's settings for a project",
  tag: 'Frame',
  project: 'none',
  query: z.object({ projectId: projectIdSchema }),
  response: z.object({
    name: z.string(),
    /** Exact origins and patterns that may hold the frame. */
    origins: z.array(z.string()),
    /** When a passkey or backup code is asked for. */
    recovery: z.enum(['before-funding', 'at-creation', 'optional']),
    custody: z.enum(['self', 'split', 'assisted']),
    hostMayTypeCode: z.boolean(),
    /** What may be approved on the frame's card; the rest is approved in a window of the wallet. */
    cardApprovals: z.enum(['messages', 'everything']),
    /** Minutes without use after which the wallet locks; `off`: it never locks. */
    autoLock: z.union([z.number(), z.literal('off')]),
    chains: z.array(
      z.object({
        chainId: chainIdSchema,
        name: z.string(),
        nativeCurrency: z.object({ name: z.string(), symbol: z.string(), decimals: z.number() }),
        testnet: z.boolean(),
        blockExplorer: z.nullable(z.string()),
        /** Whether this server sends operations of smart accounts on this network. */
        smartAccounts: z.boolean(),
        /** Tokens that the operator vouches for; null: what the contract says of itself. */
        tokens: z.array(
          z.object({
            /** A contract's address; of Solana a mint. */
            address: z.string(),
            symbol: z.nullable(z.string()),
            name: z.nullable(z.string()),
            decimals: z.nullable(z.number()),
            /** US dollars for one whole unit, where the configuration fixes it. */
            usd: z.nullable(z.string()),
          }),
        ),
      }),
    ),
    /** Where an ordinary device link or a window is opened: the wallet's own origin. */
    walletUrl: z.string(),
  }),
  errors: ['project_unknown'],
})
