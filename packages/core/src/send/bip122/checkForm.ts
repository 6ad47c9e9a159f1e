import { dustLimit, findAddressNetworks, readAddress } from '@latchkey/bitcoin'
import { formatUnits, isBitcoinAddress } from '@latchkey/protocol'
import type { Balance } from '@latchkey/protocol/api'
import type { Network } from '../../chains/Network.ts'
import { checkAmount } from '../checkAmount.ts'
import type { SendForm, SendIssue } from '../SendFeature.ts'
import { toIssue } from '../toIssue.ts'

/** A bitcoin has 10^8 satoshis. */
export const bitcoinDecimals = 8

/** A form without issues. */
export type CheckedForm = {
  token: Balance
  /** Satoshis, above the dust limit of the receiver's address type. */
  amount: bigint
  receiver: string
}

/** Checks the form without requests. Returns an issue for each invalid field. */
export function checkForm({
  form,
  network,
}: {
  form: Pick<SendForm, 'token' | 'sendTokenAmount' | 'receiverAddress'>
  network: Network
}): { checked: CheckedForm } | { issues: readonly SendIssue[] } {
  const token = checkToken({ form, network })
  const receiver = checkReceiver({ form, network })
  const typed = checkAmount({ text: form.sendTokenAmount, decimals: bitcoinDecimals })
  const amount =
    'issue' in typed || 'issue' in receiver ? typed : checkDust({ ...typed, script: receiver.script, network })
  if ('issue' in token || 'issue' in amount || 'issue' in receiver)
    return { issues: [token, amount, receiver].flatMap((field) => ('issue' in field ? [field.issue] : [])) }
  return { checked: { ...token, ...amount, receiver: receiver.address } }
}

/** Whether a balance row is the native token. On Bitcoin nothing else can be sent. */
export function isCoin({ token, network }: { token: Balance | undefined; network: Network }): boolean {
  return (
    token !== undefined &&
    token.chainId === network.caipNetworkId &&
    token.address === undefined &&
    token.quantity.decimals === String(bitcoinDecimals)
  )
}

function checkToken({ form: { token }, network }: { form: Pick<SendForm, 'token'>; network: Network }) {
  return token && isCoin({ token, network }) ? { token } : { issue: toIssue('token', 'token_missing') }
}

function checkReceiver({
  form: { receiverAddress },
  network: { caipNetworkId: chainId },
}: {
  form: Pick<SendForm, 'receiverAddress'>
  network: Network
}) {
  const text = receiverAddress.trim()
  const read = readAddress({ text, chainId })
  if (read) return read
  if (findAddressNetworks({ text }).length > 0) return { issue: toIssue('receiverAddress', 'receiver_other_network') }
  const code = isBitcoinAddress(text) ? 'checksum_mismatch' : 'invalid_receiver'
  return { issue: toIssue('receiverAddress', code) }
}

function checkDust({ amount, script, network }: { amount: bigint; script: Uint8Array; network: Network }) {
  const limit = dustLimit(script)
  if (amount >= limit) return { amount }
  const least = `${formatUnits(limit, bitcoinDecimals)} ${network.nativeCurrency.symbol}`
  const message = `The network does not carry less than ${least} to this address`
  return { issue: toIssue('sendTokenAmount', 'amount_dust', message) }
}
