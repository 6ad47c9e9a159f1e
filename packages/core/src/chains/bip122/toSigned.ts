import { assertPayment, finalizePsbt, type Payment, takeSignatures } from '@latchkey/bitcoin'
import type { SignedTransaction } from '../SignedChain.ts'
import { writePlan } from './paymentPlan.ts'

/**
 * Compares the wallet's result with the shown payment, twice: the PSBT as returned, and the finalized bytes.
 *
 * @param options.psbt the PSBT of the request, base64
 * @param options.signed the wallet's result, base64
 * @returns the bytes to submit, with the data for a replacement
 * @throws LatchkeyError `send_failed` if anything differs or a signature is missing
 */
export function toSigned({
  payment,
  psbt,
  signed,
}: {
  payment: Payment
  psbt: string
  signed: string
}): SignedTransaction {
  const complete = takeSignatures({ psbt, signed })
  assertPayment({ payment, psbt: complete })
  const { hex, txid } = finalizePsbt({ psbt: complete })
  assertPayment({ payment, hex })
  return { hash: txid, raw: hex, plan: writePlan(payment) }
}
