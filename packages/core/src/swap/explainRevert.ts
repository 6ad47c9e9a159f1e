import { ServiceError } from '@latchkey/protocol/errors'
import { readRevertReason } from '../chains/eip155/readRevertReason.ts'
import { RpcError } from '../http/createGatewayClient.ts'
import { readQuantity } from '../http/readQuantity.ts'
import type { TransactionFailure } from '../transactions/TransactionsFeature.ts'
import type { SwapWork } from './buildSwap.ts'
import type { SwapPreview } from './SwapFeature.ts'
import { isLateReason, isPriceReason } from './swapReasons.ts'

/**
 * Finds out why the network refused a swap. Compares the deadline with the block time, and runs the swap again on the state after that
 * block.
 *
 * @returns the failure with a more specific code, or unchanged if the reason is unknown
 */
export async function explainRevert({
  work: { gateway },
  preview,
  hash,
  error,
}: {
  work: SwapWork
  preview: SwapPreview
  hash: string
  error: TransactionFailure
}): Promise<TransactionFailure> {
  const { call, account, deadline } = preview
  const receipt = (await gateway.request('eth_getTransactionReceipt', [hash])) as { blockNumber?: unknown } | null
  const number = `0x${readQuantity(receipt?.blockNumber).toString(16)}`
  const block = (await gateway.request('eth_getBlockByNumber', [number, false])) as { timestamp?: unknown } | null
  const explain = (code: 'swap_expired' | 'slippage_exceeded', details: string | undefined): TransactionFailure => {
    const { message } = new ServiceError(code)
    return { code, message, details, moneyMoved: 'only-network-cost' }
  }
  if (deadline > 0 && readQuantity(block?.timestamp) > BigInt(deadline)) return explain('swap_expired', undefined)
  if (!call) return error
  const { to, data, value } = call
  const params = { from: account, to, data, value: `0x${value.toString(16)}` }
  try {
    await gateway.request('eth_call', [params, number])
    return error
  } catch (cause) {
    if (!(cause instanceof RpcError)) return error
    const reason = readRevertReason(cause)
    if (isPriceReason(reason)) return explain('slippage_exceeded', reason)
    return isLateReason(reason) ? explain('swap_expired', reason) : { ...error, details: reason }
  }
}
