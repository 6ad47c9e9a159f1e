import { type ChainId, LatchkeyError, parseChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { SignedChain, SignedTransaction } from '../../chains/SignedChain.ts'
import type { ConnectionFeature } from '../../connection/ConnectionFeature.ts'
import { waitForWallet } from '../../connectors/waitForWallet.ts'
import type { Environment } from '../../environment/Environment.ts'
import type { Ledger } from '../createLedger.ts'
import { readSubmitError } from '../readSubmitError.ts'
import { signTimeout } from '../signTimeout.ts'
import type { TransactionFailure } from '../TransactionsFeature.ts'
import type { SignedRecord } from './SignedRecord.ts'
import type { SignedEvent } from './signedReducer.ts'

/** Replaces a pending Bitcoin payment by another one with the same coins (BIP-125). */
export const replaceSigned = {
  /** Whether the payment is pending, and the wallet of its account is in use. */
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

  /** @throws ServiceError `transaction_done`, `replacement_unsupported`; the errors of the wallet and the network */
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
    // A canceled payment has no receiver anymore, so each replacement is a cancellation.
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
      const { code, message, details } = readSubmitError(error)
      throw new LatchkeyError(code, { message, details, cause: error })
    }
    if (ledger.get(id)?.status.type !== 'pending') throw new ServiceError('transaction_done')
    const { signed, ...payment } = replaced
    // Recorded before the submission, in case the page is left in the meantime.
    ledger.apply(id, { type: 'replacedBySelf', signed, cancels, payment })
    const refused = await send(record, signed)
    if (refused) throw new ServiceError('transaction_done', { details: refused.details })
  },
}
