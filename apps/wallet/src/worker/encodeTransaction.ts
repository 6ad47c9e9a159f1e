import type { PreparedTransaction } from '@latchkey/clear-signing'
import { ServiceError } from '@latchkey/protocol/errors'
import { smartAccountContracts } from '@latchkey/smart-account'
import { concatBytes } from '@latchkey/vault'
import { keccak_256 } from '@noble/hashes/sha3'
import { fromHex } from './hex.ts'

/** A signature as part of a transaction. */
export type TransactionSignature = { r: bigint; s: bigint; yParity: number }

type Item = Uint8Array | readonly Item[]

/** Returns the digest that the sender signs. Source: EIP-155 for legacy transactions, EIP-1559. */
export function transactionDigest(transaction: PreparedTransaction): Uint8Array {
  const fields = fieldsOf(transaction)
  return keccak_256(
    transaction.type === 'legacy'
      ? encode([...fields, number(BigInt(transaction.chainId)), number(0n), number(0n)])
      : concatBytes(Uint8Array.of(2), encode(fields)),
  )
}

/** Encodes the signed transaction for the network. */
export function encodeSigned({
  transaction,
  signature: { r, s, yParity },
}: {
  transaction: PreparedTransaction
  signature: TransactionSignature
}): Uint8Array {
  const isLegacy = transaction.type === 'legacy'
  const v = BigInt(yParity) + (isLegacy ? BigInt(transaction.chainId) * 2n + 35n : 0n)
  const list = encode([...fieldsOf(transaction), number(v), number(r), number(s)])
  return isLegacy ? list : concatBytes(Uint8Array.of(2), list)
}

/** Returns the digest of an authorization for our smart account's code on one network. Source: EIP-7702. */
export function delegationDigest({ chainId, nonce }: { chainId: number; nonce: number }): Uint8Array {
  // Zero would be valid on every network.
  if (chainId <= 0) throw new ServiceError('malformed_request')
  const { implementation } = smartAccountContracts
  return keccak_256(
    concatBytes(Uint8Array.of(5), encode([number(BigInt(chainId)), bytes(implementation, 20), number(BigInt(nonce))])),
  )
}

function fieldsOf(transaction: PreparedTransaction): readonly Item[] {
  const { type, chainId, nonce, gas, to, value, data } = transaction
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = transaction
  const call = [number(gas), bytes(to ?? '0x', to === null ? 0 : 20), number(value), bytes(data)]
  if (type === 'legacy') return [number(BigInt(nonce)), number(required(gasPrice)), ...call]
  const fees = [number(required(maxPriorityFeePerGas)), number(required(maxFeePerGas))]
  // No access list, because clear signing cannot show one.
  return [number(BigInt(chainId)), number(BigInt(nonce)), ...fees, ...call, []]
}

function required(value: bigint | undefined): bigint {
  if (value === undefined) throw new ServiceError('malformed_request')
  return value
}

function bytes(hex: `0x${string}`, length?: number): Uint8Array {
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(hex) || (length !== undefined && hex.length !== 2 + length * 2))
    throw new ServiceError('malformed_request')
  return fromHex(hex)
}

/** Encodes big-endian, without leading zeros; nothing for 0. */
function number(value: bigint): Uint8Array {
  if (value < 0n || value >= 1n << 256n) throw new ServiceError('malformed_request')
  const hex = value === 0n ? '' : value.toString(16)
  return bytes(`0x${hex.length % 2 === 0 ? hex : `0${hex}`}`)
}

/** Recursive length prefix. Source: Ethereum yellow paper, appendix B. */
function encode(item: Item): Uint8Array {
  if (item instanceof Uint8Array) {
    const [first = 0] = item
    return item.length === 1 && first < 0x80 ? item : concatBytes(prefix(0x80, item.length), item)
  }
  const content = concatBytes(...item.map(encode))
  return concatBytes(prefix(0xc0, content.length), content)
}

function prefix(offset: number, length: number): Uint8Array {
  if (length <= 55) return Uint8Array.of(offset + length)
  const size = number(BigInt(length))
  return concatBytes(Uint8Array.of(offset + 55 + size.length), size)
}
