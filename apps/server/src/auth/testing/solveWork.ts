import { scryptSync } from 'node:crypto'
import {
  countZeroBits,
  type WorkChallenge,
  type WorkSolution,
  workFunction,
  workRefusalSchema,
} from '@latchkey/protocol/wallet'

/** Solves a challenge as a browser does. @returns the solution, and the number of tries */
export function solveWork({ challenge, bits }: WorkChallenge): { solution: WorkSolution; tries: number } {
  for (let nonce = 0; ; nonce += 1)
    if (zeroBits(challenge, nonce) >= bits) return { solution: { challenge, nonce: String(nonce) }, tries: nonce + 1 }
}

/** Returns a wrong solution. With six bits, one try in sixty-four is right by chance. */
export function wrongNonce({ challenge, bits }: WorkChallenge): string {
  for (let nonce = 0; ; nonce += 1) if (zeroBits(challenge, nonce) < bits) return String(nonce)
}

function zeroBits(challenge: string, nonce: number): number {
  const { dkLen, N, r, p } = workFunction
  return countZeroBits(scryptSync(String(nonce), challenge, dkLen, { N, r, p }))
}

/** Returns the challenge of a refusal. */
export function readWork({ body, code }: { body: unknown; code: string | undefined }): WorkChallenge {
  if (code !== 'work_required') throw new Error(`The refusal is ${code}`)
  return workRefusalSchema.parse(body).work
}
