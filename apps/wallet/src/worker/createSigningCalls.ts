import { ServiceError } from '@latchkey/protocol/errors'
import type { Bytes } from '@latchkey/vault'
import { secp256k1 } from '@noble/curves/secp256k1'
import { keccak_256 } from '@noble/hashes/sha3'
import { delegationDigest, encodeSigned, type TransactionSignature, transactionDigest } from './encodeTransaction.ts'
import { fromHex, toHex } from './hex.ts'
import type { KeyRing } from './KeyRing.ts'
import type { KeyWorkerCalls } from './KeyWorkerCalls.ts'
import type { RunRare } from './RareCalls.ts'
import { smartAccountOf } from './smartAccountOf.ts'

type SigningCalls = Pick<
  KeyWorkerCalls,
  'signDigest' | 'signTransaction' | 'signDelegation' | 'signFamily' | 'smartAccount'
>

/** Signs with the seed's key or an imported one. ECDSA nonces are deterministic (RFC 6979), signatures have a low s (EIP-2). */
export function createSigningCalls({ ring, rare }: { ring: KeyRing; rare: RunRare }): SigningCalls {
  const keyOf = (address: string): Bytes => {
    const { evmKey, contents, address: own } = ring.current()
    const wanted = address.toLowerCase()
    if (wanted === own.toLowerCase()) return evmKey()
    const imported = contents.importedKeys.find(
      (key) => key.namespace === 'eip155' && key.address.toLowerCase() === wanted,
    )
    if (!imported) throw new ServiceError('account_changed')
    return imported.privateKey
  }
  return {
    signDigest: async ({ address, digest }) => {
      if (!/^0x[0-9a-f]{64}$/i.test(digest)) throw new ServiceError('malformed_request')
      return toText(sign(fromHex(digest), keyOf(address)))
    },
    signTransaction: async ({ address, transaction }) => {
      const signature = sign(transactionDigest(transaction), keyOf(address))
      const signed = encodeSigned({ transaction, signature })
      return { signed: toHex(signed), hash: toHex(keccak_256(signed)) }
    },
    signDelegation: async ({ address, chainId, nonce }) => {
      const { r, s, yParity } = sign(delegationDigest({ chainId, nonce }), keyOf(address))
      return { r: `0x${toWord(r)}`, s: `0x${toWord(s)}`, yParity }
    },
    signFamily: (options) => rare((calls) => calls.signFamily({ ...options, seed: ring.current().contents.seed })),
    smartAccount: async ({ owner }) => smartAccountOf(owner),
  }
}

/** Signs the claim by which an address names its control key. @see controlKeyClaim */
export function signClaim({ privateKey, claim }: { privateKey: Bytes; claim: Bytes }): `0x${string}` {
  return toText(sign(keccak_256(claim), privateKey))
}

function sign(digest: Uint8Array, privateKey: Bytes): TransactionSignature {
  const { r, s, recovery } = secp256k1.sign(digest, privateKey, { lowS: true })
  return { r, s, yParity: recovery }
}

/** 65 bytes: r, s, and 27 or 28. */
function toText({ r, s, yParity }: TransactionSignature): `0x${string}` {
  return `0x${toWord(r)}${toWord(s)}${(27 + yParity).toString(16)}`
}

function toWord(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}
