import { LatchkeyError } from '@latchkey/protocol'
import { toBase64 } from '../bytes/base64.ts'
import { openPsbt } from './openPsbt.ts'

/** A transaction ready for broadcast. */
export type FinalTransaction = {
  /** The transaction with its witnesses, in hexadecimal. */
  hex: string
  txid: string
  /** Virtual bytes. */
  vsize: number
  /** The finalized PSBT, base64. */
  psbt: string
}

/**
 * Finalizes a PSBT whose inputs are all signed. Final inputs stay as they are. Does not verify the signatures, which the network does.
 * Source: BIP-174, "Input Finalizer" and "Transaction Extractor".
 * @param psbt base64
 * @throws LatchkeyError `malformed_request` if a signature is missing
 */
export function finalizePsbt({ psbt }: { psbt: string }): FinalTransaction {
  const transaction = openPsbt(psbt)
  try {
    for (let index = 0; index < transaction.inputsLength; index++) {
      const raw = transaction.getInput(index)
      if (!raw.finalScriptSig?.length && !raw.finalScriptWitness?.length) transaction.finalizeIdx(index)
    }
    transaction.extract()
    const { hex, id, vsize } = transaction
    return { hex, txid: id, vsize, psbt: toBase64(transaction.toPSBT()) }
  } catch (cause) {
    throw new LatchkeyError('malformed_request', {
      cause,
      details: cause instanceof Error ? cause.message : 'not signed',
    })
  }
}
