import * as z from 'zod/mini'
import { defineEndpoint } from '../api/endpoint.ts'
import { bytesSchema, idSchema } from './fields.ts'

/** Password attempts of one account in 24 hours, on all devices. */
export const passwordTriesPerDay = 10

/**
 * Evaluates a blinded password with the key of the wallet's password factor (RFC 9497, OPRF, ristretto255-SHA512). The server learns
 * nothing about the password, and without this answer passwords cannot be tested. Each evaluation is counted, reported by mail and
 * logged. The same element again counts as the same attempt.
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
    /** An element of the group other than the identity: the blinded password (32 bytes). */
    blinded: bytesSchema(32),
  }),
  response: z.object({
    /** The evaluated element (32 bytes). */
    evaluated: bytesSchema(32),
    /** `meta.bind` of the factor, which shows whether this password was right before anything is opened. */
    bind: bytesSchema(32),
    /** Remaining attempts. */
    triesLeft: z.number(),
  }),
  errors: ['session_ended', 'wallet_unknown', 'factor_unknown', 'password_outdated', 'invalid_body', 'rate_limited'],
})
