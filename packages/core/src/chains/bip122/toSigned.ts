import { assertPayment, finalizePsbt, type Payment, takeSignatures } from '@latchkey/bitcoin'
import type { SignedTransaction } from '../SignedChain.ts'
import { writePlan } from './paymentPlan.ts'

/**
 * Holds what a wallet gave back against the payment that was shown, twice: the PSBT as it came, and the bytes that are made of it.
 *
 * @param options.psbt what the wallet was asked to sign, base64
 * @param options.signed what it gave back, base64
 * @returns the bytes to send, with what another in their place is built from
 * @throws LatchkeyError `send_failed` where anything differs or a signature is missing
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
