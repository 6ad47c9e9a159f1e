import { type ChainId, LatchkeyError, parseChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { SignedChain, SignedTransaction } from '../../chains/SignedChain.ts'
import type { ConnectionFeature } from '../../connection/ConnectionFeature.ts'
import { waitForWallet } from '../../connectors/waitForWallet.ts'
import type { Environment } from '../../environment/Environment.ts'
import type { Ledger } from '../createLedger.ts'
import { readHandOverError } from '../readHandOverError.ts'
import { signTimeout } from '../signTimeout.ts'
import type { TransactionFailure } from '../TransactionsFeature.ts'
import type { SignedRecord } from './SignedRecord.ts'
import type { SignedEvent } from './signedReducer.ts'

/** Has a payment that waits replaced by another with the same coins (BIP-125): Bitcoin alone. */
export const replaceSigned = {
  /** Whether the payment waits, and the wallet that signs for its account is in use. */
  isPossible: ({
    connection,
    record,
  }: {
    connection: ConnectionFeature
    record: SignedRecord | undefined
  }): boolean => {
    const state = connection.getState()
    return (
      record?.status.type === 'pending' &&
      parseChainId(record.chainId).namespace === 'bip122' &&
      record.versions.at(-1)?.plan !== undefined &&
      state.status === 'connected' &&
      state.account.address === record.from &&
      state.account.chainId === record.chainId
    )
  },

  /** @throws ServiceError `transaction_done`, `replacement_unsupported`; what the wallet and the network answer */
  run: async ({
    connection,
    ledger,
    environment,
    chainOf,
    send,
    id,
    kind,
    feeRate,
  }: {
    connection: ConnectionFeature
    ledger: Pick<Ledger<SignedRecord, SignedEvent>, 'get' | 'apply'>
    environment: Environment
    chainOf: (chainId: ChainId) => Promise<SignedChain>
    send: (record: SignedRecord, signed: SignedTransaction) => Promise<TransactionFailure | undefined>
    id: string
    kind: 'speedUp' | 'cancel'
    feeRate: bigint | undefined
  }): Promise<void> => {
    const record = ledger.get(id)
    if (record?.status.type !== 'pending') throw new ServiceError('transaction_done')
    const newest = record.versions.at(-1)
    const { replace } = await chainOf(record.chainId)
    const provider = connection.getProvider('bip122')
    if (!replaceSigned.isPossible({ connection, record }) || !newest || !replace || !provider)
      throw new ServiceError('replacement_unsupported')
    // A payment that is being cancelled has no receiver any more: whatever takes its place cancels it too.
    const cancels = kind === 'cancel' || newest.cancels
    const answer = replace({
      ...{ signed: newest, kind: cancels ? 'cancel' : 'speedUp', feeRate },
      sign: async ({ psbt, inputs }) => (await provider.signPsbt({ psbt, inputs })).psbt,
    })
    let replaced: Awaited<typeof answer>
    try {
      replaced = await waitForWallet({ environment, answer, milliseconds: signTimeout })
    } catch (error) {
      if (error instanceof ServiceError) throw error
      const { code, message, details } = readHandOverError(error)
      throw new LatchkeyError(code, { message, details, cause: error })
    }
    if (ledger.get(id)?.status.type !== 'pending') throw new ServiceError('transaction_done')
    const { signed, ...payment } = replaced
    // Before it leaves: a page that is left meanwhile has it.
    ledger.apply(id, { type: 'replacedBySelf', signed, cancels, payment })
    const refused = await send(record, signed)
    if (refused) throw new ServiceError('transaction_done', { details: refused.details })
  },
}
