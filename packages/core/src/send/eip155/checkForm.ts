import { type ErrorCode, isEvmAddress, nativeEvmAddress, parseAccountId } from '@latchkey/protocol'
import type { Balance } from '@latchkey/protocol/api'
import { checksumAddress } from '../../chains/eip155/checksumAddress.ts'
import { isUnowned } from '../../chains/eip155/isUnowned.ts'
import type { Network } from '../../chains/Network.ts'
import { checkAmount } from '../checkAmount.ts'
import type { SendForm, SendIssue } from '../SendFeature.ts'
import { toIssue } from '../toIssue.ts'

/** The fields of a form that are checked. */
export type CheckableForm = Omit<SendForm, 'speed'>

/** A form without issues. */
export type CheckedForm = {
  token: Balance
  /** Undefined for the native token. */
  tokenAddress: `0x${string}` | undefined
  decimals: number
  /** Base units, above 0. */
  amount: bigint
  /** Checksum address (EIP-55). */
  receiver: `0x${string}`
}

/** Checks the form without requests. Returns an issue for each invalid field. */
export function checkForm({
  form,
  network,
}: {
  form: CheckableForm
  network: Network
}): { checked: CheckedForm } | { issues: readonly SendIssue[] } {
  const token = checkToken({ form, network })
  const amount = 'issue' in token ? undefined : checkAmount({ text: form.sendTokenAmount, decimals: token.decimals })
  const receiver = checkReceiver({
    text: form.receiverAddress,
    tokenAddress: 'issue' in token ? undefined : token.tokenAddress,
  })
  if ('issue' in token || !amount || 'issue' in amount || 'issue' in receiver)
    return { issues: [token, amount, receiver].flatMap((field) => (field && 'issue' in field ? [field.issue] : [])) }
  return { checked: { ...token, ...amount, ...receiver } }
}

/** Returns contract address and decimals of a balance row; undefined if the row contradicts itself. */
export function readToken(token: Balance): { tokenAddress: `0x${string}` | undefined; decimals: number } | undefined {
  const decimals = Number(token.quantity.decimals)
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 255) return undefined
  if (token.address === undefined) return { tokenAddress: undefined, decimals }
  const { chainId, address } = parseAccountId(token.address)
  if (chainId !== token.chainId || !isEvmAddress(address)) return undefined
  return { tokenAddress: address.toLowerCase() === nativeEvmAddress ? undefined : address, decimals }
}

function checkToken({ form: { token }, network }: { form: CheckableForm; network: Network }) {
  const read = token && token.chainId === network.caipNetworkId ? readToken(token) : undefined
  if (!token || !read) return { issue: toIssue('token', 'token_missing') }
  return { token, ...read }
}

function checkReceiver({ text, tokenAddress }: { text: string; tokenAddress: `0x${string}` | undefined }) {
  const typed = text.trim()
  const refuse = (code: ErrorCode, message?: string) => ({ issue: toIssue('receiverAddress', code, message) })
  if (!isEvmAddress(typed)) return refuse('invalid_receiver')
  const receiver = checksumAddress(typed)
  const digits = typed.slice(2)
  const hasChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (hasChecksum && typed !== receiver) return refuse('checksum_mismatch')
  if (isUnowned(typed)) return refuse('invalid_receiver', 'No one owns this address: tokens sent to it are lost')
  if (typed.toLowerCase() === nativeEvmAddress)
    return refuse('invalid_receiver', 'This address represents the native token. No one owns it')
  if (typed.toLowerCase() === tokenAddress?.toLowerCase())
    return refuse('invalid_receiver', 'This is the address of the token itself: tokens sent to it are lost')
  return { receiver }
}
