import type { Hash, PublicClient, TransactionReceipt } from 'viem'

/**
 * Waits until a transaction is in a block of a local chain, by polling for the receipt. The wait of viem checks once per new
 * block and misses a block that arrives during a check. A chain that makes blocks on demand would then make no further block.
 *
 * @param options.timeout milliseconds
 * @throws Error if there is no receipt in time
 * @example
 * const { status } = await waitForReceipt({ client, hash: await wallet.sendTransaction(call) })
 */
export async function waitForReceipt({
  client,
  hash,
  timeout = 30_000,
}: {
  client: Pick<PublicClient, 'getTransactionReceipt'>
  hash: Hash
  timeout?: number
}): Promise<TransactionReceipt> {
  const deadline = performance.now() + timeout
  for (;;) {
    try {
      return await client.getTransactionReceipt({ hash })
    } catch (cause) {
      if (performance.now() > deadline) throw new Error(`${hash} is in no block after ${timeout} ms`, { cause })
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
}
