import { LatchkeyError } from '@latchkey/protocol'
import { readAddress } from '../address/readAddress.ts'
import type { Coin } from '../coins/Coin.ts'
import { feeOf, minimumFeeRate } from '../coins/fee.ts'
import { nameOf, selectCoins, sumOf } from '../coins/selectCoins.ts'
import { arrange } from './arrange.ts'
import type { Payment } from './Payment.ts'
import { writePsbt } from './writePsbt.ts'

/** What a replacement is made of. */
export type ReplacementParameters = {
  /** What waits. */
  payment: Payment
  /** More coins of the sender; only confirmed ones are added (BIP-125, rule 2). */
  coins: readonly Coin[]
  /** Where the rest goes. */
  changeAddress: string
  /** Satoshi for 1,000 virtual bytes; raised to what nodes demand of a replacement. */
  feeRate: bigint
  lockTime?: number | undefined
}

/**
 * Builds the same payment with the same coins at a higher fee, so that it takes the place of the one that waits: the change pays first;
 * where that does not suffice, more coins do. Rate and fee are above those of the first by what nodes want for passing it on: at least
 * 1 sat/vB (BIP-125, rules 1 to 4).
 *
 * @throws LatchkeyError `insufficient_gas` when change and coins do not suffice, `unsupported_chain`
 */
export function replacePayment(parameters: ReplacementParameters): { psbt: string; payment: Payment } {
  const payment = planReplacement({ kind: 'speedUp', ...parameters })
  return { psbt: writePsbt(payment), payment }
}

/**
 * Builds a transaction that pays all coins of one that waits back to the sender, so that the payment never happens. Fee as
 * `replacePayment`.
 *
 * @throws LatchkeyError `insufficient_gas` when the coins are not worth the fee, `unsupported_chain`
 */
export function cancelPayment(parameters: ReplacementParameters): { psbt: string; payment: Payment } {
  const payment = planReplacement({ kind: 'cancel', ...parameters })
  return { psbt: writePsbt(payment), payment }
}

/**
 * Works out a replacement as `replacePayment` and `cancelPayment`, without writing it (`writePsbt` does).
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

/** The least that a replacement has to offer, in satoshi for 1,000 virtual bytes. */
export function replacementFeeRate({ fee, vsize }: Pick<Payment, 'fee' | 'vsize'>): bigint {
  // Signatures may have come out shorter than they were counted, so that the first pays more than it seems: by a hundredth at the most.
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
    throw new LatchkeyError('insufficient_gas', { message: 'Not enough of the native coin to pay the network cost' })
  const { change, fee, vsize } = selection
  // It pays for its own way beside all that the first one paid (BIP-125, rule 4), however small it is.
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
