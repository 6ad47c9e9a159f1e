import * as z from 'zod/mini'
import { timeSchema } from './fields.ts'

/**
 * The work of a browser after many requests for mails: find a `nonce` for which scrypt(nonce, salt: challenge) with these parameters begins
 * with the required zero bits. One attempt needs 1 MiB of memory, so that a graphics card gains less than with a plain hash. Source: RFC 7914.
 */
export const workFunction = { N: 1024, r: 8, p: 1, dkLen: 32 } as const

/** Challenge in an error with `work_required`. */
export const workChallengeSchema = z.object({
  /** Bound to the project, the mailbox, the device key, the network and the time; valid once. */
  challenge: z.string().check(z.minLength(1), z.maxLength(500)),
  /** Leading zero bits. About 2 to the power of this number of attempts. */
  bits: z.int().check(z.minimum(1), z.maximum(20)),
  expiresAt: timeSchema,
})

/** Challenge in an error with `work_required`. */
export type WorkChallenge = z.infer<typeof workChallengeSchema>

/** The answer to a challenge, sent with the repeated request. */
export const workSolutionSchema = z.strictObject({
  challenge: z.string().check(z.minLength(1), z.maxLength(500)),
  nonce: z.string().check(z.regex(/^\d{1,15}$/)),
})

/** The answer to a challenge. */
export type WorkSolution = z.infer<typeof workSolutionSchema>

/** Body of an error with `work_required`. */
export const workRefusalSchema = z.object({
  status: z.literal('FAILED'),
  code: z.literal('work_required'),
  reasons: z.array(z.object({ field: z.string(), description: z.string() })),
  work: workChallengeSchema,
})

/** Returns the number of leading zero bits of a hash. */
export function countZeroBits(hash: Uint8Array): number {
  let bits = 0
  for (const byte of hash) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24
    bits += 8
  }
  return bits
}
