import { type Hash, type PublicClient, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem'

/** Milliseconds of the first wait, and in total. */
const [firstWait, patience] = [50, 600_000]

/**
 * Waits until a transaction is in a block. It polls for the receipt: viem's own wait only checks on each new block, and a
 * local chain that makes blocks on demand makes no further one.
 *
 * @throws Error with a sentence if it is in no block after ten minutes, or the node fails
 */
export async function awaitReceipt({
  reader,
  hash,
}: {
  reader: Pick<PublicClient, 'getTransactionReceipt' | 'pollingInterval'>
  hash: Hash
}): Promise<TransactionReceipt> {
  const deadline = performance.now() + patience
  for (let wait = firstWait; ; wait = Math.min(2 * wait, reader.pollingInterval)) {
    try {
      return await reader.getTransactionReceipt({ hash })
    } catch (cause) {
      if (!(cause instanceof TransactionReceiptNotFoundError)) throw cause
      if (performance.now() > deadline)
        throw new Error(
          `The transaction ${hash} is not in a block after ten minutes. Look for it before you run this again`,
        )
    }
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}
