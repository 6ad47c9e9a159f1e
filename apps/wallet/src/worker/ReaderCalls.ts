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
import type { ReadPermission } from '../permissions/readPermission.ts'

/** Calls of the reader worker: it describes requests, and compares signed bytes with them. */
export type ReaderCalls = {
  describe: (options: {
    request: SigningRequest
    /** RPC URL of the network. */
    url: string
    network: SigningNetwork
    knownAddresses: readonly KnownAddress[]
    tokens: readonly VouchedToken[]
    /** The visitor's smart account, if any: only the wallet itself may call it. */
    smartAccount?: string | undefined
  }) => Promise<Description>
  /** Returns the payload to sign for an approved description. @throws LatchkeyError `request_refused` */
  payload: (options: { description: Description }) => Promise<SigningPayload>
  /** @throws LatchkeyError `signature_invalid` if the bytes differ from the description */
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
  /** Decodes the calls of an operation's call data; null if it contains anything else. @see decodeCalls */
  decodeCalls: (options: { callData: `0x${string}` }) => Promise<readonly Required<AccountCall>[] | null>
  /** Returns the digest that the owner's key signs for a smart account. @see accountDigest */
  accountDigest: (options: { subject: SigningSubject; account: OperationAccount; chainId: ChainId }) => Promise<{
    digest: `0x${string}`
  }>
  /** Builds the account's own signature of it. @see accountSignature */
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
  /** Returns the chain's status of a permission by its ID. @see readPermissionStatus */
  permissionStatus: (options: { account: `0x${string}`; id: number; url: string }) => Promise<`0x${string}`>
  /** @see readPermission */
  readPermission: (
    options: Omit<Parameters<typeof import('../permissions/readPermission.ts').readPermission>[0], 'ask'> & {
      url: string
    },
  ) => Promise<ReadPermission | null>
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
  'permissionStatus',
  'readPermission',
] as const satisfies readonly (keyof ReaderCalls)[]
