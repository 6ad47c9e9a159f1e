import { randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { countZeroBits, type WorkChallenge, type WorkSolution, workFunction } from '@latchkey/protocol/wallet'
import type { Context } from '../platform/context.ts'
import { isSameHash } from '../platform/crypto/isSameHash.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'

/** What a challenge is for; its solution is of no use for anything else. */
export type WorkPurpose = { projectId: string; mailbox: string; jkt: string; network: string }

/** Asks browsers for work, and checks it. */
export type Work = {
  ask: (options: { purpose: WorkPurpose; bits: number }) => WorkChallenge
  /** Whether a challenge is one of ours, for this, and still good: that costs nothing. @returns its id; undefined: it is not */
  read: (options: { purpose: WorkPurpose; challenge: string }) => { id: string; bits: number } | undefined
  /** Whether the solution of such a challenge is right; takes about two milliseconds. */
  isSolved: (options: { solution: WorkSolution; bits: number }) => Promise<boolean>
}

/** Seconds for which a challenge is good. */
export const workSeconds = 120

const hash = promisify<string, string, number, object, Buffer>(scrypt)

/** Creates the work. A challenge is kept nowhere: the server knows it by its HMAC again. */
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
