import * as z from 'zod/mini'
import { defineEndpoint } from '../api/endpoint.ts'
import { chainIdSchema } from '../caip/schemas.ts'
import { projectIdSchema } from './fields.ts'

/** Settings of a project that the frame needs before a login. */
export const getFrameConfig = defineEndpoint({
  method: 'GET',
  path: '/v1/frame/config',
  summary: "The frame's settings for a project",
  tag: 'Frame',
  project: 'none',
  query: z.object({ projectId: projectIdSchema }),
  response: z.object({
    name: z.string(),
    /** Exact origins and patterns that can embed the frame. */
    origins: z.array(z.string()),
    /** When a passkey or backup code is required. */
    recovery: z.enum(['before-funding', 'at-creation', 'optional']),
    custody: z.enum(['self', 'split', 'assisted']),
    hostMayTypeCode: z.boolean(),
    /** Approvals on the frame's card. All others are in a wallet window. */
    cardApprovals: z.enum(['messages', 'everything']),
    /** Minutes without use until the wallet locks; `off`: never. */
    autoLock: z.union([z.number(), z.literal('off')]),
    chains: z.array(
      z.object({
        chainId: chainIdSchema,
        name: z.string(),
        nativeCurrency: z.object({ name: z.string(), symbol: z.string(), decimals: z.number() }),
        testnet: z.boolean(),
        blockExplorer: z.nullable(z.string()),
        /** Whether this server submits operations of smart accounts on this network. */
        smartAccounts: z.boolean(),
        /** Tokens that the operator lists; null: the value of the contract. */
        tokens: z.array(
          z.object({
            /** Address of a contract, or a Solana mint. */
            address: z.string(),
            symbol: z.nullable(z.string()),
            name: z.nullable(z.string()),
            decimals: z.nullable(z.number()),
            /** US dollars per whole unit, if the configuration sets it. */
            usd: z.nullable(z.string()),
          }),
        ),
      }),
    ),
    /** The wallet's own origin, for device links and windows. */
    walletUrl: z.string(),
  }),
  errors: ['project_unknown'],
})
