import type { Address } from '@solana/kit'
import { describeTransactionError } from '../ledger/errors/describeTransactionError.ts'
import type { TransactionError } from '../ledger/errors/TransactionError.ts'
import type { Simulation } from '../ledger/Ledger.ts'
import { readFee } from '../ledger/readFee.ts'
import { readSignedTransaction } from '../ledger/readSignedTransaction.ts'
import { readDecimals } from '../ledger/readTokenBalances.ts'
import { resolveKeys } from '../ledger/resolveKeys.ts'
import { blockhashLifetime } from '../ledger/SlotClock.ts'
import type { SignedTransaction } from '../ledger/TransactionRecord.ts'
import { encodeAccount } from './encodeAccount.ts'
import { encodeInstruction, encodeReturnData } from './encodeTransaction.ts'
import type { MethodContext, Methods } from './Method.ts'
import { invalidParams, RpcError } from './RpcError.ts'
import { readAddress, readBytes, readOptions, readWhole } from './readParams.ts'

/** Most bytes of a transaction: the size of a packet. Source: `PACKET_DATA_SIZE` of Solana. */
const mostBytes = 1232
/** Most lamports of one airdrop. */
const mostAirdrop = 1_000_000_000_000

/** Returns the methods for sending, simulation and airdrops. */
export function transactionMethods({ ledger, send, airdrop }: MethodContext): Methods {
  const { clock, svm } = ledger
  const inContext = (value: unknown) => ({ context: { slot: clock.slot(), apiVersion: '3.0.0' }, value })

  function read(text: unknown, encoding: unknown): SignedTransaction {
    const wire = readBytes({ text, encoding })
    if (wire.length > mostBytes)
      throw invalidParams(`decoded solana_transaction too large: ${wire.length} bytes (max: ${mostBytes} bytes)`)
    const transaction = readSignedTransaction(wire)
    if (!transaction) throw invalidParams('failed to deserialize solana_transaction')
    return transaction
  }

  /** Returns the error of a transaction that was processed before or has an expired blockhash. */
  function judge({ signature, message }: SignedTransaction): TransactionError | undefined {
    if (ledger.find(signature)) return 'AlreadyProcessed'
    return clock.slotOf(message.lifetimeToken) === undefined ? 'BlockhashNotFound' : undefined
  }

  function refuse({ error, simulation }: { error: TransactionError; simulation?: Simulation }): RpcError {
    if (error === 'SignatureFailure') return new RpcError(-32003, 'Transaction signature verification failure')
    return new RpcError(-32002, `Transaction simulation failed: ${describeTransactionError(error)}`, {
      accounts: null,
      err: error,
      fee: null,
      innerInstructions: null,
      loadedAccountsDataSize: 0,
      logs: simulation?.logs ?? [],
      replacementBlockhash: null,
      returnData: simulation?.returnData ? encodeReturnData(simulation.returnData) : null,
      unitsConsumed: simulation?.computeUnits ?? 0,
    })
  }

  return {
    sendTransaction([text, given]) {
      const { encoding, skipPreflight } = readOptions(given)
      const transaction = read(text, encoding)
      const error = judge(transaction)
      if (skipPreflight === true) {
        // A cluster accepts every transaction here, and drops invalid ones without an error.
        if (!error) send(transaction)
        return transaction.signature
      }
      const simulation = ledger.simulate({ transaction, verify: true })
      if (simulation.error === 'SignatureFailure') throw refuse({ error: simulation.error })
      if (error) throw refuse({ error })
      if (simulation.error) throw refuse({ error: simulation.error, simulation })
      send(transaction)
      return transaction.signature
    },

    simulateTransaction([text, given]) {
      const { encoding, sigVerify, replaceRecentBlockhash, accounts, innerInstructions } = readOptions(given)
      if (sigVerify === true && replaceRecentBlockhash === true)
        throw invalidParams('sigVerify may not be used with replaceRecentBlockhash')
      const transaction = read(text, encoding)
      const slot = clock.slot()
      const error = replaceRecentBlockhash === true ? undefined : judge(transaction)
      const simulation: Simulation = error
        ? { error, logs: [], inner: [], computeUnits: 0, returnData: null, accounts: new Map() }
        : ledger.simulate({ transaction, verify: sigVerify === true })
      if (simulation.error === 'SignatureFailure') throw refuse({ error: simulation.error })
      const keys = resolveKeys({ svm, message: transaction.message })
      return inContext({
        err: simulation.error,
        logs: simulation.logs,
        fee: error ? null : readFee(transaction.message),
        accounts: accounts === undefined || accounts === null ? null : readAfter({ simulation, accounts }),
        unitsConsumed: simulation.computeUnits,
        loadedAccountsDataSize: 0,
        returnData: simulation.returnData ? encodeReturnData(simulation.returnData) : null,
        innerInstructions:
          innerInstructions === true
            ? simulation.inner.map(({ index, instructions }) => ({
                index,
                instructions: instructions.map((instruction) =>
                  encodeInstruction({ keys: keys.all, instruction, parsed: true }),
                ),
              }))
            : null,
        replacementBlockhash:
          replaceRecentBlockhash === true
            ? { blockhash: clock.blockhashOf(slot), lastValidBlockHeight: slot + blockhashLifetime }
            : null,
      })
    },

    requestAirdrop([to, lamports]) {
      const amount = readWhole(lamports, { most: mostAirdrop })
      return airdrop({ to: readAddress(to), lamports: BigInt(amount) }).signature
    },
  }

  /** Returns the requested accounts as they would be after the transaction. */
  function readAfter({ simulation, accounts }: { simulation: Simulation; accounts: unknown }) {
    const { addresses, encoding } = readOptions(accounts)
    if (!Array.isArray(addresses)) throw invalidParams('expected a list of public keys')
    const decimalsOf = (mint: Address) => readDecimals({ svm, mint })
    return addresses.map((value) => {
      const address = readAddress(value)
      const touched = simulation.accounts.get(address)
      const kept = touched ? undefined : svm.getAccount(address)
      const account = touched ?? (kept?.exists ? { ...kept, data: new Uint8Array(kept.data) } : undefined)
      if (!account || account.lamports === 0n) return null
      return encodeAccount({ account, options: { encoding }, decimalsOf })
    })
  }
}
