import { accountIdSchema } from '@latchkey/protocol/api'
import { z } from 'zod'

/** Sign in with any wallet (CAIP-122). */
export const siwxSchema = z.strictObject({
  /** Hours for which somebody stays signed in; less where the message says so. */
  sessionHours: z.number().min(0.1).max(720).default(168),
  /** Backends that tokens may be for (the `aud` of a JWT), beside the pages' own origins, for example `https://orders.example.com`. */
  audiences: z.array(z.string().min(1).max(300)).default([]),
  /**
   * The key under which the keys of tokens lie and by which nonces are known: 32 bytes as base64 or hexadecimal, in a file (made when it is
   * missing) or in this variable of the environment. Left out: the wallet's.
   */
  keyFile: z.string().min(1).optional(),
  keyVariable: z.string().min(1).optional(),
})

/** Accounts that may see the operator's pages: CAIP-10. One that signs with a key is the same on every network of its family. */
export const operatorsSchema = z.array(accountIdSchema).default([])
