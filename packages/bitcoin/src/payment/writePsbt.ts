import { LatchkeyError } from '@latchkey/protocol'
import { Transaction } from '@scure/btc-signer/transaction.js'
import { toBase64 } from '../bytes/base64.ts'
import { equalBytes } from '../bytes/equalBytes.ts'
import { fromHex } from '../bytes/hex.ts'
import type { Coin } from '../coins/Coin.ts'
import { keyScripts } from '../keys/keyScripts.ts'
import { type Payment, replaceableSequence } from './Payment.ts'

/**
 * Writes a payment as an unsigned PSBT (BIP-174, version 0), base64.
 * @throws LatchkeyError `malformed_request` if a coin lacks the key or the transaction that its type needs, or contradicts them
 */
export function writePsbt({ inputs, outputs, lockTime }: Payment): string {
  const transaction = new Transaction({ version: 2, lockTime })
  try {
    for (const coin of inputs)
      transaction.addInput({
        txid: coin.txid,
        index: coin.vout,
        sequence: replaceableSequence,
        ...spendingFields(coin),
      })
    for (const { script, value } of outputs) transaction.addOutput({ script, amount: value })
    return toBase64(transaction.toPSBT(0))
  } catch (cause) {
    if (cause instanceof LatchkeyError) throw cause
    throw refuse(cause instanceof Error ? cause.message : 'not a payment', cause)
  }
}

/** Fields of a coin that a signer needs. */
function spendingFields({ type, value, script, publicKey, previousTransaction }: Coin) {
  const previous = previousTransaction === undefined ? {} : { nonWitnessUtxo: fromHex(previousTransaction) }
  if (type === 'p2pkh') {
    if (previousTransaction === undefined) throw refuse('a p2pkh coin needs the transaction that it comes from')
    return previous
  }
  const witness = { witnessUtxo: { script, amount: value } }
  if (type === 'p2wpkh') return { ...witness, ...previous }
  // Taproot's signature covers the amounts of all inputs, so they need no proof. A wallet knows its own key.
  if (!publicKey) return type === 'p2tr' ? witness : { ...witness, ...previous }
  const scripts = keyScripts({ publicKey, type })
  if (!equalBytes(scripts.script, script)) throw refuse(`the public key is not that of the ${type} coin`)
  if (type === 'p2tr') return { ...witness, tapInternalKey: scripts.internalKey as Uint8Array }
  return { ...witness, ...previous, redeemScript: scripts.redeemScript as Uint8Array }
}

const refuse = (details: string, cause?: unknown) => new LatchkeyError('malformed_request', { details, cause })
