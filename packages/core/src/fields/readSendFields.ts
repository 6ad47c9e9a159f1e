import type { Balance } from '@latchkey/protocol/api'
import type { BalancesFeature } from '../balances/BalancesFeature.ts'
import { findAsset } from '../balances/findAsset.ts'
import type { AccountType } from '../connectors/Connector.ts'
import type { SendFeature } from '../send/SendFeature.ts'

/** A payment with the fields of the specification (section 3). */
export type SendFields = {
  token: Balance | undefined
  sendTokenAmount: string
  /** As typed: an address or a name. */
  receiverAddress: string
  /** Known after a typed name is resolved. */
  receiverProfileName: string | undefined
  receiverProfileImageUrl: string | null | undefined
  /** Wei per unit of gas; known with the preview of a payment on an EVM network. */
  gasPrice: bigint | undefined
  /** Network cost of the payment in usd; null without a price, undefined without a preview. */
  gasPriceInUSD: number | null | undefined
  /** Balance of the native token in usd; null without a price, undefined before the balances are loaded. */
  networkBalanceInUSD: number | null | undefined
}

/**
 * Returns a payment with the field names of the specification. It makes no requests.
 *
 * @example
 * const { networkBalanceInUSD, gasPriceInUSD } = readSendFields(latchkey)
 */
export function readSendFields({
  send,
  balances,
}: {
  send: Pick<SendFeature, 'getState'>
  balances: Pick<BalancesFeature, 'getState'>
}): SendFields {
  const state = send.getState()
  const { form, receiver } = state
  const preview = 'preview' in state ? state.preview : undefined
  const named = receiver.status === 'resolved' ? receiver : undefined
  return {
    token: form.token,
    sendTokenAmount: form.sendTokenAmount,
    receiverAddress: form.receiverAddress,
    receiverProfileName: named?.name,
    receiverProfileImageUrl: named?.image,
    gasPrice: preview?.transaction.namespace === 'eip155' ? preview.transaction.gasPrice : undefined,
    gasPriceInUSD: preview?.networkCostValue,
    networkBalanceInUSD: findAsset({ balances: balances.getState() })?.value,
  }
}

/**
 * Applies the specification's rule of insufficient gas (section 5): the native balance in usd is zero, or lower than the gas price in usd.
 * The kit itself compares wei, which needs no price. This function is for clients that show the specification's rule.
 *
 * @returns false for a smart account, whose gas others may pay, and if a value is unknown
 * @example hasInsufficientGas({ ...readSendFields(latchkey), accountType: 'eoa' })
 */
export function hasInsufficientGas({
  networkBalanceInUSD,
  gasPriceInUSD,
  accountType,
}: Pick<SendFields, 'networkBalanceInUSD' | 'gasPriceInUSD'> & { accountType: AccountType }): boolean {
  if (accountType === 'smartAccount' || networkBalanceInUSD == null) return false
  return networkBalanceInUSD === 0 || (gasPriceInUSD != null && networkBalanceInUSD < gasPriceInUSD)
}
