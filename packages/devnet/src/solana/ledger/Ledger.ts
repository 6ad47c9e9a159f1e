import { type Address, type EncodedAccount, getAddressDecoder, getTransactionDecoder } from '@solana/kit'
import { FailedTransactionMetadata, LiteSVM, type TransactionMetadata } from 'litesvm'
import { readTransactionError } from './errors/readTransactionError.ts'
import type { TransactionError } from './errors/TransactionError.ts'
import { readTokenBalances } from './readTokenBalances.ts'
import { resolveKeys } from './resolveKeys.ts'
import { type SlotClock, slotsPerEpoch } from './SlotClock.ts'
import type { Execution, SignedTransaction, TransactionRecord } from './TransactionRecord.ts'

/** Result of a transaction that ran without being stored. */
export type Simulation = Execution & { accounts: ReadonlyMap<string, SimulatedAccount> }

/** An account as it would be. */
export type SimulatedAccount = { lamports: bigint; data: Uint8Array; programAddress: Address; executable: boolean }

/** The accounts of a network and its history. */
export type Ledger = {
  svm: LiteSVM
  clock: SlotClock
  /** Runs and stores a transaction. If it would not reach a block, it returns the error and stores nothing. */
  execute: (options: {
    transaction: SignedTransaction
    slot: number
  }) => TransactionRecord | { dropped: TransactionError }
  /** Runs a transaction and stores nothing. Its blockhash is not checked. */
  simulate: (options: { transaction: SignedTransaction; verify: boolean }) => Simulation
  find: (signature: string) => TransactionRecord | undefined
  /** The transactions that name an account, newest first. */
  ofAddress: (address: string) => readonly TransactionRecord[]
  /** The transactions of a slot, in their order. */
  ofSlot: (slot: number) => readonly TransactionRecord[]
  count: () => number
  /** The slot of the newest transaction. */
  newestSlot: () => number
  onTransaction: (listener: (record: TransactionRecord) => void) => () => void
}

/** An empty network: the programs of a cluster and nothing else. */
export function createLedger({ clock }: { clock: SlotClock }): Ledger {
  const svm = new LiteSVM()
    .withNativeMints()
    // Blockhashes and repetitions are checked here, because litesvm knows only its newest blockhash.
    .withTransactionHistory(0n)
    .withBlockhashCheck(false)
  const records = new Map<string, TransactionRecord>()
  const byAddress = new Map<string, TransactionRecord[]>()
  const bySlot = new Map<number, TransactionRecord[]>()
  const listeners = new Set<(record: TransactionRecord) => void>()
  let newest = 0

  function setTime(slot: number) {
    const time = svm.getClock()
    time.slot = BigInt(slot)
    time.epoch = BigInt(Math.floor(slot / slotsPerEpoch))
    time.leaderScheduleEpoch = time.epoch + 1n
    time.epochStartTimestamp = BigInt(clock.timeOf(Number(time.epoch) * slotsPerEpoch))
    time.unixTimestamp = BigInt(clock.timeOf(slot))
    svm.setClock(time)
  }

  function lamportsOf(keys: readonly Address[]): number[] {
    return keys.map((key) => Number(svm.getBalance(key) ?? 0n))
  }

  function execute({ transaction, slot }: { transaction: SignedTransaction; slot: number }) {
    const keys = resolveKeys({ svm, message: transaction.message })
    const before = lamportsOf(keys.all)
    const tokensBefore = readTokenBalances({ svm, keys: keys.all })
    const unsigned = unsignedError(transaction)
    if (unsigned) return { dropped: unsigned }
    setTime(slot)
    const outcome = svm.sendTransaction(getTransactionDecoder().decode(transaction.wire))
    const execution = readOutcome(outcome)
    const { error } = execution
    const after = lamportsOf(keys.all)
    // A transaction that fails while it runs is in a block and pays; one that never ran is not.
    const ran = error === null || typeof error !== 'string'
    if (!ran) return { dropped: error }
    const fee = sum(before) - sum(after)
    const tokensAfter = readTokenBalances({ svm, keys: keys.all })
    const record: TransactionRecord = {
      ...transaction,
      ...execution,
      ...{ slot, keys, fee, before, after, tokensBefore, tokensAfter },
    }
    keep(record)
    return record
  }

  function keep(record: TransactionRecord) {
    records.set(record.signature, record)
    newest = Math.max(newest, record.slot)
    push(bySlot, record.slot, record)
    for (const key of new Set(record.keys.all)) push(byAddress, key, record)
    for (const listener of listeners) listener(record)
  }

  function simulate({ transaction, verify }: { transaction: SignedTransaction; verify: boolean }): Simulation {
    const unsigned = verify ? unsignedError(transaction) : undefined
    if (unsigned) return { ...nothing, error: unsigned, accounts: new Map() }
    setTime(clock.slot())
    svm.withSigverify(verify)
    try {
      const outcome = svm.simulateTransaction(getTransactionDecoder().decode(transaction.wire))
      if (outcome instanceof FailedTransactionMetadata) return { ...readOutcome(outcome), accounts: new Map() }
      const accounts = new Map(outcome.postAccounts().map((account) => [account.address as string, toAccount(account)]))
      return { ...readExecution(outcome.meta()), error: null, accounts }
    } finally {
      svm.withSigverify(true)
    }
  }

  return {
    ...{ svm, clock, execute, simulate },
    find: (signature) => records.get(signature),
    ofAddress: (address) => (byAddress.get(address) ?? []).toReversed(),
    ofSlot: (slot) => bySlot.get(slot) ?? [],
    count: () => records.size,
    newestSlot: () => newest,
    onTransaction(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const nothing = { logs: [], inner: [], computeUnits: 0, returnData: null }

/** litesvm throws for a signature that is not there at all. */
function unsignedError({ signatures }: SignedTransaction): TransactionError | undefined {
  return signatures.some((signature) => /^1{64}$/.test(signature)) ? 'SignatureFailure' : undefined
}

function readOutcome(outcome: TransactionMetadata | FailedTransactionMetadata): Execution {
  if (!(outcome instanceof FailedTransactionMetadata)) return { ...readExecution(outcome), error: null }
  return { ...readExecution(outcome.meta()), error: readTransactionError(outcome.err()) }
}

function readExecution(meta: TransactionMetadata): Omit<Execution, 'error'> {
  const data = meta.returnData()
  return {
    logs: meta.logs(),
    inner: meta.innerInstructions().flatMap((list, index) => {
      const instructions = list.map((inner) => {
        const instruction = inner.instruction()
        return {
          programIdIndex: instruction.programIdIndex(),
          accounts: [...instruction.accounts()],
          data: new Uint8Array(instruction.data()),
          stackHeight: inner.stackHeight(),
        }
      })
      return instructions.length > 0 ? [{ index, instructions }] : []
    }),
    computeUnits: Number(meta.computeUnitsConsumed()),
    returnData:
      data.data().length > 0
        ? { programId: getAddressDecoder().decode(data.programId()), data: new Uint8Array(data.data()) }
        : null,
  }
}

function toAccount({ lamports, data, programAddress, executable }: EncodedAccount): SimulatedAccount {
  return { lamports, data: new Uint8Array(data), programAddress, executable }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function push<Key>(lists: Map<Key, TransactionRecord[]>, key: Key, record: TransactionRecord) {
  const list = lists.get(key)
  if (list) list.push(record)
  else lists.set(key, [record])
}
