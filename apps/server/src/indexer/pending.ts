import { type EvmAddress, nativeEvmAddress } from '@latchkey/protocol'
import { eq } from 'drizzle-orm'
import type { RpcBlock, RpcTransaction } from '../chains/rpcTypes.ts'
import { pendingTransactions } from '../chains/schema.ts'
import { type TransferKind, transferKind } from '../chains/transferKind.ts'
import { announce } from './announce.ts'
import type { ChainScope } from './ChainScope.ts'
import { toAccounts } from './handleReorg.ts'

/** Follows pending transactions. */
export type PendingWatcher = {
  /** Reads the node's pending block. Failures are silent, because not every node has one. */
  look: (options: { head: number }) => Promise<void>
}

type PendingRow = typeof pendingTransactions.$inferSelect

/** Maximum number of pending transactions. The feature is for local chains; further ones are left out. */
const maximum = 1000

/**
 * Keeps `pending_transactions` equal to the node's pending block. It writes only changes, and publishes them for the affected
 * accounts: when a transaction appears, and when it is gone.
 */
export function createPendingWatcher(scope: ChainScope): PendingWatcher {
  const { context, rpc, chainId, chain, signal } = scope
  let known: Map<string, { row: PendingRow }> | undefined
  let offered = true

  const read = async (head: number): Promise<Map<string, { row: PendingRow }> | undefined> => {
    const [outcome] = await rpc.batch({
      chainId,
      signal,
      calls: [{ method: 'eth_getBlockByNumber', params: ['pending', true] }],
    })
    if (!outcome || 'error' in outcome) {
      offered = false
      return undefined
    }
    const block = outcome.result as RpcBlock | null
    // Nodes without a pending block return the newest one.
    if (!block || (block.number !== null && Number(block.number) <= head)) return new Map()
    const seen = Math.floor(context.clock.now() / 1000)
    return new Map(
      block.transactions
        .slice(0, maximum)
        .map((transaction) => [transaction.hash, { row: toPendingRow({ transaction, chain, seen }) }]),
    )
  }

  return {
    look: async ({ head }) => {
      if (!offered) return
      const now = await read(head)
      if (!now) return
      const before = known
      if (before && before.size === now.size && [...now.keys()].every((hash) => before.has(hash))) return
      // The first read replaces rows of another process, or of an earlier run.
      if (!before && now.size === 0) {
        await context.database.delete(pendingTransactions).where(eq(pendingTransactions.chain, chain))
        known = now
        return
      }
      for (const [hash, entry] of now) entry.row.seen = before?.get(hash)?.row.seen ?? entry.row.seen
      const rows = [...now.values()].map(({ row }) => row)
      await context.database.transaction(async (tx) => {
        await tx.delete(pendingTransactions).where(eq(pendingTransactions.chain, chain))
        if (rows.length > 0) await tx.insert(pendingTransactions).values(rows).onConflictDoNothing()
      })
      known = now
      const changed = [
        ...[...now].filter(([hash]) => !before?.has(hash)),
        ...[...(before ?? [])].filter(([hash]) => !now.has(hash)),
      ]
      const accounts = new Set(changed.flatMap(([, { row }]) => [row.sender, row.to]))
      await announce(scope, {
        block: head,
        balances: [],
        histories: toAccounts(scope, accounts),
        prices: [],
        trades: [],
      })
    },
  }
}

/** transfer(address,uint256), transferFrom(address,address,uint256), approve(address,uint256) */
const calls = { transfer: '0xa9059cbb', transferFrom: '0x23b872dd', approve: '0x095ea7b3' } as const

/** Returns the transfer of a pending transaction according to its call: a known call of a token, else native tokens. */
function toPendingRow({
  transaction,
  chain,
  seen,
}: {
  transaction: RpcTransaction
  chain: number
  seen: number
}): PendingRow {
  const { hash, input } = transaction
  const sender = lower(transaction.from)
  const receiver = transaction.to ? lower(transaction.to) : null
  const selector = receiver && input.length >= 10 ? (input.slice(0, 10) as `0x${string}`) : null
  const words = Math.floor((input.length - 10) / 64)
  const wordAt = (index: number) => input.slice(10 + index * 64, 74 + index * 64)
  const addressAt = (index: number) => lower(`0x${wordAt(index).slice(24)}`)
  const base = { chain, seen, nonce: Number(transaction.nonce), hash, sender, receiver, selector }
  const movement = (kind: TransferKind, from: EvmAddress, to: EvmAddress, amountAt: number) => ({
    ...base,
    kind,
    token: receiver ?? nativeEvmAddress,
    from,
    to,
    amount: BigInt(`0x${wordAt(amountAt)}`),
  })
  if (selector === calls.transfer && words >= 2) return movement(transferKind.erc20, sender, addressAt(0), 1)
  if (selector === calls.transferFrom && words >= 3) return movement(transferKind.erc20, addressAt(0), addressAt(1), 2)
  if (selector === calls.approve && words >= 2) return movement(transferKind.approval, sender, addressAt(0), 1)
  return {
    ...base,
    kind: transferKind.native,
    token: nativeEvmAddress,
    from: sender,
    to: receiver ?? sender,
    amount: BigInt(transaction.value),
  }
}

function lower(address: string): EvmAddress {
  return address.toLowerCase() as EvmAddress
}
