import { schnorr } from '@noble/curves/secp256k1'
import { sha256 } from '@noble/hashes/sha2'
import { concatBytes } from '@noble/hashes/utils'

/** A transaction without its witnesses. `txid` in wire order, amounts in satoshi. */
export type BitcoinTransaction = {
  version: number
  inputs: readonly { txid: Uint8Array; vout: number; script: Uint8Array; sequence: number }[]
  outputs: readonly { amount: bigint; script: Uint8Array }[]
  locktime: number
}

/** An output that a transaction spends. */
export type Prevout = { amount: bigint; script: Uint8Array }

/** SHA-256 twice. */
export function hash256(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes))
}

/** A number as 4 bytes in little-endian order. */
export function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, true)
  return bytes
}

/** A number as 8 bytes in little-endian order. */
function uint64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value, true)
  return bytes
}

/** Prefixes bytes with their length as a Bitcoin variable integer. */
export function withLength(bytes: Uint8Array): Uint8Array {
  return concatBytes(compactSize(bytes.length), bytes)
}

/** A Bitcoin variable integer, up to 65,535. */
export function compactSize(value: number): Uint8Array {
  if (value < 0xfd) return new Uint8Array([value])
  if (value > 0xffff) throw new Error('Longer than this wallet writes')
  return new Uint8Array([0xfd, value & 0xff, value >> 8])
}

/** Serializes a transaction without witnesses. */
export function encodeTransaction({ version, inputs, outputs, locktime }: BitcoinTransaction): Uint8Array {
  return concatBytes(
    uint32(version),
    compactSize(inputs.length),
    ...inputs.map(({ txid, vout, script, sequence }) =>
      concatBytes(txid, uint32(vout), withLength(script), uint32(sequence)),
    ),
    compactSize(outputs.length),
    ...outputs.map(({ amount, script }) => concatBytes(uint64(amount), withLength(script))),
    uint32(locktime),
  )
}

/** The hash to sign for an input that pays to a witness key hash (SIGHASH_ALL). Source: BIP-143. */
export function hashForSegwit({
  transaction: { version, inputs, outputs, locktime },
  index,
  prevout,
}: {
  transaction: BitcoinTransaction
  index: number
  prevout: Prevout
}): Uint8Array {
  const input = inputs[index]
  if (!input) throw new Error(`There is no input ${index}`)
  const keyHash = prevout.script.subarray(2)
  const scriptCode = concatBytes(new Uint8Array([0x76, 0xa9, 0x14]), keyHash, new Uint8Array([0x88, 0xac]))
  return hash256(
    concatBytes(
      uint32(version),
      hash256(concatBytes(...inputs.map(({ txid, vout }) => concatBytes(txid, uint32(vout))))),
      hash256(concatBytes(...inputs.map(({ sequence }) => uint32(sequence)))),
      input.txid,
      uint32(input.vout),
      withLength(scriptCode),
      uint64(prevout.amount),
      uint32(input.sequence),
      hash256(concatBytes(...outputs.map(({ amount, script }) => concatBytes(uint64(amount), withLength(script))))),
      uint32(locktime),
      uint32(1),
    ),
  )
}

/** The hash to sign for an input that pays to a taproot key (SIGHASH_DEFAULT, key path). Source: BIP-341. */
export function hashForTaproot({
  transaction: { version, inputs, outputs, locktime },
  index,
  prevouts,
}: {
  transaction: BitcoinTransaction
  index: number
  prevouts: readonly Prevout[]
}): Uint8Array {
  return schnorr.utils.taggedHash(
    'TapSighash',
    new Uint8Array([0, 0]),
    uint32(version),
    uint32(locktime),
    sha256(concatBytes(...inputs.map(({ txid, vout }) => concatBytes(txid, uint32(vout))))),
    sha256(concatBytes(...prevouts.map(({ amount }) => uint64(amount)))),
    sha256(concatBytes(...prevouts.map(({ script }) => withLength(script)))),
    sha256(concatBytes(...inputs.map(({ sequence }) => uint32(sequence)))),
    sha256(concatBytes(...outputs.map(({ amount, script }) => concatBytes(uint64(amount), withLength(script))))),
    new Uint8Array([0]),
    uint32(index),
  )
}

/** Serializes a transaction with its witnesses, one for each input. Source: BIP-144. */
export function encodeSignedTransaction({
  transaction,
  witnesses,
}: {
  transaction: BitcoinTransaction
  witnesses: readonly (readonly Uint8Array[])[]
}): Uint8Array {
  const plain = encodeTransaction(transaction)
  return concatBytes(
    plain.slice(0, 4),
    new Uint8Array([0, 1]),
    plain.slice(4, -4),
    ...witnesses.map((parts) => concatBytes(compactSize(parts.length), ...parts.map(withLength))),
    plain.slice(-4),
  )
}
