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
import type { GrantPlan, GrantPlanParameters } from '../permissions/planGrant.ts'
import type { ReadSession } from '../permissions/readSession.ts'

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
  /** The calls of an operation's call data; null when anything else stands in it. @see decodeCalls */
  decodeCalls: (options: { callData: `0x${string}` }) => Promise<readonly Required<AccountCall>[] | null>
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
  /** @see planGrant */
  planGrant: (options: Omit<GrantPlanParameters, 'ask' | 'now'> & { url: string }) => Promise<GrantPlan>
  /** What the chain says of a session that is granted or not, by its number. @see readSessionStatus */
  sessionStatus: (options: { account: `0x${string}`; id: number; url: string }) => Promise<`0x${string}`>
  /** @see readSession */
  readSession: (
    options: Omit<Parameters<typeof import('../permissions/readSession.ts').readSession>[0], 'ask'> & { url: string },
  ) => Promise<ReadSession | null>
}

/** The names of {@link ReaderCalls}. */
export const readerCallNames = [
  'describe',
  'payload',
  'verify',
  'checkOperation',
  'verifyOperation',
  'decodeCalls',
  'accountDigest',
  'accountSignature',
  'planGrant',
  'sessionStatus',
  'readSession',
] as const satisfies readonly (keyof ReaderCalls)[]
