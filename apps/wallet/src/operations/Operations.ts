import type { Description, Finding } from '@latchkey/clear-signing'
import type { ChainId } from '@latchkey/protocol'
import type { AccountCall, UserOperation } from '@latchkey/smart-account'

/** One of the visitor's accounts for operations. */
export type OperationAccount = {
  /** EIP-55. */
  address: `0x${string}`
  /** `eoa`: an EOA that delegates to the code of a smart account (EIP-7702). */
  type: 'eoa' | 'smartAccount'
  /** Owner of the signing key; for an `eoa`, the account itself. */
  owner: `0x${string}`
}

/** Cost of an operation, and who pays it. */
export type OperationCost = {
  /** Name of the sponsor from the server; null: the account pays. */
  sponsor: { name: string } | null
  /** Maximum gas, and maximum wei for each unit. */
  gas: bigint
  maxFeePerGas: bigint
  /** Maximum cost in wei. */
  cost: bigint
  /** It also sets up the account on this network: deploys it, or delegates an EOA to its code. */
  setsUp: boolean
}

/** An operation that matches the request and waits for an approval. Plain data. */
export type PreparedOperation = {
  account: OperationAccount
  chainId: ChainId
  calls: readonly AccountCall[]
  /** Its hash, which the owner signs. */
  hash: `0x${string}`
  cost: OperationCost
  /** Findings about its cost, if the account pays: expensive, or more than its balance. */
  findings: readonly Finding[]
  /** The operation that the server prepared, strictly parsed; signed exactly like this. */
  checked: CheckedOperation
}

/** @see PreparedOperation. Created only by the reader worker (`checkOperation`). */
export type CheckedOperation = {
  operation: UserOperation
  /** For an EOA without a delegation: its transaction count. */
  authorization: { nonce: number } | null
}

/** A sent operation. */
export type SentOperation = {
  /** ID for `wallet_getCallsStatus`. */
  id: string
  hash: `0x${string}`
  /**
   * Waits for the result on the chain.
   *
   * @throws the signal's reason; LatchkeyError `transaction_uncertain` without a result for ten minutes
   */
  wait: (options?: { signal?: AbortSignal }) => Promise<OperationOutcome>
}

/** Outcome of an operation. Source: EIP-5792, status codes. */
export type OperationOutcome = {
  /** 200 confirmed, 400 never executed, 500 reverted by the chain. */
  status: 200 | 400 | 500
  transactionHash: `0x${string}` | null
}

/**
 * Operations of the visitor's accounts. Nothing here asks the visitor: the caller of `send` has an approval for exactly these calls,
 * and has unlocked the wallet.
 */
export type Operations = {
  /**
   * Lets the server prepare an operation and compares it with the request: calls, sender, nonce, code, gas, price, chain, hash.
   *
   * @throws LatchkeyError `response_invalid` if the server prepared anything else; `smart_account_unavailable`; the server's refusal
   */
  prepare: (options: {
    account: OperationAccount
    chainId: ChainId
    calls: readonly AccountCall[]
    /** The shown description, if clear signing made one: then the calls must match it. */
    description?: Description | Promise<Description> | undefined
    signal: AbortSignal
  }) => Promise<PreparedOperation>
  /**
   * Signs an operation, checks the signature, records the operation and sends it.
   *
   * @param options.id the app's ID; default: the hash
   * @throws LatchkeyError `transaction_uncertain` if it is unknown whether it was sent; `signature_invalid`; the server's refusal
   */
  send: (options: {
    prepared: PreparedOperation
    /** The site that asked, which alone may read the status. */
    origin: string
    id?: string | undefined
    /** As for `prepare`. */
    description?: Description | undefined
  }) => Promise<SentOperation>
  /**
   * Signs a text as an account (EIP-191): nested for a smart account (ERC-7739), and wrapped while it is not deployed (ERC-6492). The
   * caller has shown its meaning.
   */
  signMessage: (options: { account: OperationAccount; chainId: ChainId; text: string }) => Promise<`0x${string}`>
}
