import { assertPayment, type Payment, readAddress, readPsbt } from '@latchkey/bitcoin'
import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { readPaymentAccount } from '../../chains/bip122/PaymentAccount.ts'
import type { SendPreview, SendTransaction } from '../SendFeature.ts'

type BitcoinTransaction = Extract<SendTransaction, { namespace: 'bip122' }>

/**
 * Reads the payment back out of what the preview shows, and holds it against what was previewed and against the PSBT that the wallet will
 * get: receiver, amount, change and fee to the satoshi.
 *
 * @throws LatchkeyError `send_failed` where they differ
 */
export function toPayment({
  preview: { chainId, receiver, amount },
  transaction,
  publicKey,
}: {
  preview: Pick<SendPreview, 'chainId' | 'receiver' | 'amount'>
  transaction: BitcoinTransaction
  /** Hexadecimal, as the wallet told it. */
  publicKey: string | undefined
}): Payment {
  const { psbt, inputs, outputs, fee, vsize } = transaction
  const payment: Payment = {
    chainId,
    inputs: inputs.map((input) => {
      const account = readPaymentAccount({ address: input.address, publicKey, chainId })
      if (!account) throw differs('an address that cannot pay')
      // Which block it is in was looked at when it was chosen.
      return { ...account, ...input, height: 0 }
    }),
    outputs: outputs.map((output) => ({ ...output, script: scriptOf({ address: output.address, chainId }) })),
    ...{ fee, vsize },
    lockTime: readPsbt({ psbt, chainId }).lockTime,
  }
  const paid = payment.outputs.filter(({ isChange }) => !isChange)
  if (paid.length !== 1 || paid[0]?.address !== receiver || paid[0].value !== amount) throw differs('what is paid')
  // What comes back comes back to where it came from.
  const [first] = inputs
  const own = payment.outputs.filter(({ isChange }) => isChange)
  if (own.length > 1 || own.some(({ address }) => address !== first?.address)) throw differs('the change')
  assertPayment({ payment, psbt })
  return payment
}

function scriptOf({ address, chainId }: { address: string; chainId: ChainId }): Uint8Array {
  const read = readAddress({ text: address, chainId })
  if (!read) throw differs('an address')
  return read.script
}

function differs(what: string): LatchkeyError {
  return new LatchkeyError('send_failed', { details: `The payment is not the one that was shown: ${what}` })
}
