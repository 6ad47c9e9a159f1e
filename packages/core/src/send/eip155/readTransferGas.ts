import { isEvmAddress } from '@latchkey/protocol'
import type { Subject } from '../../account/readSubject.ts'
import { buildTransfer } from '../../chains/eip155/buildTransfer.ts'
import { readGas } from '../../chains/eip155/readCosts.ts'
import type { GatewayClient } from '../../http/createGatewayClient.ts'
import type { SendForm } from '../SendFeature.ts'
import { checkForm, readToken } from './checkForm.ts'

/**
 * The gas of a payment. `isMost`: that of the typed payment, as the preview estimates it. Otherwise that of a similar payment, because the
 * receiver or the amount is missing or refused.
 */
export type TransferGas = { gas: bigint | undefined; isMost: boolean }

/**
 * Returns the gas of a payment of the chosen token: the typed payment, or else the smallest amount to the typed address or to an address
 * without tokens. A first payment to an address costs the most. The gas is undefined without a token, or if the node cannot estimate it.
 */
export async function readTransferGas({
  gateway,
  form,
  subject: { address: from, network },
}: {
  gateway: GatewayClient
  /** With the address of a resolved name as the receiver. */
  form: SendForm
  subject: Subject
}): Promise<TransferGas> {
  const unknown = { gas: undefined, isMost: false }
  const { token } = form
  const read = token && token.chainId === network.caipNetworkId ? readToken(token) : undefined
  if (!read) return unknown
  const { tokenAddress } = read
  const estimate = (receiver: `0x${string}`, amount: bigint) =>
    readGas({ gateway, call: { from, ...buildTransfer({ token: tokenAddress, receiver, amount }) } })
  const result = checkForm({ form, network })
  if ('checked' in result)
    try {
      return { gas: await estimate(result.checked.receiver, result.checked.amount), isMost: true }
    } catch {
      // For example, the balance is too small: the preview says so.
    }
  const typed = form.receiverAddress.trim()
  try {
    const gas = await estimate(isEvmAddress(typed) ? typed : neighborOf(from), tokenAddress ? 1n : 0n)
    return { gas, isMost: false }
  } catch {
    return unknown
  }
}

/** Returns an address that very probably has no tokens and no code: the given one with another last digit. */
function neighborOf(address: string): `0x${string}` {
  const digits = address.toLowerCase()
  return `${digits.slice(0, -1)}${digits.endsWith('0') ? '1' : '0'}` as `0x${string}`
}
