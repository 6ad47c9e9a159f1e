import * as z from 'zod/mini'
import { defineEndpoint } from '../api/endpoint.ts'
import { bytesSchema, idSchema } from './fields.ts'

/** Passwords that one account may try in 24 hours, on whatever device. */
export const passwordTriesPerDay = 10

/**
 * Evaluates a blinded password with the key of the wallet's password factor (RFC 9497, OPRF, ristretto255-SHA512). The server learns
 * nothing of the password, and without this answer no password can be told from another. Each evaluation is counted, reported by mail
 * and written down; the same element once more is the same try.
 */
export const evaluatePassword = defineEndpoint({
  method: 'POST',
  path: '/v1/wallet/password/evaluate',
  summary: 'Evaluate a blinded password',
  tag: 'Wallet',
  project: 'none',
  auth: 'session',
  body: z.strictObject({
    factorId: idSchema,
    /** An element of the group, not the identity: the password, blinded (32 bytes). */
    blinded: bytesSchema(32),
  }),
  response: z.object({
    /** The element, evaluated (32 bytes). */
    evaluated: bytesSchema(32),
    /** `meta.bind` of the factor: whether this one password was right shows here, before anything is opened. */
    bind: bytesSchema(32),
    /** Tries that are left. */
    triesLeft: z.number(),
  }),
  errors: ['session_ended', 'wallet_unknown', 'factor_unknown', 'password_outdated', 'invalid_body', 'rate_limited'],
})
