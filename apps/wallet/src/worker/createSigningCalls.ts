import { LatchkeyError } from '@latchkey/protocol'
import type { Bytes } from '@latchkey/vault'
import { secp256k1 } from '@noble/curves/secp256k1'
import { bytesToHex, hashMessage, hexToBytes, keccak256, numberToHex, serializeTransaction } from 'viem/utils'
import type { KeyRing } from './KeyRing.ts'
import type { KeyWorkerCalls, SignableTransaction } from './KeyWorkerCalls.ts'

type SigningCalls = Pick<KeyWorkerCalls, 'signDigest' | 'signTransaction'>

/** Signs with the seed's key or an imported one. ECDSA nonces are deterministic (RFC 6979), signatures have a low s (EIP-2). */
export function createSigningCalls({ ring }: { ring: KeyRing }): SigningCalls {
  const keyOf = (address: string): Bytes => {
    const { evmKey, contents, address: own } = ring.current()
    const wanted = address.toLowerCase()
    if (wanted === own.toLowerCase()) return evmKey
    const imported = contents.importedKeys.find(
      (key) => key.namespace === 'eip155' && key.address.toLowerCase() === wanted,
    )
    if (!imported) throw new LatchkeyError('account_changed')
    return imported.privateKey
  }
  return {
    signDigest: async ({ address, digest }) => {
      if (!/^0x[0-9a-f]{64}$/i.test(digest)) throw new LatchkeyError('malformed_request')
      return toHex(sign(digest, keyOf(address)))
    },
    signTransaction: async ({ address, transaction }) => {
      const unsigned = toSerializable(transaction)
      const { r, s, yParity } = sign(keccak256(serializeTransaction(unsigned)), keyOf(address))
      const signed = serializeTransaction(unsigned, {
        r,
        s,
        yParity,
        // Legacy transactions carry the chain in v (EIP-155).
        v: BigInt(yParity) + (transaction.type === 'legacy' ? BigInt(transaction.chainId) * 2n + 35n : 27n),
      })
      return { signed, hash: keccak256(signed) }
    },
  }
}

type Signature = { r: `0x${string}`; s: `0x${string}`; yParity: number }

function sign(hash: `0x${string}`, privateKey: Bytes): Signature {
  const { r, s, recovery } = secp256k1.sign(hexToBytes(hash), privateKey, { lowS: true })
  return { r: numberToHex(r, { size: 32 }), s: numberToHex(s, { size: 32 }), yParity: recovery }
}

/** 65 bytes: r, s, and 27 or 28. */
function toHex({ r, s, yParity }: Signature): `0x${string}` {
  return bytesToHex(Uint8Array.from([...hexToBytes(r), ...hexToBytes(s), 27 + yParity]))
}

/** Signs the proof that a new address belongs to whoever registers it. */
export function signProof({ privateKey, text }: { privateKey: Bytes; text: string }): `0x${string}` {
  return toHex(sign(hashMessage(text), privateKey))
}

function toSerializable({
  type,
  chainId,
  to,
  value,
  data,
  nonce,
  gas,
  gasPrice,
  maxFeePerGas,
  maxPriorityFeePerGas,
}: SignableTransaction) {
  const shared = { chainId, to: to ?? undefined, value, data, nonce, gas }
  if (type === 'legacy') {
    if (gasPrice === undefined) throw new LatchkeyError('malformed_request')
    return { ...shared, type, gasPrice } as const
  }
  if (maxFeePerGas === undefined || maxPriorityFeePerGas === undefined) throw new LatchkeyError('malformed_request')
  return { ...shared, type, maxFeePerGas, maxPriorityFeePerGas } as const
}
