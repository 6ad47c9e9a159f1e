import { RawOldTx } from '@scure/btc-signer/script.js'
import { Transaction } from '@scure/btc-signer/transaction.js'
import { concatBytes, sha256x2, tagSchnorr } from '@scure/btc-signer/utils.js'

/** Returns the tagged hash of a message (BIP-322). */
export function messageHash(message: string): Uint8Array {
  return tagSchnorr('BIP0322-signed-message', new TextEncoder().encode(message))
}

/** Returns the ID of the virtual transaction that contains the message, in the byte order of explorers (BIP-322, `to_spend`). */
export function toSpendId({ message, script }: { message: string; script: Uint8Array }): Uint8Array {
  const bytes = RawOldTx.encode({
    version: 0,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffffffff,
        finalScriptSig: concatBytes(Uint8Array.of(0, 32), messageHash(message)),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script }],
    lockTime: 0,
  })
  return sha256x2(bytes).reverse()
}

/** Fields of the virtual transaction that BIP-322 leaves open; its "simple" form has zeros. */
export type SigningTimes = {
  version: number
  /** Start of validity: a block height, or Unix seconds. */
  lockTime: number
  /** Time that must pass first if the version is 2 (BIP-68). */
  sequence: number
}

/** Returns the virtual transaction that spends the message and is signed (BIP-322, `to_sign`). */
export function toSign({
  message,
  script,
  version = 0,
  lockTime = 0,
  sequence = 0,
}: { message: string; script: Uint8Array } & Partial<SigningTimes>): Transaction {
  const transaction = new Transaction({ version, lockTime, allowUnknownVersion: true, allowUnknownOutputs: true })
  transaction.addInput({
    txid: toSpendId({ message, script }),
    index: 0,
    sequence,
    witnessUtxo: { amount: 0n, script },
  })
  transaction.addOutput({ amount: 0n, script: Uint8Array.of(0x6a) })
  return transaction
}

/** Returns the digest that a P2PKH input of `to_sign` signs: the transaction in its form before segwit, with SIGHASH_ALL. */
export function toSignDigest({
  message,
  script,
  version,
  lockTime,
  sequence,
}: { message: string; script: Uint8Array } & SigningTimes): Uint8Array {
  const bytes = RawOldTx.encode({
    version,
    inputs: [{ txid: toSpendId({ message, script }), index: 0, finalScriptSig: script, sequence }],
    outputs: [{ amount: 0n, script: Uint8Array.of(0x6a) }],
    lockTime,
  })
  return sha256x2(bytes, Uint8Array.of(1, 0, 0, 0))
}

/** Returns the digest of the legacy form: the message after Bitcoin's prefix, hashed twice. */
export function legacyDigest(message: string): Uint8Array {
  const text = new TextEncoder().encode(message)
  return sha256x2(prefix, compactSize(text.length), text)
}

const prefix = new TextEncoder().encode('\u0018Bitcoin Signed Message:\n')

function compactSize(value: number): Uint8Array {
  if (value < 0xfd) return Uint8Array.of(value)
  if (value <= 0xffff) return Uint8Array.of(0xfd, value & 0xff, value >> 8)
  return Uint8Array.of(0xfe, value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff, value >>> 24)
}
