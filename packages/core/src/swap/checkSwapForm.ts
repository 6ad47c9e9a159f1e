import {
  type ErrorCode,
  isEvmAddress,
  nativeEvmAddress,
  parseAccountId,
  parseUnits,
  slippageBounds,
} from '@latchkey/protocol'
import type { SwappableToken } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Network } from '../chains/Network.ts'
import type { SwapForm, SwapIssue } from './SwapFeature.ts'

/** A token of the form with its contract address. */
export type CheckedToken = {
  token: SwappableToken
  /** Lower case; undefined for the native token. */
  address: `0x${string}` | undefined
}

/** A form without issues. */
export type CheckedSwap = {
  from: CheckedToken
  to: CheckedToken
  /** Base units, above 0. */
  amount: bigint
  /** Percent. */
  slippage: number
}

/** Checks the form without requests. Returns an issue for each invalid field. */
export function checkSwapForm({
  form,
  network,
}: {
  form: SwapForm
  network: Network
}): { checked: CheckedSwap } | { issues: readonly SwapIssue[] } {
  const from = readSwapToken({ token: form.from, network })
  const to = readSwapToken({ token: form.to, network })
  const issues: SwapIssue[] = []
  if (!from) issues.push(toSwapIssue('from', 'token_missing'))
  if (!to) issues.push(toSwapIssue('to', 'token_missing'))
  else if (from && from.address === to.address) issues.push(toSwapIssue('to', 'same_token'))
  const amount = readAmount(form)
  if (typeof amount === 'object') issues.push(amount)
  const { slippage } = form
  if (!(slippage >= slippageBounds.lowest && slippage <= slippageBounds.highest))
    issues.push(toSwapIssue('slippage', 'slippage_invalid'))
  if (!from || !to || typeof amount === 'object' || issues.length > 0) return { issues }
  return { checked: { from, to, amount, slippage } }
}

/** Returns the contract address of a token; undefined if the token is not on this network. */
export function readSwapToken({
  token,
  network,
}: {
  token: SwappableToken | undefined
  network: Network
}): CheckedToken | undefined {
  if (!token || !Number.isInteger(token.decimals) || token.decimals < 0 || token.decimals > 255) return undefined
  const { chainId, address } = parseAccountId(token.address)
  if (chainId !== network.caipNetworkId || !isEvmAddress(address)) return undefined
  const lower = address.toLowerCase() as `0x${string}`
  return { token, address: lower === nativeEvmAddress ? undefined : lower }
}

/** Creates an issue with the sentence of the error catalog, or a more specific one. */
export function toSwapIssue(field: SwapIssue['field'], code: ErrorCode, message?: string): SwapIssue {
  return { field, code, message: new ServiceError(code, { message }).message }
}

/** Reports an amount with more decimals than its token, during typing. An incomplete amount is not an issue. */
export function checkFineness({ amount, from }: Pick<SwapForm, 'amount' | 'from'>): readonly SwapIssue[] {
  const parsed = from && readAmount({ amount, from })
  return typeof parsed === 'object' && parsed.code === 'amount_too_precise' ? [parsed] : []
}

function readAmount({ amount, from }: Pick<SwapForm, 'amount' | 'from'>): bigint | SwapIssue {
  const decimals = from?.decimals ?? 18
  const parsed = parseUnits(amount.trim(), decimals)
  if (!parsed.ok && parsed.issue === 'too-many-decimals')
    return toSwapIssue(
      ...(['amount', 'amount_too_precise'] as const),
      `The amount has more decimals than the token: ${decimals} at most`,
    )
  return parsed.ok && parsed.value > 0n ? parsed.value : toSwapIssue('amount', 'invalid_amount')
}
