import { type GatewayClient, RpcError } from '../http/createGatewayClient.ts'
import { readQuantity } from '../http/readQuantity.ts'
import { hasInnerFailure } from './hasInnerFailure.ts'
import type { TransactionCall } from './TransactionsFeature.ts'

/** A transaction as a node returns it. */
export type ChainTransaction = {
  hash: string
  from: string
  nonce: number
  to: string | null
  value: bigint
  data: string
  /** Offered limit in wei per unit of gas. */
  gasPrice: bigint
}

/** Result of a transaction in a block. */
export type Receipt = {
  hash: string
  ok: boolean
  block: bigint
  blockHash: string
  /** Wei that the sender paid to the network; undefined if another account paid, or the node does not report it. */
  fee?: bigint
}

/** Reads a mined or pending transaction; undefined if the node does not know the hash. */
export async function readTransaction(gateway: GatewayClient, hash: string): Promise<ChainTransaction | undefined> {
  return toTransaction(await gateway.request('eth_getTransactionByHash', [hash]))
}

/**
 * Reads the result of a transaction; undefined while it is not in a block.
 *
 * @param options.account owner of the transaction. The calls of a smart account may fail inside a bundler's transaction that succeeds.
 */
export async function readReceipt({
  gateway,
  hash,
  account,
}: {
  gateway: GatewayClient
  hash: string
  account: string
}): Promise<Receipt | undefined> {
  const value = await gateway.request('eth_getTransactionReceipt', [hash])
  const receipt = value as Record<string, unknown> | null | undefined
  if (!receipt || typeof receipt.blockNumber !== 'string') return undefined
  return {
    hash,
    ok: receipt.status !== '0x0' && !hasInnerFailure({ logs: receipt.logs, account }),
    block: readQuantity(receipt.blockNumber),
    blockHash: String(receipt.blockHash).toLowerCase(),
    ...readFee(receipt, account),
  }
}

/** Returns the sender's cost, with the L1 fee of a rollup (`l1Fee`). Source: eth_getTransactionReceipt. */
function readFee(
  { from, gasUsed, effectiveGasPrice, l1Fee }: Record<string, unknown>,
  account: string,
): Pick<Receipt, 'fee'> {
  if (typeof gasUsed !== 'string' || typeof effectiveGasPrice !== 'string') return {}
  if (String(from).toLowerCase() !== account.toLowerCase()) return {}
  const below = typeof l1Fee === 'string' ? readQuantity(l1Fee) : 0n
  return { fee: readQuantity(gasUsed) * readQuantity(effectiveGasPrice) + below }
}

/** Returns the number of the newest block. */
export async function readHead(gateway: GatewayClient): Promise<bigint> {
  return readQuantity(await gateway.request('eth_blockNumber'))
}

/** Returns number and hash of the newest block. */
export async function readNewest(gateway: GatewayClient): Promise<{ block: bigint; blockHash: string }> {
  const newest = (await gateway.request('eth_getBlockByNumber', ['latest', false])) as Record<string, unknown> | null
  return { block: readQuantity(newest?.number), blockHash: String(newest?.hash).toLowerCase() }
}

/** Returns the number of an account's mined transactions, up to a block. */
export async function readCount(gateway: GatewayClient, address: string, block?: bigint): Promise<number> {
  return Number(readQuantity(await gateway.request('eth_getTransactionCount', [address, toTag(block)])))
}

/** Returns the hash of the block at a height; undefined if the node has none. */
export async function readBlockHash(gateway: GatewayClient, block: bigint): Promise<string | undefined> {
  const found = (await gateway.request('eth_getBlockByNumber', [toTag(block), false])) as { hash?: unknown } | null
  return typeof found?.hash === 'string' ? found.hash.toLowerCase() : undefined
}

/** Largest number of blocks to scan with a node that does not know past states. */
const scanLimit = 32n

/**
 * Finds the transaction with a nonce, in the block in which the account's count passed it. With a node that does not know past states, it
 * scans the first blocks after the nonce was free.
 *
 * @param options.since a block in which the nonce was still free
 * @returns undefined if it is not found
 */
export async function findByNonce({
  gateway,
  address,
  nonce,
  since,
}: {
  gateway: GatewayClient
  address: string
  nonce: number
  since: bigint
}): Promise<ChainTransaction | undefined> {
  const [head, count] = await Promise.all([readHead(gateway), readCount(gateway, address)])
  if (count <= nonce) return undefined
  const read = async (block: bigint) => {
    const found = (await gateway.request('eth_getBlockByNumber', [toTag(block), true])) as { transactions?: unknown[] }
    return found?.transactions
      ?.map(toTransaction)
      .find((one) => one?.nonce === nonce && one.from.toLowerCase() === address.toLowerCase())
  }
  let low = since < head ? since : head - 1n
  let high = head
  try {
    while (high - low > 1n) {
      const middle = (low + high) / 2n
      if ((await readCount(gateway, address, middle)) > nonce) high = middle
      else low = middle
    }
    return await read(high)
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
  }
  const first = since < head ? since + 1n : head
  const last = first + scanLimit < head ? first + scanLimit : head
  const blocks = Array.from({ length: Number(last - first) + 1 }, (_, index) => first + BigInt(index))
  return (await Promise.all(blocks.map(read))).find((one) => one !== undefined)
}

/** Whether a transaction has exactly this call. */
export function isSameCall({ to, value, data }: ChainTransaction, call: TransactionCall): boolean {
  return (
    to?.toLowerCase() === call.to.toLowerCase() &&
    value === call.value &&
    data.toLowerCase() === call.data.toLowerCase()
  )
}

/** Whether a transaction is a cancellation: a payment of 0 from an account to itself. */
export function isCancellation({ from, to, value, data }: ChainTransaction): boolean {
  return to?.toLowerCase() === from.toLowerCase() && value === 0n && data === '0x'
}

function toTransaction(value: unknown): ChainTransaction | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { hash, from, nonce, to, value: amount, input, gasPrice, maxFeePerGas } = value as Record<string, unknown>
  return {
    hash: String(hash),
    from: String(from),
    nonce: Number(readQuantity(nonce)),
    to: typeof to === 'string' ? to : null,
    value: readQuantity(amount),
    data: typeof input === 'string' ? input : '0x',
    gasPrice: readQuantity(maxFeePerGas ?? gasPrice ?? '0x0'),
  }
}

function toTag(block: bigint | undefined): string {
  return block === undefined ? 'latest' : `0x${block.toString(16)}`
}
