import { schnorr, secp256k1 } from '@noble/curves/secp256k1'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils'
import type { BitcoinKey } from './bitcoinKeys.ts'
import {
  type BitcoinTransaction,
  compactSize,
  encodeTransaction,
  hash256,
  hashForSegwit,
  hashForTaproot,
  withLength,
} from './transaction.ts'

/**
 * Signs a message in one of two forms. The simple form of BIP-322 is the witness of a transaction that spends nothing. The legacy form is a
 * recoverable signature of 65 bytes (BIP-137), for addresses of a key hash.
 */
export function signBitcoinMessage({
  key,
  message,
  protocol = 'bip322',
}: {
  key: BitcoinKey
  message: Uint8Array
  protocol?: 'bip322' | 'ecdsa' | undefined
}): Uint8Array {
  if (protocol === 'ecdsa') {
    if (key.purpose === 'ordinals') throw new Error('A taproot address has no legacy signature')
    const hash = hash256(concatBytes(withLength(utf8ToBytes('Bitcoin Signed Message:\n')), withLength(message)))
    const signature = secp256k1.sign(hash, key.privateKey)
    return concatBytes(new Uint8Array([31 + signature.recovery]), signature.toCompactRawBytes())
  }
  const transaction = messageTransaction({ script: key.script, message })
  const prevout = { amount: 0n, script: key.script }
  if (key.purpose === 'ordinals') {
    const signature = schnorr.sign(hashForTaproot({ transaction, index: 0, prevouts: [prevout] }), key.privateKey)
    return concatBytes(compactSize(1), withLength(signature))
  }
  const signature = secp256k1.sign(hashForSegwit({ transaction, index: 0, prevout }), key.privateKey)
  const witness = concatBytes(signature.toDERRawBytes(), new Uint8Array([1]))
  return concatBytes(compactSize(2), withLength(witness), withLength(key.publicKey))
}

/** The transaction that BIP-322 signs for a message to an address: `to_sign`, which spends `to_spend`. */
export function messageTransaction({
  script,
  message,
}: {
  script: Uint8Array
  message: Uint8Array
}): BitcoinTransaction {
  const tag = schnorr.utils.taggedHash('BIP0322-signed-message', message)
  const toSpend: BitcoinTransaction = {
    version: 0,
    inputs: [
      {
        txid: new Uint8Array(32),
        vout: 0xffffffff,
        script: concatBytes(new Uint8Array([0x00, 0x20]), tag),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script }],
    locktime: 0,
  }
  return {
    version: 0,
    inputs: [{ txid: hash256(encodeTransaction(toSpend)), vout: 0, script: new Uint8Array(), sequence: 0 }],
    outputs: [{ amount: 0n, script: new Uint8Array([0x6a]) }],
    locktime: 0,
  }
}
