import { type EvmAddress, nativeEvmAddress } from '@latchkey/protocol'
import { entryPoint08 } from '@latchkey/smart-account'
import { transferKind } from '../chains/transferKind.ts'
import type { HistoryRow } from './historyStore.ts'
import type { HistoryEntry, TransferEntry } from './toHistoryItem.ts'

const entryPoint = entryPoint08.toLowerCase()

/**
 * Returns a mined transaction from the account's point of view. A transaction with the account's operations counts as its
 * own.
 */
export function toHistoryEntry(row: HistoryRow, account: EvmAddress): HistoryEntry {
  const { transaction, transfers, operations } = row
  const { hash, time, nonce, sender, receiver, created, selector, value, fee, status } = transaction
  const last = operations.at(-1)
  // The account's own transaction describes it completely, even if its key submitted its own operation.
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

/**
 * Returns a transfer next to the account's operations, with whether the account caused it; undefined for the prepayment of
 * gas to the EntryPoint.
 */
function readTransfer(
  transfer: HistoryRow['transfers'][number],
  { operations }: HistoryRow,
  account: EvmAddress,
): TransferEntry | undefined {
  const { token, sender, receiver, position } = transfer
  // Native tokens can only leave an account by its own action.
  if (token === nativeEvmAddress && sender === account) {
    return receiver === entryPoint ? undefined : { ...transfer, kind: transferKind.native }
  }
  const isOwn = operations.some(({ firstTransfer, endTransfer }) => position >= firstTransfer && position < endTransfer)
  return isOwn ? transfer : { ...transfer, isForeign: true }
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}
