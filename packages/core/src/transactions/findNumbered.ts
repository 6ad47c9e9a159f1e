import { toAccountId } from '@latchkey/protocol'
import type { FollowParameters } from './followTransaction.ts'
import { type ChainTransaction, findByNonce, readHead, readTransaction } from './readChain.ts'
import type { TransactionRecord } from './transactionRecord.ts'

/** Where nobody noted the block in which a number was free, so many blocks are looked back. */
const lookBack = 256n

/**
 * Finds what an account has sent under a number: by the server's history, else by the chain. Whatever the server says is read from the
 * chain before it counts.
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
