import { isEvmAddress } from '@latchkey/protocol'
import type { Subject } from '../../account/readSubject.ts'
import { buildTransfer } from '../../chains/eip155/buildTransfer.ts'
import { readGas } from '../../chains/eip155/readCosts.ts'
import type { GatewayClient } from '../../http/createGatewayClient.ts'
import type { SendForm } from '../SendFeature.ts'
import { readToken } from './checkForm.ts'

/**
 * Returns the gas of a payment of the chosen token. It estimates the smallest amount to the typed address, or else to the account itself.
 * Undefined without a token, or if the node cannot estimate it.
 */
export async function readTransferGas({
  gateway,
  form: { token, receiverAddress },
  subject: { address: from, network },
}: {
  gateway: GatewayClient
  form: SendForm
  subject: Subject
}): Promise<bigint | undefined> {
  const read = token && token.chainId === network.caipNetworkId ? readToken(token) : undefined
  if (!read) return undefined
  const typed = receiverAddress.trim()
  const receiver = isEvmAddress(typed) ? typed : (from as `0x${string}`)
  try {
    const call = buildTransfer({ token: read.tokenAddress, receiver, amount: read.tokenAddress ? 1n : 0n })
    return await readGas({ gateway, call: { from, ...call } })
  } catch {
    return undefined
  }
}
