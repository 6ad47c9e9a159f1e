import { LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { readQuantity } from '../chain/readQuantity.ts'
import type { ChainReader, PreparedTransaction } from '../Description.ts'
import type { TransactionRequest } from './TransactionRequest.ts'

/** Gas of a plain payment to an account without code. Source: yellow paper, G_transaction. */
const plainPaymentGas = 21_000n

/** Parameters of `prepareTransaction`. */
export type PrepareParameters = {
  transaction: TransactionRequest
  account: `0x${string}`
  /** EIP-155. */
  chainId: number
  read: ChainReader
  /** Fallback if the node cannot estimate, because an earlier call of a batch must come first. */
  fallbackGas?: bigint | undefined
  /** Nonces of earlier calls of a batch. */
  nonceOffset?: number | undefined
}

/**
 * Fills in the fields that an app omitted: nonce, gas, price and type. Keeps the app's receiver, value, data, prices, nonce and type,
 * and its gas if it suffices. Source: EIP-1559, EIP-155.
 *
 * @throws LatchkeyError `estimate_gas_failed` if the node refuses to estimate and there is no other value; `upstream_unavailable` if
 * its answer is unreadable
 */
export async function prepareTransaction({
  transaction,
  account,
  chainId,
  read,
  fallbackGas,
  nonceOffset = 0,
}: PrepareParameters): Promise<PreparedTransaction> {
  const { to, value, data } = transaction
  const [nonce, gas, prices] = await Promise.all([
    transaction.nonce ?? readNonce({ read, account }).then((pending) => pending + nonceOffset),
    readGas({ transaction, account, read, fallbackGas }),
    readPrices({ transaction, read }),
  ])
  return { chainId, to, value, data, nonce, gas, ...prices }
}

async function ask(read: ChainReader, method: string, params: readonly unknown[]): Promise<bigint> {
  const answer = readQuantity(await read({ method, params }))
  if (answer === undefined) throw new ServiceError('upstream_unavailable', { details: `${method} gave no number` })
  return answer
}

async function readNonce({ read, account }: { read: ChainReader; account: string }): Promise<number> {
  const nonce = await ask(read, 'eth_getTransactionCount', [account, 'pending'])
  if (nonce > 0xffff_ffffn) throw new ServiceError('upstream_unavailable', { details: 'No nonce' })
  return Number(nonce)
}

async function readGas({
  transaction: { to, value, data, gas },
  account,
  read,
  fallbackGas,
}: Pick<PrepareParameters, 'transaction' | 'account' | 'read' | 'fallbackGas'>): Promise<bigint> {
  const call = { from: account, ...(to ? { to } : {}), value: `0x${value.toString(16)}`, data }
  let estimate: bigint
  try {
    estimate = await ask(read, 'eth_estimateGas', [call])
  } catch (cause) {
    const known = gas ?? fallbackGas
    if (known !== undefined) return known
    throw cause instanceof LatchkeyError ? cause : new ServiceError('estimate_gas_failed', { cause })
  }
  if (gas !== undefined && gas >= estimate) return gas
  return estimate === plainPaymentGas ? estimate : estimate + estimate / 5n
}

type Prices = Pick<PreparedTransaction, 'type' | 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas'>

async function readPrices({ transaction, read }: Pick<PrepareParameters, 'transaction' | 'read'>): Promise<Prices> {
  const { type, gasPrice, maxFeePerGas, maxPriorityFeePerGas } = transaction
  if (gasPrice !== undefined) return { type: 'legacy', gasPrice }
  if (maxFeePerGas !== undefined && maxPriorityFeePerGas !== undefined)
    return { type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas }
  const baseFee = type === 'legacy' ? undefined : await readBaseFee(read)
  if (baseFee === undefined) {
    if (type === 'eip1559' || maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined)
      throw new ServiceError('upstream_unavailable', { details: 'The network has no base fee' })
    const price = await ask(read, 'eth_gasPrice', [])
    // Maximum rise of a base fee in one block.
    return { type: 'legacy', gasPrice: price + (price + 7n) / 8n }
  }
  const suggested = maxPriorityFeePerGas ?? (await ask(read, 'eth_maxPriorityFeePerGas', []))
  const ceiling = maxFeePerGas ?? baseFee * 2n + suggested
  return {
    type: 'eip1559',
    maxFeePerGas: ceiling,
    maxPriorityFeePerGas: suggested < ceiling ? suggested : ceiling,
  }
}

/** Returns the base fee of the next block; undefined on networks without one. */
async function readBaseFee(read: ChainReader): Promise<bigint | undefined> {
  try {
    const history = await read({ method: 'eth_feeHistory', params: ['0x1', 'latest', []] })
    if (typeof history !== 'object' || history === null || !('baseFeePerGas' in history)) return undefined
    const fees: unknown = history.baseFeePerGas
    const next = Array.isArray(fees) ? readQuantity(fees.at(-1)) : undefined
    return next === 0n ? undefined : next
  } catch {
    return undefined
  }
}
