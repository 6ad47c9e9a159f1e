import * as z from 'zod/mini'
import { defineEndpoint } from '../api/endpoint.ts'

/** Media type of a signed health answer, in its header. */
export const healthTokenType = 'latchkey-health+jwt'

/** A public key that signs health answers (RFC 7517, ES256). */
const healthKeySchema = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  kid: z.string(),
})

/** A public key that signs health answers. */
export type HealthKey = z.infer<typeof healthKeySchema>

/**
 * Proves that the server answers: a JWT (ES256) over the caller's nonce and the wallet's origin. A device pins the keys in normal
 * operation. Later it accepts only an answer under a pinned key, so neither silence nor another server's answer passes for the server.
 */
export const proveHealth = defineEndpoint({
  method: 'GET',
  path: '/v1/health',
  summary: 'A signed proof that the server answers',
  tag: 'Operation',
  project: 'none',
  query: z.object({ nonce: z.string().check(z.regex(/^[A-Za-z0-9_-]{22,64}$/)) }),
  response: z.object({
    /** `{ iss, nonce, iat }`, with the type `latchkey-health+jwt`. */
    token: z.string(),
    /** Current and upcoming signing keys, newest first. */
    keys: z.array(healthKeySchema),
  }),
  errors: [],
})
