import { createHash } from 'node:crypto'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { AuditAnchor, AuditHead } from './Audit.ts'
import { canonicalJson } from './canonicalJson.ts'

/** Contents of a row, without the computed fields. */
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

/** Hashes and signatures of the log, with separate keys that derive from the server's root. */
export type AuditKeys = {
  /** Identifies the key without revealing it. */
  keyId: string
  hash: (contents: AuditContents, previousHash: Uint8Array) => Uint8Array
  signHead: (head: AuditHead) => Uint8Array
  signAnchor: (anchor: Pick<AuditAnchor, 'at' | 'heads' | 'keyId'>) => Uint8Array
}

/** Creates the keys. Entries without a key are hashed as in earlier versions. */
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
