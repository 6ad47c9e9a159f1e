import { randomBytes } from 'node:crypto'
import { ServiceError } from '@latchkey/protocol/errors'
import { hashToken } from '../platform/crypto/hashToken.ts'
import { isSameHash } from '../platform/crypto/isSameHash.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import { fromBase62, toBase62 } from './base62.ts'

/** Seconds that a nonce is valid. */
export const nonceSeconds = 300
/** Tolerated clock difference in seconds, between devices and processes. */
export const skewSeconds = 60

const randomLength = 16
const timeLength = 4
const macLength = 16
const byteLength = randomLength + timeLength + macLength
/** Characters of these bytes in base62. */
const textLength = 49

/** Owner of a nonce: a browser, identified by its cookie, at a project. */
export type NonceOwner = { projectId: string; browser: string }

/** Creates nonces and checks them. */
export type Nonces = {
  create: (owner: NonceOwner & { now: number }) => { nonce: string; issuedAt: Date; expiresAt: Date }
  /**
   * Does not check whether the nonce was used.
   *
   * @returns its expiry
   * @throws ServiceError `siwx_nonce_invalid` if it was created for another owner, or not by this server; `siwx_nonce_expired`
   */
  check: (nonce: string, owner: NonceOwner & { now: number }) => { expiresAt: Date }
}

/**
 * Creates nonces that need no storage. They consist of random bytes, the time, and a MAC over both and the owner. Many requests therefore
 * fill no storage, and foreign nonces are invalid.
 */
export function createNonces({ sealer }: { sealer: Pick<Sealer, 'mac'> }): Nonces {
  const macOf = (body: Uint8Array, { projectId, browser }: NonceOwner) =>
    sealer
      // Fields of a fixed length first, so that different owners never give the same bytes.
      .mac({ purpose: 'siwx-nonce', data: Buffer.concat([body, hashToken(browser), Buffer.from(projectId)]) })
      .subarray(0, macLength)
  const expiryOf = (seconds: number) => new Date((seconds + nonceSeconds) * 1000)

  return {
    create: ({ now, ...owner }) => {
      const seconds = Math.floor(now / 1000)
      const time = Buffer.alloc(timeLength)
      time.writeUInt32BE(seconds)
      const body = Buffer.concat([randomBytes(randomLength), time])
      const nonce = toBase62(Buffer.concat([body, macOf(body, owner)]), textLength)
      return { nonce, issuedAt: new Date(seconds * 1000), expiresAt: expiryOf(seconds) }
    },
    check: (nonce, { now, ...owner }) => {
      const bytes = nonce.length === textLength ? fromBase62(nonce, byteLength) : undefined
      const body = bytes?.subarray(0, randomLength + timeLength)
      if (!bytes || !body || !isSameHash(bytes.subarray(-macLength), macOf(body, owner))) throw refuse('invalid')
      const seconds = Buffer.from(body).readUInt32BE(randomLength)
      if (seconds * 1000 > now + skewSeconds * 1000) throw refuse('invalid')
      const expiresAt = expiryOf(seconds)
      if (now >= expiresAt.getTime()) throw refuse('expired')
      return { expiresAt }
    },
  }
}

function refuse(why: 'invalid' | 'expired'): ServiceError {
  return new ServiceError(`siwx_nonce_${why}`, { field: 'nonce' })
}
