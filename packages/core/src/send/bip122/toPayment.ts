import { assertPayment, type Payment, readAddress, readPsbt } from '@latchkey/bitcoin'
import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { readPaymentAccount } from '../../chains/bip122/PaymentAccount.ts'
import type { SendPreview, SendTransaction } from '../SendFeature.ts'

type BitcoinTransaction = Extract<SendTransaction, { namespace: 'bip122' }>

/**
 * Reads the payment from the preview. Compares receiver, amount, change and fee to the satoshi with the preview and with the PSBT for the
 * wallet.
 *
 * @throws LatchkeyError `send_failed` if they differ
 */
export function toPayment({
  preview: { chainId, receiver, amount },
  transaction,
  publicKey,
}: {
  preview: Pick<SendPreview, 'chainId' | 'receiver' | 'amount'>
  transaction: BitcoinTransaction
  /** Hexadecimal, as reported by the wallet. */
  publicKey: string | undefined
}): Payment {
  const { psbt, inputs, outputs, fee, vsize } = transaction
  const payment: Payment = {
    chainId,
    inputs: inputs.map((input) => {
      const account = readPaymentAccount({ address: input.address, publicKey, chainId })
      if (!account) throw differs('an address that cannot pay')
      // The block was checked when the coin was chosen.
      return { ...account, ...input, height: 0 }
    }),
    outputs: outputs.map((output) => ({ ...output, script: scriptOf({ address: output.address, chainId }) })),
    ...{ fee, vsize },
    lockTime: readPsbt({ psbt, chainId }).lockTime,
  }
  const paid = payment.outputs.filter(({ isChange }) => !isChange)
  if (paid.length !== 1 || paid[0]?.address !== receiver || paid[0].value !== amount) throw differs('what is paid')
  // Change returns to the address that paid.
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
  return new LatchkeyError('send_failed', { details: `The payment differs from the one shown: ${what}` })
}
