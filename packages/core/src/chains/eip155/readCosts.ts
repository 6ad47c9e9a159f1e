import { ServiceError } from '@latchkey/protocol/errors'
import type { GatewayClient } from '../../http/createGatewayClient.ts'
import { readQuantity } from '../../http/readQuantity.ts'
import { decimalsCall, decodeUint256, encodeBalanceOf } from './erc20.ts'

/** Gas of a plain payment to an account without code. Source: yellow paper, G_transaction. */
const plainPaymentGas = 21_000n

/** Returns the gas price to offer in wei: the node's price plus 12.5%, by which a base fee may rise in one block (EIP-1559). */
export async function readGasPrice(gateway: GatewayClient): Promise<bigint> {
  const price = readQuantity(await gateway.request('eth_gasPrice'))
  return price + (price + 7n) / 8n
}

/** Returns the gas limit of a call: exact for a plain payment, 20% more if code runs, because its state may change in the meantime. */
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

/** Returns the balance of the native token in wei. */
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
 * Returns an account's balance of a token, and the token's decimals, from the token contract.
 *
 * @throws LatchkeyError `simulation_failed` if the token has no contract on this network
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
    // `decimals` is optional in ERC-20.
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
