import type {
  Description,
  KnownAddress,
  SigningNetwork,
  SigningPayload,
  SigningRequest,
  VouchedToken,
} from '@latchkey/clear-signing'
import type { ChainId, SendPreparedCalls } from '@latchkey/protocol'
import type { AccountCall } from '@latchkey/smart-account'
import type { SigningSubject } from '../operations/accountSignature.ts'
import type { OperationAccount, PreparedOperation } from '../operations/Operations.ts'
import type { DelegationSignature } from '../operations/verifyOperation.ts'

/** What the reader worker does: it says what a request means, and holds what was signed against it. */
export type ReaderCalls = {
  describe: (options: {
    request: SigningRequest
    /** Where the network is asked. */
    url: string
    network: SigningNetwork
    knownAddresses: readonly KnownAddress[]
    tokens: readonly VouchedToken[]
    /** The visitor's smart account, where there is one: nobody calls it but the wallet itself. */
    smartAccount?: string | undefined
  }) => Promise<Description>
  /** What is signed for a description that was approved. @throws LatchkeyError `request_refused` */
  payload: (options: { description: Description }) => Promise<SigningPayload>
  /** @throws LatchkeyError `signature_invalid` when the bytes say anything else than what was shown */
  verify: (options: { description: Description; signed: `0x${string}` }) => Promise<void>
  /** @see checkOperation */
  checkOperation: (options: {
    answer: unknown
    account: OperationAccount
    chainId: ChainId
    calls: readonly AccountCall[]
    description?: Description | undefined
    currency: { symbol: string; decimals: number }
    url: string
  }) => Promise<PreparedOperation>
  /** @see verifyOperation */
  verifyOperation: (options: {
    prepared: PreparedOperation
    description?: Description | undefined
    signature: `0x${string}`
    delegation: DelegationSignature | null
  }) => Promise<SendPreparedCalls>
  /** What the owner's key signs so that a smart account has signed. @see accountDigest */
  accountDigest: (options: { subject: SigningSubject; account: OperationAccount; chainId: ChainId }) => Promise<{
    digest: `0x${string}`
  }>
  /** That, as the account's own signature. @see accountSignature */
  accountSignature: (options: {
    subject: SigningSubject
    account: OperationAccount
    chainId: ChainId
    /** By the owner. */
    signature: `0x${string}`
    url: string
  }) => Promise<`0x${string}`>
}

/** The names of {@link ReaderCalls}. */
export const readerCallNames = [
  'describe',
  'payload',
  'verify',
  'checkOperation',
  'verifyOperation',
  'accountDigest',
  'accountSignature',
] as const satisfies readonly (keyof ReaderCalls)[]
