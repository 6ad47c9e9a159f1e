import { createHash } from 'node:crypto'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { AuditAnchor, AuditHead } from './Audit.ts'
import { canonicalJson } from './canonicalJson.ts'

/** A row without what is computed from it. */
export type AuditContents = {
  seq: number
  at: Date
  userId: string | null
  deviceId: string | null
  event: string
  data: Record<string, string | number | boolean | null>
  chain: number
  keyId: string | null
}

/** Hashes and signatures of the log, under keys of their own that are derived from the server's root. */
export type AuditKeys = {
  /** Tells keys apart, and tells nothing about them. */
  keyId: string
  hash: (contents: AuditContents, previousHash: Uint8Array) => Uint8Array
  signHead: (head: AuditHead) => Uint8Array
  signAnchor: (anchor: Pick<AuditAnchor, 'at' | 'heads' | 'keyId'>) => Uint8Array
}

/** Creates them. Entries without a key are hashed as the versions before did. */
export function createAuditKeys({ sealer }: { sealer: Pick<Sealer, 'mac'> }): AuditKeys {
  const keyId = Buffer.from(sealer.mac({ purpose: 'audit-key-id', data: '' }))
    .subarray(0, 8)
    .toString('hex')
  return {
    keyId,
    hash: ({ at, chain, keyId: key, ...rest }, previousHash) => {
      const contents = { ...rest, at: at.toISOString() }
      if (key === null) return createHash('sha256').update(previousHash).update(canonicalJson(contents)).digest()
      const text = canonicalJson({ ...contents, chain, keyId: key })
      return sealer.mac({ purpose: 'audit-entry', data: Buffer.concat([previousHash, Buffer.from(text)]) })
    },
    signHead: ({ chain, seq, hash }) =>
      sealer.mac({ purpose: 'audit-head', data: canonicalJson({ chain, seq, hash }) }),
    signAnchor: ({ at, heads, keyId: key }) =>
      sealer.mac({ purpose: 'audit-anchor', data: canonicalJson({ at, heads, keyId: key }) }),
  }
}
