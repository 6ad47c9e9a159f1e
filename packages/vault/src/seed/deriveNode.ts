import { LatchkeyError } from '@latchkey/protocol'
import { HDKey } from '@scure/bip32'
import type { Bytes } from '../bytes/Bytes.ts'

/** A key that a seed gives. */
export type DerivedKey = {
  /** 32 bytes. */
  privateKey: Bytes
  publicKey: Bytes
  address: string
  /** BIP-32 or SLIP-10 path. */
  path: string
}

/** The secp256k1 key of a BIP-32 path; what lies on the way is wiped. */
export function deriveNode({ seed, path }: { seed: Uint8Array; path: string }): {
  privateKey: Bytes
  publicKey: Bytes
} {
  let node = HDKey.fromMasterSeed(seed)
  for (const step of path.split('/').slice(1)) {
    const child = node.deriveChild(Number.parseInt(step, 10) + (step.endsWith("'") ? 0x8000_0000 : 0))
    node.wipePrivateData()
    node = child
  }
  // One in 2^127 seeds has no key on this path.
  if (!node.privateKey || !node.publicKey) throw new LatchkeyError('internal', { details: 'No key on this path' })
  const key = { privateKey: new Uint8Array(node.privateKey), publicKey: new Uint8Array(node.publicKey) }
  node.wipePrivateData()
  return key
}
