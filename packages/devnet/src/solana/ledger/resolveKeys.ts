import { type Address, getAddressDecoder } from '@solana/kit'
import type { LiteSVM } from 'litesvm'
import type { TransactionKeys, TransactionMessage } from './TransactionRecord.ts'

/** Offset of the addresses in a lookup table's account. Source: `LOOKUP_TABLE_META_SIZE` of Solana. */
const tableHeader = 56

/** Returns the accounts of a message, including those of its lookup tables. */
export function resolveKeys({ svm, message }: { svm: LiteSVM; message: TransactionMessage }): TransactionKeys {
  const { header, staticAccounts } = message
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = header
  const writable: Address[] = []
  const readonly: Address[] = []
  for (const lookup of ('addressTableLookups' in message && message.addressTableLookups) || []) {
    const table = svm.getAccount(lookup.lookupTableAddress)
    // A table that is not there, or too short: running the transaction says so.
    const at = (index: number) => {
      const offset = tableHeader + 32 * index
      if (!table.exists || table.data.length < offset + 32) return []
      return [getAddressDecoder().decode(table.data.subarray(offset, offset + 32))]
    }
    writable.push(...lookup.writableIndexes.flatMap(at))
    readonly.push(...lookup.readonlyIndexes.flatMap(at))
  }
  const fixed = staticAccounts.length
  return {
    all: [...staticAccounts, ...writable, ...readonly],
    fixed,
    signers: numSignerAccounts,
    loaded: { writable, readonly },
    isWritable(index) {
      if (index >= fixed) return index < fixed + writable.length
      if (index < numSignerAccounts) return index < numSignerAccounts - numReadonlySignerAccounts
      return index < fixed - numReadonlyNonSignerAccounts
    },
  }
}
