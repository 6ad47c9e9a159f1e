import { LatchkeyError } from '@latchkey/protocol'
import { toBase64 } from '../bytes/base64.ts'
import { equalBytes } from '../bytes/equalBytes.ts'
import { openPsbt } from './openPsbt.ts'

/**
 * Copies the signatures of a wallet's PSBT into the one that it was asked to sign. Wallets omit fields that they no longer need, and
 * nothing else of theirs is taken over.
 *
 * @param psbt the request, base64
 * @param signed the wallet's answer, base64; finalized or not
 * @returns `psbt` with the signatures, base64
 * @throws LatchkeyError `send_failed` if the answer is another transaction; `malformed_request`
 */
export function takeSignatures({ psbt, signed }: { psbt: string; signed: string }): string {
  const asked = openPsbt(psbt)
  const answer = openPsbt(signed)
  if (!equalBytes(asked.unsignedTx, answer.unsignedTx))
    throw new LatchkeyError('send_failed', {
      details: 'The signed transaction differs from the one shown: another transaction',
    })
  try {
    for (let index = 0; index < asked.inputsLength; index++) {
      const { partialSig, tapKeySig, finalScriptSig, finalScriptWitness, redeemScript } = answer.getInput(index)
      // The signature is useless without it. When it is set, it is checked against the address.
      if (redeemScript && !asked.getInput(index).redeemScript) asked.updateInput(index, { redeemScript }, true)
      const final = finalScriptSig?.length || finalScriptWitness?.length
      asked.updateInput(
        index,
        final
          ? {
              ...(finalScriptSig?.length && { finalScriptSig }),
              ...(finalScriptWitness?.length && { finalScriptWitness }),
            }
          : { ...(partialSig?.length && { partialSig }), ...(tapKeySig && { tapKeySig }) },
        true,
      )
    }
    return toBase64(asked.toPSBT())
  } catch (cause) {
    throw new LatchkeyError('malformed_request', {
      cause,
      details: cause instanceof Error ? cause.message : 'the signatures do not fit',
    })
  }
}
