import { ServiceError } from '@latchkey/protocol/errors'
import type { TransferCall } from '../../chains/eip155/buildTransfer.ts'
import { decodeUint256, encodeBalanceOf } from '../../chains/eip155/erc20.ts'
import { readRevertReason } from '../../chains/eip155/readRevertReason.ts'
import { type GatewayClient, RpcError } from '../../http/createGatewayClient.ts'

/**
 * Runs the call on the node without sending it. Tokens that return nothing are accepted, as many older ones do. A token that returns
 * `false` does not move anything.
 *
 * @throws LatchkeyError `simulation_failed` with the contract's reason
 */
export async function simulateTransfer({
  gateway,
  from,
  call,
}: {
  gateway: GatewayClient
  from: string
  call: TransferCall
}): Promise<void> {
  let result: unknown
  try {
    result = await gateway.request('eth_call', [{ from, ...toRpcCall(call) }, 'latest'])
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    throw new ServiceError('simulation_failed', { cause: error, details: readRevertReason(error) })
  }
  if (call.data !== '0x' && result !== '0x' && !isTrue(result))
    throw new ServiceError('simulation_failed', { details: 'The token answered that it did not transfer' })
}

/**
 * Returns the transfer fee of a token. It compares the receiver's balance before and after the transfer in a simulated block
 * (`eth_simulateV1`).
 *
 * @returns base units; undefined if the node cannot simulate
 */
export async function readTransferFee({
  gateway,
  from,
  receiver,
  amount,
  call,
}: {
  gateway: GatewayClient
  from: string
  receiver: string
  amount: bigint
  call: TransferCall
}): Promise<bigint | undefined> {
  const readBalance = { from, to: call.to, data: encodeBalanceOf(receiver) }
  const calls = [readBalance, { from, ...toRpcCall(call) }, readBalance]
  try {
    const blocks = await gateway.request('eth_simulateV1', [{ blockStateCalls: [{ calls }] }, 'latest'])
    const results = (blocks as { calls: { status: string; returnData: string }[] }[])[0]?.calls ?? []
    const [before, transfer, after] = results
    if (!before || !after || transfer?.status !== '0x1') return undefined
    const gained = decodeUint256(after.returnData) - decodeUint256(before.returnData)
    // A transfer to the sender moves nothing, so the difference is the fee.
    const fee = from.toLowerCase() === receiver.toLowerCase() ? -gained : amount - gained
    return fee < 0n ? 0n : fee
  } catch {
    return undefined
  }
}

function toRpcCall({ to, value, data }: TransferCall) {
  return { to, data, value: `0x${value.toString(16)}` }
}

function isTrue(result: unknown): boolean {
  return typeof result === 'string' && /^0x0{63}1$/.test(result)
}
