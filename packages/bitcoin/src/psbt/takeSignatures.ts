import { LatchkeyError } from '@latchkey/protocol'
import { toBase64 } from '../bytes/base64.ts'
import { equalBytes } from '../bytes/equalBytes.ts'
import { openPsbt } from './openPsbt.ts'

/**
 * Puts the signatures of a PSBT that a wallet gave back into the one that it was asked to sign: wallets leave out what they need no more,
 * and nothing else of theirs is taken over.
 *
 * @param psbt what was asked for, base64
 * @param signed what came back, base64; finalized or not
 * @returns `psbt` with the signatures, base64
 * @throws LatchkeyError `send_failed` when another transaction came back; `malformed_request`
 */
export function takeSignatures({ psbt, signed }: { psbt: string; signed: string }): string {
  const asked = openPsbt(psbt)
  const answer = openPsbt(signed)
  if (!equalBytes(asked.unsignedTx, answer.unsignedTx))
    throw new LatchkeyError('send_failed', { details: 'What was signed is not what was shown: another transaction' })
  try {
    for (let index = 0; index < asked.inputsLength; index++) {
      const { partialSig, tapKeySig, finalScriptSig, finalScriptWitness, redeemScript } = answer.getInput(index)
      // Without it the signature is worth nothing; that it is the address's is checked as it is put in.
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
