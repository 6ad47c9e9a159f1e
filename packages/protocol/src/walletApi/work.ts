import * as z from 'zod/mini'
import { timeSchema } from './fields.ts'

/**
 * What a browser is to compute where many mails were asked for: a `nonce` for which scrypt(nonce, salt: challenge) with these parameters begins with
 * so many zero bits. One try takes 1 MiB of memory, so that a graphics card gains less than with a plain hash. Source: RFC 7914.
 */
export const workFunction = { N: 1024, r: 8, p: 1, dkLen: 32 } as const

/** What a refusal with `work_required` asks for. */
export const workChallengeSchema = z.object({
  /** Bound to the project, the mailbox, the device key, the network and the time; good once. */
  challenge: z.string().check(z.minLength(1), z.maxLength(500)),
  /** Leading zero bits: about 2 to the power of so many tries. */
  bits: z.int().check(z.minimum(1), z.maximum(20)),
  expiresAt: timeSchema,
})

/** What a refusal with `work_required` asks for. */
export type WorkChallenge = z.infer<typeof workChallengeSchema>

/** The answer to a challenge, sent with the request that was refused. */
export const workSolutionSchema = z.strictObject({
  challenge: z.string().check(z.minLength(1), z.maxLength(500)),
  nonce: z.string().check(z.regex(/^\d{1,15}$/)),
})

/** The answer to a challenge. */
export type WorkSolution = z.infer<typeof workSolutionSchema>

/** The body of a refusal with `work_required`. */
export const workRefusalSchema = z.object({
  status: z.literal('FAILED'),
  code: z.literal('work_required'),
  reasons: z.array(z.object({ field: z.string(), description: z.string() })),
  work: workChallengeSchema,
})

/** How many bits of zero a hash begins with. */
export function countZeroBits(hash: Uint8Array): number {
  let bits = 0
  for (const byte of hash) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24
    bits += 8
  }
  return bits
}
