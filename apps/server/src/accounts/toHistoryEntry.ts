import { type EvmAddress, nativeEvmAddress } from '@latchkey/protocol'
import { entryPoint08 } from '@latchkey/smart-account'
import { transferKind } from '../chains/transferKind.ts'
import type { HistoryRow } from './historyStore.ts'
import type { HistoryEntry, TransferEntry } from './toHistoryItem.ts'

const entryPoint = entryPoint08.toLowerCase()

/** Reads a mined transaction as the account's history tells it: one that carried the account's own operations is the account's doing. */
export function toHistoryEntry(row: HistoryRow, account: EvmAddress): HistoryEntry {
  const { transaction, transfers, operations } = row
  const { hash, time, nonce, sender, receiver, created, selector, value, fee, status } = transaction
  const last = operations.at(-1)
  // The account's own transaction says it all, also where its key sent its operation itself.
  if (!last || sender === account) {
    const base = { hash, time, nonce, sender, receiver, created, selector, value, transfers }
    return { ...base, fee, status: status ? 'confirmed' : 'failed' }
  }
  return {
    ...{ hash, time, sender: account, receiver: last.receiver, created: null, selector: last.selector },
    value: sum(operations.map((operation) => operation.value)),
    fee: sum(operations.map((operation) => operation.fee)),
    status: operations.some(({ success }) => success) ? 'confirmed' : 'failed',
    transfers: transfers.flatMap((transfer) => readTransfer(transfer, row, account) ?? []),
  }
}

/** A transfer beside the account's operations, with whose doing it is; undefined for what the EntryPoint was paid in advance for gas. */
function readTransfer(
  transfer: HistoryRow['transfers'][number],
  { operations }: HistoryRow,
  account: EvmAddress,
): TransferEntry | undefined {
  const { token, sender, receiver, position } = transfer
  // Coins leave an account by its own doing alone.
  if (token === nativeEvmAddress && sender === account) {
    return receiver === entryPoint ? undefined : { ...transfer, kind: transferKind.native }
  }
  const isOwn = operations.some(({ firstTransfer, endTransfer }) => position >= firstTransfer && position < endTransfer)
  return isOwn ? transfer : { ...transfer, isForeign: true }
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}
