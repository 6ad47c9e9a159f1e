import { LatchkeyError } from '@latchkey/protocol'
import { Transaction } from '@scure/btc-signer/transaction.js'
import { fromBase64 } from '../bytes/base64.ts'

/**
 * Maximum bytes. Each input may contain the transaction that it spends, of 100,000 bytes and more if that paid many at once: this
 * allows about ten of them.
 */
const largest = 1_000_000

/**
 * Opens a PSBT, version 0 or 2, and checks its consistency: previous transactions have the IDs of the inputs, and the same amount as
 * `witnessUtxo`. Source: BIP-174, BIP-370, BIP-371.
 * @param psbt base64
 * @throws LatchkeyError `malformed_request`
 */
export function openPsbt(psbt: string): Transaction {
  if (psbt.length > (largest * 4) / 3) throw malformed(`the PSBT is larger than ${largest} bytes`)
  const bytes = fromBase64(psbt)
  try {
    const transaction = Transaction.fromPSBT(bytes, {
      allowUnknownOutputs: true,
      allowUnknownInputs: true,
      allowUnknownVersion: true,
      unknown: 'ignore',
    })
    if (transaction.inputsLength === 0) throw malformed('the PSBT has no input')
    return transaction
  } catch (cause) {
    if (cause instanceof LatchkeyError) throw cause
    throw malformed(cause instanceof Error ? cause.message : 'not a PSBT', cause)
  }
}

const malformed = (details: string, cause?: unknown) => new LatchkeyError('malformed_request', { details, cause })
