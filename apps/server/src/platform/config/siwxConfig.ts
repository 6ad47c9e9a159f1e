import { accountIdSchema } from '@latchkey/protocol/api'
import { z } from 'zod'

/** Sign-in with any wallet (CAIP-122). */
export const siwxSchema = z.strictObject({
  /** Hours until a sign-in expires, unless the message sets an earlier time. */
  sessionHours: z.number().min(0.1).max(720).default(168),
  /**
   * Additional audiences of tokens (the `aud` of a JWT), such as backends at `https://orders.example.com`. The pages' own origins are
   * always allowed.
   */
  audiences: z.array(z.string().min(1).max(300)).default([]),
  /**
   * File with the key that seals the token keys and authenticates nonces: 32 bytes as base64 or hexadecimal. The server creates a missing
   * file. `keyVariable` names an environment variable instead. Default: the wallet's key.
   */
  keyFile: z.string().min(1).optional(),
  keyVariable: z.string().min(1).optional(),
})

/** Accounts that can see the operator's pages, as CAIP-10. An EOA is the same account on every network of its family. */
export const operatorsSchema = z.array(accountIdSchema).default([])
