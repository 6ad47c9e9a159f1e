import {
  assertPayment,
  type Coin,
  estimateVsize,
  feeOf,
  type Payment,
  planPayment,
  readAddress,
  spendable,
  sumOf,
  writePsbt,
} from '@latchkey/bitcoin'
import { formatUnits, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Subject } from '../../account/readSubject.ts'
import type { PaymentAccount } from '../../chains/bip122/PaymentAccount.ts'
import { proveCoins } from '../../chains/bip122/proveCoins.ts'
import { isPlain, readCoins } from '../../chains/bip122/readCoins.ts'
import type { Network } from '../../chains/Network.ts'
import type { GatewayClient } from '../../http/createGatewayClient.ts'
import { lackingCost } from '../../transactions/lackingCost.ts'
import type { BarePreview } from '../SendFamily.ts'
import type { SendForm, SendIssue } from '../SendFeature.ts'
import { toIssue } from '../toIssue.ts'
import { worth } from '../worth.ts'
import { bitcoinDecimals, checkForm } from './checkForm.ts'

/** Satoshis per 1,000 virtual bytes. Blocks have required more only on a few days. */
const highFeeRate = 500_000n
/** A fee of this part of the amount is high at any rate, unless it is below `smallFee`. The embedded wallet uses the same limits. */
const highFeeShare = 10n
const smallFee = 2_000n

/**
 * Turns a form into a preview: check → read coins, rate and height → choose coins → prove their values → create the PSBT → read it back.
 * The amounts do not depend on the server: they come from the transactions that created the coins.
 *
 * @returns the preview, or the issues of the form
 * @throws LatchkeyError `response_invalid`, `estimate_gas_failed`, `send_failed`, and the errors of the gateway client
 */
export async function prepareSend({
  form,
  subject,
  account,
  gateway,
  readRate,
}: {
  /** With an address as the receiver. */
  form: SendForm
  subject: Subject
  /** The account whose coins pay. */
  account: PaymentAccount
  gateway: GatewayClient
  /** Satoshis per 1,000 virtual bytes, at the chosen speed. */
  readRate: () => Promise<bigint>
}): Promise<{ preview: BarePreview } | { issues: readonly SendIssue[] }> {
  const { network, address: from } = subject
  const chainId = network.caipNetworkId
  const result = checkForm({ form, network })
  if ('issues' in result) return result
  const { token, amount, receiver } = result.checked
  const [coins, feeRate, lockTime] = await Promise.all([
    readCoins({ gateway, account }),
    readRate(),
    readLockTime(gateway),
  ])
  const built = plan({ coins, receiver, amount, feeRate, lockTime, subject })
  if ('issues' in built) return built
  const payment: Payment = {
    ...built.payment,
    inputs: await proveCoins({ gateway, coins: built.payment.inputs, chainId }),
  }
  const psbt = writePsbt(payment)
  assertPayment({ payment, psbt })

  const { fee, vsize, inputs, outputs } = payment
  const amountText = formatUnits(amount, bitcoinDecimals)
  const networkCostText = formatUnits(fee, bitcoinDecimals)
  const spent = receiver === from ? fee : amount + fee
  // The actual rate, which is higher if the change would have been dust.
  const paidRate = (fee * 1000n) / BigInt(vsize)
  const isHigh = paidRate >= highFeeRate || (fee > smallFee && fee * highFeeShare >= amount)
  return {
    preview: {
      ...{ chainId, from, receiver, token, amount, amountText },
      value: worth(amountText, token.price),
      remainingText: formatUnits(sumOf(coins) - spent, bitcoinDecimals),
      transaction: {
        ...{ namespace: 'bip122', psbt, fee, vsize },
        inputs: inputs.map(({ txid, vout, value, address }) => ({ txid, vout, value, address })),
        outputs: outputs.map(({ address, value, isChange }) => ({ address, value, isChange })),
        feeRate: paidRate,
      },
      speed: form.speed,
      networkCostText,
      networkCostValue: worth(networkCostText, token.price),
      ...(isHigh ? { feeNotice: 'high' } : {}),
      nativeSymbol: network.nativeCurrency.symbol,
      transferFeeText: null,
      transferFeeChecked: true,
    },
  }
}

/**
 * Returns the height of the second newest block as the lock time. No block up to it may contain the payment, so that mining one again for
 * its fee does not pay off. The newest block is not used, because a node without it would refuse the payment.
 */
async function readLockTime(gateway: GatewayClient): Promise<number> {
  const height = await gateway.request('getblockcount')
  if (!Number.isInteger(height) || (height as number) < 0 || (height as number) >= 500_000_000)
    throw new ServiceError('response_invalid', { details: 'getblockcount' })
  return Math.max(0, (height as number) - 1)
}

function plan({
  coins,
  receiver,
  amount,
  feeRate,
  lockTime,
  subject: { address, network },
}: {
  coins: readonly Coin[]
  receiver: string
  amount: bigint
  feeRate: bigint
  lockTime: number
  subject: Subject
}): { payment: Payment } | { issues: readonly SendIssue[] } {
  try {
    const chainId = network.caipNetworkId
    return {
      payment: planPayment({
        coins: coins.filter(isPlain),
        receiver,
        amount,
        changeAddress: address,
        feeRate,
        chainId,
        lockTime,
      }),
    }
  } catch (error) {
    if (!(error instanceof LatchkeyError)) throw error
    const { code, message } = error
    if (code === 'insufficient_gas') {
      const shortfall = lackingFee({ coins: coins.filter(isPlain), receiver, amount, feeRate, network })
      return { issues: [{ field: 'sendTokenAmount', ...shortfall }] }
    }
    if (code === 'insufficient_balance' || code === 'amount_dust')
      return { issues: [toIssue('sendTokenAmount', code, message)] }
    if (code === 'invalid_receiver') return { issues: [toIssue('receiverAddress', code, message)] }
    throw error
  }
}

/** Describes a fee that the account cannot pay. It is the fee for all its coins together, because no smaller set suffices. */
function lackingFee({
  coins,
  receiver,
  amount,
  feeRate,
  network,
}: {
  coins: readonly Coin[]
  receiver: string
  amount: bigint
  feeRate: bigint
  network: Network
}) {
  const all = spendable({ coins, feeRate: 0n })
  const to = readAddress({ text: receiver, chainId: network.caipNetworkId })
  const vsize = estimateVsize({ inputs: all.map(({ type }) => type), outputs: to ? [to.script] : [] })
  return lackingCost({ cost: feeOf({ feeRate, vsize }), left: sumOf(all) - amount, isNative: true, network })
}
