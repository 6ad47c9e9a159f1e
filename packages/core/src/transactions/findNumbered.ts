import { toAccountId } from '@latchkey/protocol'
import type { FollowParameters } from './followTransaction.ts'
import { type ChainTransaction, findByNonce, readHead, readTransaction } from './readChain.ts'
import type { TransactionRecord } from './transactionRecord.ts'

/** Number of blocks to search if the block in which the nonce was free is unknown. */
const lookBack = 256n

/**
 * Finds the transaction of an account with a nonce, through the activity of the server, else through the node. Results of the server count
 * only after the node confirms them.
 */
export async function findNumbered({
  gateway,
  readHistory,
  record: { chainId, from, sender = from, floor },
  nonce,
}: Pick<FollowParameters, 'gateway' | 'readHistory'> & {
  record: TransactionRecord
  nonce: number
}): Promise<ChainTransaction | undefined> {
  const hashes = await readHistory({ accountId: toAccountId({ chainId, address: sender }), nonce }).catch(() => [])
  const told = await Promise.all(hashes.map((hash) => readTransaction(gateway, hash)))
  const known = told.find((one) => one?.nonce === nonce && one.from.toLowerCase() === sender.toLowerCase())
  if (known) return known
  const head = floor ? floor.block : await readHead(gateway)
  const since = floor ? floor.block : head > lookBack ? head - lookBack : 0n
  return findByNonce({ gateway, address: sender, nonce, since })
}
