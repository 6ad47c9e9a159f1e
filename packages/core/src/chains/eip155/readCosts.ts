import { ServiceError } from '@latchkey/protocol/errors'
import type { GatewayClient } from '../../http/createGatewayClient.ts'
import { readQuantity } from '../../http/readQuantity.ts'
import { decimalsCall, decodeUint256, encodeBalanceOf } from './erc20.ts'

/** Gas of a plain payment to an account without code. Source: yellow paper, G_transaction. */
const plainPaymentGas = 21_000n

/** The gas price that is offered, in wei: the node's own suggestion and an eighth, which is what a base fee may rise by in one block (EIP-1559). */
export async function readGasPrice(gateway: GatewayClient): Promise<bigint> {
  const price = readQuantity(await gateway.request('eth_gasPrice'))
  return price + (price + 7n) / 8n
}

/** The gas to allow for a call: exact for a plain payment, a fifth more where code runs, as its state may change until then. */
export async function readGas({
  gateway,
  call,
}: {
  gateway: GatewayClient
  call: { from: string; to: string; value: bigint; data: string }
}): Promise<bigint> {
  const estimate = readQuantity(
    await gateway.request('eth_estimateGas', [{ ...call, value: `0x${call.value.toString(16)}` }]),
  )
  return estimate === plainPaymentGas ? estimate : estimate + estimate / 5n
}

/** What an account owns of the native coin, in wei. */
export async function readNativeBalance({
  gateway,
  address,
}: {
  gateway: GatewayClient
  address: string
}): Promise<bigint> {
  return readQuantity(await gateway.request('eth_getBalance', [address, 'latest']))
}

/**
 * What an account owns of a token, and the token's decimals, by the token itself.
 *
 * @throws LatchkeyError `simulation_failed` when the token is no contract on this network
 */
export async function readTokenBalance({
  gateway,
  token,
  address,
}: {
  gateway: GatewayClient
  token: string
  address: string
}): Promise<{ balance: bigint; decimals: number | undefined }> {
  const [code, balance, decimals] = await Promise.all([
    gateway.request('eth_getCode', [token, 'latest']),
    gateway.request('eth_call', [{ to: token, data: encodeBalanceOf(address) }, 'latest']),
    // ERC-20 does not oblige a token to tell.
    gateway.request('eth_call', [{ to: token, data: decimalsCall }, 'latest']).catch(() => undefined),
  ])
  // A call to an address without code succeeds and moves nothing.
  if (typeof code !== 'string' || code === '0x')
    throw new ServiceError('simulation_failed', { details: 'There is no token contract at this address' })
  return {
    balance: decodeUint256(balance),
    decimals: decimals === undefined || decimals === '0x' ? undefined : Number(decodeUint256(decimals)),
  }
}
