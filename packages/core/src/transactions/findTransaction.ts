import { toAccountId } from '@latchkey/protocol'
import type { FollowParameters } from './followTransaction.ts'
import {
  type ChainTransaction,
  findByNonce,
  isSameCall,
  readBlockHash,
  readCount,
  readTransaction,
} from './readChain.ts'
import { signTimeout } from './signTimeout.ts'
import type { TransactionRecord } from './transactionRecord.ts'

/** Limit of the nonces to search. A wallet has seldom sent more since the request. */
const searchLimit = 20
/** Number of nonces and blocks to go back after a reorganization. */
const freed = 6
const forked = 12n

/**
 * Looks for a transaction that may have been sent, among those that the account has sent since the request. It asks the server, which knows
 * pending ones, and the node. It compares the calls, and skips transactions that are already on the list. If another transaction used the
 * nonce and the request can no longer be open, it gives up.
 */
export async function findTransaction({
  environment,
  ledger,
  gateway,
  readHistory,
  record,
}: Pick<FollowParameters, 'environment' | 'ledger' | 'gateway' | 'readHistory'> & {
  record: TransactionRecord
}): Promise<void> {
  const { id, chainId, from, call, floor, askedAt } = record
  const taken = new Set(ledger.all().flatMap((other) => other.hashes.map((hash) => hash.toLowerCase())))
  const isIt = (found: ChainTransaction | undefined): found is ChainTransaction =>
    found !== undefined &&
    found.from.toLowerCase() === from.toLowerCase() &&
    isSameCall(found, call) &&
    !taken.has(found.hash.toLowerCase())
  const take = ({ hash, nonce, from: sender }: ChainTransaction) => {
    ledger.apply(id, { type: 'answered', hash, at: environment.now() })
    ledger.apply(id, { type: 'known', nonce, sender })
  }

  // Without a first nonce, an earlier equal payment could be mistaken for this one.
  if (!floor) return
  const accountId = toAccountId({ chainId, address: from })
  const [hashes, count, blockHash] = await Promise.all([
    readHistory({ accountId, nonce: floor.nonce }).catch(() => []),
    readCount(gateway, from).catch(() => undefined),
    readBlockHash(gateway, floor.block).catch(() => floor.blockHash),
  ])
  const told = await Promise.all(
    hashes.filter((hash) => !taken.has(hash.toLowerCase())).map((hash) => readTransaction(gateway, hash)),
  )
  const known = told.find((found) => isIt(found) && found.nonce >= floor.nonce)
  if (known) return take(known)
  // After a reorganization, used nonces are free again, and the wallet may have used those.
  const first = blockHash === floor.blockHash ? floor.nonce : Math.max(0, floor.nonce - freed)
  if (count === undefined || count <= first) return

  let isWhole = count - first <= searchLimit
  for (let nonce = first; nonce < count && nonce < first + searchLimit; nonce++) {
    const since = nonce < floor.nonce ? floor.block - forked : floor.block
    const found = await findByNonce({ gateway, address: from, nonce, since: since > 0n ? since : 0n }).catch(
      () => undefined,
    )
    if (isIt(found)) return take(found)
    isWhole &&= found !== undefined
  }
  if (isWhole && count > floor.nonce && environment.now() - askedAt > signTimeout)
    ledger.apply(id, { type: 'replaced', at: environment.now() })
}
