import {
  type ErrorCode,
  isEvmAddress,
  nativeEvmAddress,
  parseAccountId,
  parseUnits,
  slippageBounds,
} from '@latchkey/protocol'
import type { ConvertToken } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Network } from '../chains/Network.ts'
import type { SwapForm, SwapIssue } from './SwapFeature.ts'

/** A token of the form, and where it lives. */
export type CheckedToken = {
  token: ConvertToken
  /** Lower case; undefined for the native coin. */
  address: `0x${string}` | undefined
}

/** A form whose fields are all in order. */
export type CheckedSwap = {
  from: CheckedToken
  to: CheckedToken
  /** Base units, above 0. */
  amount: bigint
  /** Percent. */
  slippage: number
}

/** Checks what the visitor chose, without asking anybody. Every field that is wrong is named. */
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

/** Reads where a token lives; undefined when it is none of this network. */
export function readSwapToken({
  token,
  network,
}: {
  token: ConvertToken | undefined
  network: Network
}): CheckedToken | undefined {
  if (!token || !Number.isInteger(token.decimals) || token.decimals < 0 || token.decimals > 255) return undefined
  const { chainId, address } = parseAccountId(token.address)
  if (chainId !== network.caipNetworkId || !isEvmAddress(address)) return undefined
  const lower = address.toLowerCase() as `0x${string}`
  return { token, address: lower === nativeEvmAddress ? undefined : lower }
}

/** Makes an issue with the catalogue's sentence, or a nearer one. */
export function toSwapIssue(field: SwapIssue['field'], code: ErrorCode, message?: string): SwapIssue {
  return { field, code, message: new ServiceError(code, { message }).message }
}

/** Says while it is typed that an amount is finer than its token is; an amount that is not there yet is no issue. */
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
