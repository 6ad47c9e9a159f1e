import { nativeSolanaAddress, parseAccountId } from '@latchkey/protocol'
import type { Balance } from '@latchkey/protocol/api'
import { isAddress } from '@latchkey/solana'
import type { Network } from '../../chains/Network.ts'
import { checkAmount } from '../checkAmount.ts'
import type { SendForm, SendIssue } from '../SendFeature.ts'
import { toIssue } from '../toIssue.ts'

/** A form without issues. */
export type CheckedSolanaForm = {
  token: Balance
  /** Undefined for SOL. */
  mint: string | undefined
  decimals: number
  /** Lamports or base units, above 0. */
  amount: bigint
  receiver: string
}

const largest = 2n ** 64n - 1n
/** No key has this address. Tokens sent to it are burnt. */
const incinerator = '1nc1nerator11111111111111111111111111111111'

/**
 * Checks the form without requests. Returns an issue for each invalid field. Without a valid amount and receiver, it adds an issue for the
 * whole form, with the specification's sentence (5).
 */
export function checkSolanaForm({
  form,
  network,
}: {
  form: Omit<SendForm, 'speed'>
  network: Network
}): { checked: CheckedSolanaForm } | { issues: readonly SendIssue[] } {
  const { token } = form
  const read = token && token.chainId === network.caipNetworkId ? readSolanaToken(token) : undefined
  const tokenIssue = token && read ? undefined : toIssue('token', 'token_missing')
  const amount = read && checkSum(form.sendTokenAmount, read.decimals)
  const receiver = form.receiverAddress.trim()
  const receiverIssue = checkReceiver(receiver, read?.mint)
  if (!token || !read || !amount || 'issue' in amount || receiverIssue) {
    const amountIssue = amount && 'issue' in amount ? amount.issue : undefined
    const isIncomplete = amountIssue?.code === 'invalid_amount' || !isAddress(receiver)
    const whole = isIncomplete ? toIssue('transaction', 'payment_incomplete') : undefined
    return { issues: [tokenIssue, amountIssue, receiverIssue, whole].filter((issue) => issue !== undefined) }
  }
  return { checked: { token, ...read, ...amount, receiver } }
}

/** Returns mint and decimals of a balance row; undefined if the row contradicts itself. */
export function readSolanaToken(token: Balance): { mint: string | undefined; decimals: number } | undefined {
  const decimals = Number(token.quantity.decimals)
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 255) return undefined
  if (token.address === undefined) return decimals === 9 ? { mint: undefined, decimals } : undefined
  const { chainId, address } = parseAccountId(token.address)
  if (chainId !== token.chainId) return undefined
  if (address === nativeSolanaAddress) return decimals === 9 ? { mint: undefined, decimals } : undefined
  return isAddress(address) ? { mint: address, decimals } : undefined
}

function checkSum(text: string, decimals: number) {
  const checked = checkAmount({ text, decimals })
  // Above the largest amount that an account can hold.
  if ('amount' in checked && checked.amount > largest)
    return { issue: toIssue('sendTokenAmount', 'insufficient_balance') }
  return checked
}

function checkReceiver(receiver: string, mint: string | undefined): SendIssue | undefined {
  const refuse = (message?: string) => toIssue('receiverAddress', 'invalid_receiver', message)
  if (!isAddress(receiver)) return refuse()
  if (receiver === incinerator) return refuse('No one owns this address: tokens sent to it are lost')
  if (receiver === nativeSolanaAddress) return refuse('This address represents the native token. No one owns it')
  if (receiver === mint) return refuse('This is the address of the token itself: tokens sent to it are lost')
  return undefined
}
