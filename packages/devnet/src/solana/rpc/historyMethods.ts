import type { Ledger } from '../ledger/Ledger.ts'
import { finalityDelay } from '../ledger/SlotClock.ts'
import type { TransactionRecord } from '../ledger/TransactionRecord.ts'
import { encodeTransaction } from './encodeTransaction.ts'
import type { MethodContext, Methods } from './Method.ts'
import { invalidParams, RpcError } from './RpcError.ts'
import { readAddress, readCommitment, readOptions, readSignature, readWhole, slotAt } from './readParams.ts'

/** Signatures that `getSignatureStatuses` and `getSignaturesForAddress` give at once. */
const mostStatuses = 256
const mostSignatures = 1000

/** Returns the methods for past transactions. */
export function historyMethods({ ledger }: MethodContext): Methods {
  const { clock } = ledger
  const inContext = (value: unknown) => ({ context: { slot: clock.slot(), apiVersion: '3.0.0' }, value })
  /** The newest slot whose transactions a caller may see. */
  const newestFor = (options: Record<string, unknown>) => {
    const commitment = readCommitment(options.commitment)
    if (commitment === 'processed') throw invalidParams('Method does not support commitment below `confirmed`')
    return slotAt({ slot: clock.slot(), commitment })
  }

  return {
    getSignatureStatuses([signatures]) {
      if (!Array.isArray(signatures)) throw invalidParams('expected a list of signatures')
      if (signatures.length > mostStatuses) throw invalidParams(`Too many inputs provided; max ${mostStatuses}`)
      return inContext(
        signatures.map((signature) => {
          const record = ledger.find(readSignature(signature))
          return record ? describeStatus({ ledger, record }) : null
        }),
      )
    },

    getSignaturesForAddress([address, given]) {
      const options = readOptions(given)
      const { before, until, limit } = options
      const newest = newestFor(options)
      let list = ledger.ofAddress(readAddress(address)).filter(({ slot }) => slot <= newest)
      const at = (signature: unknown) => list.findIndex((record) => record.signature === readSignature(signature))
      if (before !== undefined && before !== null) {
        // Any transaction of the ledger, as a cluster has it: also one that does not name the address.
        const from = ledger.find(readSignature(before))
        const older = from ? ledger.ofSlot(from.slot).slice(0, ledger.ofSlot(from.slot).indexOf(from)) : []
        list = from ? list.filter((record) => record.slot < from.slot || older.includes(record)) : []
      }
      if (until !== undefined && until !== null) {
        const index = at(until)
        if (index >= 0) list = list.slice(0, index)
      }
      const most = limit === undefined || limit === null ? mostSignatures : readWhole(limit, { most: mostSignatures })
      return list.slice(0, most).map((record) => ({
        signature: record.signature,
        slot: record.slot,
        err: record.error,
        memo: memoOf(record),
        blockTime: clock.timeOf(record.slot),
        confirmationStatus: describeStatus({ ledger, record }).confirmationStatus,
      }))
    },

    getTransaction([signature, given]) {
      const options = typeof given === 'string' ? { encoding: given } : readOptions(given)
      const record = ledger.find(readSignature(signature))
      if (!record || record.slot > newestFor(options)) return null
      return { slot: record.slot, blockTime: clock.timeOf(record.slot), ...encodeTransaction({ record, options }) }
    },

    getBlock([slot, given]) {
      const options = readOptions(given)
      const number = readWhole(slot)
      if (number > newestFor(options)) throw new RpcError(-32004, `Block not available for slot ${number}`)
      const records = ledger.ofSlot(number)
      const { transactionDetails = 'full' } = options
      return {
        blockhash: clock.blockhashOf(number),
        previousBlockhash: clock.blockhashOf(Math.max(0, number - 1)),
        parentSlot: Math.max(0, number - 1),
        blockHeight: number,
        blockTime: clock.timeOf(number),
        ...(transactionDetails === 'full'
          ? { transactions: records.map((record) => encodeTransaction({ record, options })) }
          : {}),
        ...(transactionDetails === 'signatures' ? { signatures: records.map(({ signature }) => signature) } : {}),
        ...(options.rewards === false ? {} : { rewards: [] }),
      }
    },
  }
}

function describeStatus({ ledger: { clock }, record }: { ledger: Ledger; record: TransactionRecord }) {
  const age = clock.slot() - record.slot
  const isFinal = age >= finalityDelay
  return {
    slot: record.slot,
    confirmations: isFinal ? null : age,
    err: record.error,
    status: record.error === null ? { Ok: null } : { Err: record.error },
    // One validator has all votes: a processed transaction is confirmed.
    confirmationStatus: isFinal ? 'finalized' : 'confirmed',
  }
}

const memoPrograms = ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'Memo1UhkJRfHyvLMcVucJwxXeuDaC8cFHCNCtQ5a2Cr']

/** The memos of a transaction as a cluster lists them: `[length] text`. */
function memoOf({ message, keys }: TransactionRecord): string | null {
  const memos = message.instructions.flatMap(({ programAddressIndex, data = new Uint8Array() }) =>
    memoPrograms.includes(keys.all[programAddressIndex] ?? '')
      ? [`[${data.length}] ${new TextDecoder().decode(new Uint8Array(data))}`]
      : [],
  )
  return memos.length > 0 ? memos.join('; ') : null
}
