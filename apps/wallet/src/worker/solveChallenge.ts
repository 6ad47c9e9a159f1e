import { countZeroBits, type WorkChallenge, workFunction } from '@latchkey/protocol/wallet'
import { scrypt } from '@noble/hashes/scrypt.js'

/** Finds the nonce of a challenge. It runs without a time limit: the caller ends its worker. */
export async function solveChallenge({ challenge, bits }: Pick<WorkChallenge, 'challenge' | 'bits'>): Promise<string> {
  for (let nonce = 0; ; nonce += 1) {
    if (countZeroBits(scrypt(String(nonce), challenge, workFunction)) >= bits) return String(nonce)
  }
}
