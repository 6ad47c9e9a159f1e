import { estimateVsize, feeOf, type Payment, planPayment, readAddress } from '@latchkey/bitcoin'
import { type ChainId, formatUnits, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Subject } from '../../account/readSubject.ts'
import { type PaymentAccount, readPaymentAccount } from '../../chains/bip122/PaymentAccount.ts'
import { isPlain, readCoins } from '../../chains/bip122/readCoins.ts'
import { type FeeRates, formatFeeRate, readFeeRates } from '../../chains/bip122/readFeeRates.ts'
import { toSigned } from '../../chains/bip122/toSigned.ts'
import type { WalletAccount } from '../../connectors/Connector.ts'
import { RpcError } from '../../http/createGatewayClient.ts'
import { checkAmount } from '../checkAmount.ts'
import type { SendFamily, SendFamilyParameters } from '../SendFamily.ts'
import type { SendForm, SendIssue, SpeedPrice } from '../SendFeature.ts'
import { toIssue } from '../toIssue.ts'
import { bitcoinDecimals, isCoin } from './checkForm.ts'
import { prepareSend } from './prepareSend.ts'
import { toPayment } from './toPayment.ts'

/** Milliseconds for which a rate is cached, so that the result of Max still fits at the preview. */
const ratesKept = 60_000

/**
 * Creates the payments of Bitcoin. They spend coins of the current address. The wallet signs a PSBT, and the kit submits it. An address
 * with inscriptions cannot pay, because a payment would spend them unnoticed.
 */
export function createBitcoinSend({
  context: { environment },
  connection,
  transactions,
  gatewayOf,
}: SendFamilyParameters): SendFamily {
  const known = new Map<ChainId, { rates: FeeRates; readAt: number }>()
  const readRates = async (chainId: ChainId): Promise<FeeRates> => {
    const kept = known.get(chainId)
    if (kept && environment.now() - kept.readAt < ratesKept) return kept.rates
    const rates = await readFeeRates({ gateway: gatewayOf(chainId) }).catch((cause: unknown) => {
      throw cause instanceof RpcError
        ? new ServiceError('estimate_gas_failed', { cause, details: cause.message })
        : cause
    })
    known.set(chainId, { rates, readAt: environment.now() })
    return rates
  }
  const sharedAccount = (address: string): WalletAccount | undefined => {
    const state = connection.getState()
    if (state.status !== 'connected') return undefined
    return state.account.allAccounts.find((one) => one.namespace === 'bip122' && one.address === address)
  }
  const readAccount = ({ address, network }: Subject): { account: PaymentAccount } | { issue: SendIssue } => {
    const shared = sharedAccount(address)
    if (shared?.type === 'ordinal') return { issue: toIssue('token', 'address_keeps_inscriptions') }
    const { publicKey } = shared ?? {}
    const account = readPaymentAccount({ address, publicKey, chainId: network.caipNetworkId })
    return account ? { account } : { issue: toIssue('token', 'wallet_lacks_method') }
  }

  return {
    prepare: async ({ form, subject }) => {
      const read = readAccount(subject)
      if ('issue' in read) return { issues: [read.issue] }
      const chainId = subject.network.caipNetworkId
      const readRate = async () => (await readRates(chainId))[form.speed]
      return prepareSend({ form, subject, ...read, gateway: gatewayOf(chainId), readRate })
    },

    max: async ({ form, subject }) => {
      const { network, address } = subject
      const chainId = network.caipNetworkId
      if (!isCoin({ token: form.token, network })) throw new ServiceError('token_missing')
      const read = readAccount(subject)
      if ('issue' in read) return '0'
      const [coins, rates] = await Promise.all([
        readCoins({ gateway: gatewayOf(chainId), account: read.account }),
        readRates(chainId),
      ])
      const receiver = receiverOf({ form, chainId }) ?? address
      try {
        const feeRate = rates[form.speed]
        const { outputs } = planPayment({
          coins: coins.filter(isPlain),
          receiver,
          amount: 'max',
          changeAddress: address,
          feeRate,
          chainId,
        })
        return formatUnits(outputs[0]?.value ?? 0n, bitcoinDecimals)
      } catch (error) {
        // The balance is too small to be sent at all.
        if (error instanceof LatchkeyError) return '0'
        throw error
      }
    },

    speeds: async ({ form, subject }) => {
      const { network, address } = subject
      const chainId = network.caipNetworkId
      const read = readAccount(subject)
      const account = 'account' in read ? read.account : undefined
      const [rates, coins] = await Promise.all([
        readRates(chainId),
        account ? readCoins({ gateway: gatewayOf(chainId), account }).catch(() => []) : [],
      ])
      const receiver = receiverOf({ form, chainId }) ?? address
      const typed = checkAmount({ text: form.sendTokenAmount, decimals: bitcoinDecimals })
      const toPrice = (feeRate: bigint): SpeedPrice => {
        const planned =
          'amount' in typed &&
          tryPlan({
            coins: coins.filter(isPlain),
            receiver,
            amount: typed.amount,
            changeAddress: address,
            feeRate,
            chainId,
          })
        const cost = planned ? planned.fee : plainCost({ account, receiver, chainId, feeRate })
        return {
          gasPrice: feeRate,
          rateText: formatFeeRate(feeRate),
          costText: cost === undefined ? undefined : formatUnits(cost, bitcoinDecimals),
        }
      }
      return { standard: toPrice(rates.standard), fast: toPrice(rates.fast), instant: toPrice(rates.instant) }
    },

    submit: async ({ preview, ...events }) => {
      const { chainId, from, receiver, amount, transaction, networkCostText } = preview
      if (transaction.namespace !== 'bip122') throw new LatchkeyError('send_failed')
      const { psbt, feeRate, vsize } = transaction
      const options = { chainId, from, ...events }
      let cannotSign = false
      const outcome = await transactions.submitSigned({
        ...options,
        payment: { networkCostText, feeRate, vsize },
        sign: async () => {
          const payment = toPayment({ preview, transaction, publicKey: sharedAccount(from)?.publicKey })
          const inputs = payment.inputs.map(({ address }, index) => ({ index, address }))
          const answer = await providerOf()
            .signPsbt({ psbt, inputs })
            .catch((error: unknown) => {
              cannotSign = error instanceof LatchkeyError && error.code === 'wallet_lacks_method'
              throw error
            })
          return toSigned({ payment, psbt, signed: answer.psbt })
        },
      })
      if (!cannotSign) return outcome
      // The wallet does not sign PSBTs of apps. It builds and sends the payment, and chooses coins and fee.
      return transactions.submitSigned({
        ...options,
        payment: { networkCostText: undefined },
        isSentByWallet: true,
        sign: async () => {
          const { txid } = await providerOf().sendTransfer({ address: from, receiver, amount })
          return { hash: txid, raw: '' }
        },
      })
    },
  }

  function providerOf() {
    const provider = connection.getProvider('bip122')
    if (!provider) throw new LatchkeyError('wallet_disconnected')
    return provider
  }
}

function receiverOf({ form, chainId }: { form: SendForm; chainId: ChainId }): string | undefined {
  return readAddress({ text: form.receiverAddress.trim(), chainId })?.address
}

function tryPlan(parameters: Parameters<typeof planPayment>[0]): Payment | undefined {
  try {
    return planPayment(parameters)
  } catch {
    return undefined
  }
}

/** Returns the cost of the smallest usual payment: one coin, one receiver, and change. */
function plainCost({
  account,
  receiver,
  chainId,
  feeRate,
}: {
  account: PaymentAccount | undefined
  receiver: string
  chainId: ChainId
  feeRate: bigint
}): bigint | undefined {
  const to = readAddress({ text: receiver, chainId })
  if (!account || !to) return undefined
  return feeOf({ feeRate, vsize: estimateVsize({ inputs: [account.type], outputs: [to.script, account.script] }) })
}
