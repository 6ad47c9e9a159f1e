import { randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { countZeroBits, type WorkChallenge, type WorkSolution, workFunction } from '@latchkey/protocol/wallet'
import type { Context } from '../platform/context.ts'
import { isSameHash } from '../platform/crypto/isSameHash.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'

/** Purpose of a challenge. Its solution is not valid for anything else. */
export type WorkPurpose = { projectId: string; mailbox: string; jkt: string; network: string }

/** Requires work from browsers, and checks it. */
export type Work = {
  ask: (options: { purpose: WorkPurpose; bits: number }) => WorkChallenge
  /** Returns the id of a challenge if it is ours, for this purpose and not expired, else undefined. Cheap. */
  read: (options: { purpose: WorkPurpose; challenge: string }) => { id: string; bits: number } | undefined
  /** Returns whether the solution of such a challenge is right. Takes about two milliseconds. */
  isSolved: (options: { solution: WorkSolution; bits: number }) => Promise<boolean>
}

/** Seconds that a challenge is valid. */
export const workSeconds = 120

const hash = promisify<string, string, number, object, Buffer>(scrypt)

/** Creates the work. Challenges are not stored: the server recognizes them by their HMAC. */
export function createWork({
  context: { clock },
  sealer,
}: {
  context: Pick<Context, 'clock'>
  sealer: Pick<Sealer, 'mac'>
}): Work {
  const sign = (payload: string, { projectId, mailbox, jkt, network }: WorkPurpose) =>
    sealer.mac({ purpose: 'work', data: JSON.stringify([payload, projectId, mailbox, jkt, network]) })

  return {
    ask: ({ purpose, bits }) => {
      const expires = Math.floor(clock.now() / 1000) + workSeconds
      const payload = `${randomBytes(16).toString('base64url')}.${bits}.${expires}`
      return {
        challenge: `${payload}.${Buffer.from(sign(payload, purpose)).toString('base64url')}`,
        bits,
        expiresAt: new Date(expires * 1000).toISOString(),
      }
    },
    read: ({ purpose, challenge }) => {
      const [id = '', bits = '', expires = '', mac = ''] = challenge.split('.')
      const payload = `${id}.${bits}.${expires}`
      if (challenge !== `${payload}.${mac}`) return undefined
      const given = Buffer.from(mac, 'base64url')
      if (!isSameHash(given, sign(payload, purpose)) || Number(expires) * 1000 <= clock.now()) return undefined
      return { id, bits: Number(bits) }
    },
    isSolved: async ({ solution: { challenge, nonce }, bits }) => {
      const { dkLen, N, r, p } = workFunction
      return countZeroBits(await hash(nonce, challenge, dkLen, { N, r, p })) >= bits
    },
  }
}
