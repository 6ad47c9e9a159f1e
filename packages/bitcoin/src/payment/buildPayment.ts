import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import type { BitcoinAddress } from '../address/BitcoinAddress.ts'
import { readAddress } from '../address/readAddress.ts'
import type { Coin } from '../coins/Coin.ts'
import { feeOf } from '../coins/fee.ts'
import { type Selection, selectCoins, spendable, sumOf } from '../coins/selectCoins.ts'
import { dustLimit, estimateVsize } from '../transaction/size.ts'
import { arrange } from './arrange.ts'
import type { Payment } from './Payment.ts'
import { writePsbt } from './writePsbt.ts'

/**
 * Builds a payment: chooses coins, computes the fee for the exact size, and returns the change. Inputs and outputs are in the order of
 * BIP-69, which hides the change output. All inputs announce that they may be replaced (BIP-125).
 *
 * @param coins the sender's coins; `selectCoins` chooses from them
 * @param receiver an address of the network
 * @param amount satoshi, or `'max'` for all coins minus the fee
 * @param changeAddress address of the change
 * @param feeRate satoshi for 1,000 virtual bytes
 * @param lockTime the height of the newest block, so that a miner gains nothing by replacing it; default: none
 * @returns the unsigned PSBT (base64), and its payment
 * @throws LatchkeyError `invalid_receiver`; `amount_dust` for an amount below the receiver's dust limit; `insufficient_balance`;
 * `insufficient_gas` if only the fee is missing; `unsupported_chain`
 * @example
 * const { psbt, payment } = buildPayment({
 *   coins, receiver: 'bc1q…', amount: 250_000n, changeAddress: own, feeRate: 12_000n, chainId: bitcoinNetworks.mainnet,
 * })
 */
export function buildPayment(parameters: PaymentParameters): { psbt: string; payment: Payment } {
  const payment = planPayment(parameters)
  return { psbt: writePsbt(payment), payment }
}

/** Parameters of a payment, see `buildPayment`. */
export type PaymentParameters = {
  coins: readonly Coin[]
  receiver: string
  amount: bigint | 'max'
  changeAddress: string
  feeRate: bigint
  chainId: ChainId
  lockTime?: number
}

/**
 * Plans a payment as `buildPayment`, without writing it: the coins' previous transactions need not be known yet (`writePsbt` writes
 * it).
 * @throws LatchkeyError as `buildPayment`
 */
export function planPayment({
  coins,
  receiver,
  amount,
  changeAddress,
  feeRate,
  chainId,
  lockTime = 0,
}: PaymentParameters): Payment {
  const to = readAddress({ text: receiver, chainId })
  const back = readAddress({ text: changeAddress, chainId })
  if (!to || !back) throw new LatchkeyError('invalid_receiver', { message: 'Enter a valid receiver address' })
  const selection = amount === 'max' ? selectAll({ coins, to, feeRate }) : select({ coins, to, back, amount, feeRate })
  const { change, fee, vsize } = selection
  const outputs = [
    { address: to.address, script: to.script, value: selection.amount, isChange: false },
    ...(change > 0n ? [{ address: back.address, script: back.script, value: change, isChange: true }] : []),
  ]
  return { chainId, ...arrange({ inputs: selection.coins, outputs }), fee, vsize, lockTime }
}

function select({
  coins,
  to,
  back,
  amount,
  feeRate,
}: {
  coins: readonly Coin[]
  to: BitcoinAddress
  back: BitcoinAddress
  amount: bigint
  feeRate: bigint
}): Selection & { amount: bigint } {
  if (amount < dustLimit(to.script)) throw tooSmall(to)
  const selection = selectCoins({ coins, target: amount, outputs: [to.script], changeScript: back.script, feeRate })
  if (selection) return { ...selection, amount }
  throw sumOf(spendable({ coins, feeRate: 0n })) < amount ? insufficient() : costTooHigh()
}

/** Selects all coins worth spending, without change. */
function selectAll({
  coins,
  to,
  feeRate,
}: {
  coins: readonly Coin[]
  to: BitcoinAddress
  feeRate: bigint
}): Selection & { amount: bigint } {
  const all = spendable({ coins, feeRate })
  const vsize = estimateVsize({ inputs: all.map(({ type }) => type), outputs: [to.script] })
  const fee = feeOf({ feeRate, vsize })
  const amount = sumOf(all) - fee
  if (amount < dustLimit(to.script)) throw coins.length === 0 ? insufficient() : costTooHigh()
  return { coins: all, change: 0n, fee, vsize, amount }
}

function tooSmall({ script }: BitcoinAddress): LatchkeyError {
  return new LatchkeyError('amount_dust', {
    message: `The network does not carry less than ${dustLimit(script)} satoshi to this address`,
  })
}

function insufficient(): LatchkeyError {
  return new LatchkeyError('insufficient_balance', { message: 'The amount is above your balance' })
}

function costTooHigh(): LatchkeyError {
  return new LatchkeyError('insufficient_gas', { message: 'Not enough of the native token to pay the network cost' })
}
