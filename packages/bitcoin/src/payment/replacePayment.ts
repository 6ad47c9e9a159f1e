import { LatchkeyError } from '@latchkey/protocol'
import { readAddress } from '../address/readAddress.ts'
import type { Coin } from '../coins/Coin.ts'
import { feeOf, minimumFeeRate } from '../coins/fee.ts'
import { nameOf, selectCoins, sumOf } from '../coins/selectCoins.ts'
import { arrange } from './arrange.ts'
import type { Payment } from './Payment.ts'
import { writePsbt } from './writePsbt.ts'

/** Parameters of a replacement. */
export type ReplacementParameters = {
  /** The pending payment. */
  payment: Payment
  /** More coins of the sender; only confirmed ones are added (BIP-125, rule 2). */
  coins: readonly Coin[]
  /** Address of the change. */
  changeAddress: string
  /** Satoshi for 1,000 virtual bytes; raised to the nodes' minimum for a replacement. */
  feeRate: bigint
  lockTime?: number | undefined
}

/**
 * Builds the same payment with the same coins at a higher fee, which replaces the pending one. The change pays for it, then more coins
 * if that does not suffice. Rate and fee exceed the original's by the nodes' minimum for relaying: at least 1 sat/vB (BIP-125, rules 1
 * to 4).
 *
 * @throws LatchkeyError `insufficient_gas` if change and coins do not suffice, `unsupported_chain`
 */
export function replacePayment(parameters: ReplacementParameters): { psbt: string; payment: Payment } {
  const payment = planReplacement({ kind: 'speedUp', ...parameters })
  return { psbt: writePsbt(payment), payment }
}

/**
 * Builds a transaction that returns all coins of a pending one to the sender, which cancels the payment. The fee is as for
 * `replacePayment`.
 *
 * @throws LatchkeyError `insufficient_gas` if the coins are worth less than the fee, `unsupported_chain`
 */
export function cancelPayment(parameters: ReplacementParameters): { psbt: string; payment: Payment } {
  const payment = planReplacement({ kind: 'cancel', ...parameters })
  return { psbt: writePsbt(payment), payment }
}

/**
 * Plans a replacement as `replacePayment` and `cancelPayment`, without writing it (`writePsbt` does).
 * @throws LatchkeyError `insufficient_gas`, `unsupported_chain`
 */
export function planReplacement({
  kind,
  payment,
  coins,
  changeAddress,
  feeRate,
  lockTime = payment.lockTime,
}: ReplacementParameters & { kind: 'speedUp' | 'cancel' }): Payment {
  const kept = kind === 'cancel' ? [] : payment.outputs.filter(({ isChange }) => !isChange)
  return plan({ payment, coins, changeAddress, feeRate, lockTime, kept })
}

/** Returns the minimum rate of a replacement in satoshi for 1,000 virtual bytes. */
export function replacementFeeRate({ fee, vsize }: Pick<Payment, 'fee' | 'vsize'>): bigint {
  // Signatures may be shorter than counted, so that the original pays a higher rate than computed: by a hundredth at most.
  return (fee * 1010n + BigInt(vsize) - 1n) / BigInt(vsize) + minimumFeeRate
}

function plan({
  payment,
  coins,
  changeAddress,
  feeRate,
  lockTime,
  kept,
}: Required<Omit<ReplacementParameters, 'lockTime'>> & {
  lockTime: number
  kept: Payment['outputs']
}): Payment {
  const { chainId, inputs } = payment
  const back = readAddress({ text: changeAddress, chainId })
  if (!back) throw new LatchkeyError('invalid_receiver', { message: 'Enter a valid receiver address' })
  const least = replacementFeeRate(payment)
  const wanted = feeRate > least ? feeRate : least
  const taken = new Set(inputs.map(nameOf))
  const more = coins.filter((coin) => coin.height !== null && !taken.has(nameOf(coin)))
  const target = sumOf(kept)
  const selection = selectCoins({
    coins: more,
    target,
    outputs: kept.map(({ script }) => script),
    changeScript: back.script,
    feeRate: wanted,
    required: inputs,
  })
  if (!selection)
    throw new LatchkeyError('insufficient_gas', { message: 'Not enough of the native token to pay the network cost' })
  const { change, fee, vsize } = selection
  // It pays for its own relay in addition to the original's fee (BIP-125, rule 4), however small it is.
  const floor = payment.fee + feeOf({ feeRate: minimumFeeRate, vsize })
  if (fee < floor) {
    const raised = (floor * 1000n + BigInt(vsize) - 1n) / BigInt(vsize)
    return plan({ payment, coins, changeAddress, feeRate: raised > wanted ? raised : wanted + 1n, lockTime, kept })
  }
  const outputs = [
    ...kept,
    ...(change > 0n ? [{ address: back.address, script: back.script, value: change, isChange: true }] : []),
  ]
  return { chainId, ...arrange({ inputs: selection.coins, outputs }), fee, vsize, lockTime }
}
