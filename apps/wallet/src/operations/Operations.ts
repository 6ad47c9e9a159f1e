import type { Description, Finding } from '@latchkey/clear-signing'
import type { ChainId } from '@latchkey/protocol'
import type { AccountCall, UserOperation } from '@latchkey/smart-account'

/** One of the visitor's accounts, as operations know it. */
export type OperationAccount = {
  /** EIP-55. */
  address: `0x${string}`
  /** `eoa`: an ordinary account that takes on a smart one's code (EIP-7702). */
  type: 'eoa' | 'smartAccount'
  /** Whose key signs; of an `eoa`, itself. */
  owner: `0x${string}`
}

/** What an operation costs, and who pays. */
export type OperationCost = {
  /** Who pays, as the server calls them; null: the account itself. */
  sponsor: { name: string } | null
  /** Gas, and wei for each: at most. */
  gas: bigint
  maxFeePerGas: bigint
  /** Wei: at most. */
  cost: bigint
  /** It also sets up the account on this network: deploys it, or lets an ordinary one run its code. */
  setsUp: boolean
}

/** An operation that was held against what was asked for, and waits for an approval. It is plain data. */
export type PreparedOperation = {
  account: OperationAccount
  chainId: ChainId
  calls: readonly AccountCall[]
  /** By which it is known; what the owner signs. */
  hash: `0x${string}`
  cost: OperationCost
  /** What stands against its cost, where the account pays itself: dear, or more than it has. */
  findings: readonly Finding[]
  /** What the server prepared, read strictly; signed exactly like this. */
  checked: CheckedOperation
}

/** @see PreparedOperation. Made by the reader worker alone (`checkOperation`). */
export type CheckedOperation = {
  operation: UserOperation
  /** Of an ordinary account that does not run the code yet: the number of its transactions. */
  authorization: { nonce: number } | null
}

/** An operation that has left. */
export type SentOperation = {
  /** By which `wallet_getCallsStatus` knows it. */
  id: string
  hash: `0x${string}`
  /**
   * Waits for the chain's word.
   *
   * @throws the signal's reason; LatchkeyError `transaction_uncertain` when the chain says nothing for ten minutes
   */
  wait: (options?: { signal?: AbortSignal }) => Promise<OperationOutcome>
}

/** What became of an operation. Source: EIP-5792, status codes. */
export type OperationOutcome = {
  /** 200 done, 400 not done and never will be, 500 undone by the chain. */
  status: 200 | 400 | 500
  transactionHash: `0x${string}` | null
}

/**
 * Operations of the visitor's accounts. Nothing here asks anybody: who calls `send` has the visitor's approval for exactly these calls, and
 * has opened the wallet.
 */
export type Operations = {
  /**
   * Lets the server prepare an operation and holds it against what was asked for: calls, sender, number, code, gas, price, chain, hash.
   *
   * @throws LatchkeyError `response_invalid` when the server prepared anything else; `smart_account_unavailable`; what the server refused
   */
  prepare: (options: {
    account: OperationAccount
    chainId: ChainId
    calls: readonly AccountCall[]
    /** What is shown, where clear signing describes it: then the calls must be those of it. */
    description?: Description | Promise<Description> | undefined
    signal: AbortSignal
  }) => Promise<PreparedOperation>
  /**
   * Signs it, looks at the signature again, writes it down and sends it.
   *
   * @param options.id by which the app knows it; left out: the hash
   * @throws LatchkeyError `transaction_uncertain` when nobody can tell whether it was sent; `signature_invalid`; what the server refused
   */
  send: (options: {
    prepared: PreparedOperation
    /** The site that asked: it alone may ask what became of them. */
    origin: string
    id?: string | undefined
    /** As for `prepare`. */
    description?: Description | undefined
  }) => Promise<SentOperation>
  /**
   * Signs a text as an account (EIP-191): of a smart account nested (ERC-7739), and wrapped while it is not deployed (ERC-6492). The
   * caller has shown what it means.
   */
  signMessage: (options: { account: OperationAccount; chainId: ChainId; text: string }) => Promise<`0x${string}`>
}
