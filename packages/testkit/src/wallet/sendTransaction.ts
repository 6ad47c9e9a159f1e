import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { ProviderRpcError } from '../owner/ProviderRpcError.ts'

/** A node of the transaction's network. */
export type Node = (method: string, params: readonly unknown[]) => Promise<unknown>

/** A transaction in the format of `eth_sendTransaction`; quantities in hexadecimal. */
export type TransactionRequest = {
  from?: string
  to?: string
  value?: string
  data?: string
  input?: string
  gas?: string
  gasPrice?: string
  maxFeePerGas?: string
  maxPriorityFeePerGas?: string
  nonce?: string
  chainId?: string
  type?: string
}

/** A transaction to sign, with its key and network. */
export type TransactionOrder = {
  node: Node
  privateKey: `0x${string}`
  chainId: number
  transaction: TransactionRequest
}

/** Fills in missing fields, signs and sends. @returns the hash from the node */
export async function sendTransaction(order: TransactionOrder): Promise<unknown> {
  return order.node('eth_sendRawTransaction', [await signTransaction(order)])
}

/** Fills in missing fields and signs. @returns the serialized transaction for a node */
export async function signTransaction({
  node,
  privateKey,
  chainId,
  transaction,
}: TransactionOrder): Promise<`0x${string}`> {
  const account: PrivateKeyAccount = privateKeyToAccount(privateKey)
  const { to, gasPrice, maxFeePerGas, maxPriorityFeePerGas } = transaction
  const data = transaction.data ?? transaction.input ?? '0x'
  const value = transaction.value ?? '0x0'
  const call = { from: account.address, ...(to ? { to } : {}), value, data }
  const [nonce, gas, price] = await Promise.all([
    transaction.nonce ?? node('eth_getTransactionCount', [account.address, 'pending']),
    transaction.gas ?? node('eth_estimateGas', [call]),
    gasPrice ?? (maxFeePerGas ? '0x0' : node('eth_gasPrice', [])),
  ])
  const common = {
    chainId,
    nonce: Number(toBigInt(nonce)),
    gas: toBigInt(gas),
    value: toBigInt(value),
    data: data as `0x${string}`,
    ...(to ? { to: to as `0x${string}` } : {}),
  }
  if (!maxFeePerGas) return account.signTransaction({ ...common, type: 'legacy', gasPrice: toBigInt(price) })
  return account.signTransaction({
    ...common,
    type: 'eip1559',
    maxFeePerGas: toBigInt(maxFeePerGas),
    maxPriorityFeePerGas: toBigInt(maxPriorityFeePerGas ?? '0x0'),
  })
}

function toBigInt(value: unknown): bigint {
  try {
    return BigInt(value as string)
  } catch {
    throw new ProviderRpcError({ code: -32602, message: `Invalid params: not a quantity: ${String(value)}` })
  }
}
