import type { ChainId, RpcUserOperation } from '@latchkey/protocol'
import type { UserOperation } from '@latchkey/smart-account'
import type { HealthCheck } from '../platform/health/HealthCheck.ts'
import type { RpcOutcome } from '../rpc/RpcService.ts'

/** 32 bytes, hexadecimal. */
type Hash = `0x${string}`

/** Gas of an operation, in units. */
export type OperationGas = {
  callGasLimit: bigint
  verificationGasLimit: bigint
  preVerificationGas: bigint
  /** Only with a paymaster. */
  paymasterVerificationGasLimit?: bigint
  paymasterPostOpGasLimit?: bigint
}

/** An operation without known gas. Missing fields and zeros are measured. The signature may be a stub. */
export type UnmeasuredOperation = Omit<UserOperation, keyof OperationGas | 'maxFeePerGas' | 'maxPriorityFeePerGas'> &
  Partial<OperationGas> & { maxFeePerGas?: bigint; maxPriorityFeePerGas?: bigint }

/** Recommended fees of an operation, wei per unit of gas. */
export type OperationFees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

/**
 * State of an operation:
 * - `received`: it waits
 * - `bundled`: it is in a transaction
 * - `included`: it succeeded on the chain
 * - `failed`: it was included, but its calls reverted
 * - `dropped`: it will never be included
 */
export type OperationState = 'received' | 'bundled' | 'included' | 'failed' | 'dropped'

/**
 * Result of an operation on the chain. Source: ERC-7769, `eth_getUserOperationReceipt`; quantities are in the node's format.
 */
export type OperationReceipt = {
  userOpHash: Hash
  entryPoint: `0x${string}`
  sender: `0x${string}`
  nonce: Hash
  /** Contract that paid; the zero address if the account paid itself. */
  paymaster: `0x${string}`
  actualGasCost: `0x${string}`
  actualGasUsed: `0x${string}`
  success: boolean
  /** Revert data of the call, if there is any. */
  reason?: `0x${string}`
  /** Logs of this operation only. */
  logs: readonly { address: `0x${string}`; data: `0x${string}`; topics: readonly `0x${string}`[] }[]
  receipt: {
    transactionHash: Hash
    blockHash: Hash
    blockNumber: `0x${string}`
    status: '0x0' | '0x1'
    gasUsed: `0x${string}`
  } & Readonly<Record<string, unknown>>
}

/** State of an operation that this server received. */
export type OperationStatus = {
  hash: Hash
  chainId: ChainId
  sender: `0x${string}`
  projectId: string | null
  state: OperationState
  /** Hash of its transaction. */
  transactionHash: Hash | null
  /** Reason of a drop or a failure, as a sentence. */
  reason: string | null
}

/** Result of an operation; costs in wei. It is repeated after a crash, so listeners must be idempotent. */
export type Settlement = {
  hash: Hash
  chainId: ChainId
  sender: `0x${string}`
  projectId: string | null
  paymaster: `0x${string}` | null
  outcome: 'included' | 'failed' | 'dropped'
  transactionHash: Hash | null
  /** Actual cost; 0 if it was dropped. */
  actualGasCost: bigint
}

/** Submits the operations of smart accounts (ERC-4337, EntryPoint v0.8). */
export type Bundler = {
  /** Networks with a bundler on this server. */
  chainIds: readonly ChainId[]
  serves: (chainId: ChainId) => boolean
  /**
   * Answers one JSON-RPC call of ERC-7769, such as `eth_sendUserOperation`. Refusals are answers. Only defects throw.
   *
   * @param options.chainId one of {@link chainIds}
   */
  request: (options: {
    chainId: ChainId
    method: string
    params: readonly unknown[]
    projectId?: string | undefined
  }) => Promise<RpcOutcome>
  /**
   * Accepts an operation. When this resolves, the operation is stored and waits for the next bundle. Sending it again changes
   * nothing.
   *
   * @returns its hash
   * @throws OperationRefusal; ServiceError `bundler_unavailable`
   */
  send: (options: { chainId: ChainId; operation: UserOperation; projectId?: string | undefined }) => Promise<Hash>
  /**
   * Measures the gas of an operation.
   *
   * @throws OperationRefusal if it would fail; ServiceError `bundler_unavailable`
   */
  estimate: (options: { chainId: ChainId; operation: UnmeasuredOperation }) => Promise<OperationGas>
  /** Reads the chain's result of any operation; undefined if there is none yet. */
  receipt: (options: { chainId: ChainId; hash: Hash }) => Promise<OperationReceipt | undefined>
  /** Reads any operation. Its signature is left out until it is included. */
  byHash: (options: { chainId: ChainId; hash: Hash }) => Promise<
    | {
        userOperation: RpcUserOperation
        entryPoint: `0x${string}`
        transactionHash: Hash | null
        blockHash: Hash | null
        blockNumber: `0x${string}` | null
      }
    | undefined
  >
  /** Returns the state of an operation that this server received. */
  status: (options: { chainId: ChainId; hash: Hash }) => Promise<OperationStatus | undefined>
  /** Returns recommended fees for three speeds. */
  gasPrice: (options: { chainId: ChainId }) => Promise<Record<'slow' | 'standard' | 'fast', OperationFees>>
  /** Returns the highest `fast` of {@link Bundler.gasPrice} in the last minute; undefined if it was not called. */
  toldPrice: (options: { chainId: ChainId }) => OperationFees | undefined
  /**
   * Returns the next nonce of an account under a key of 24 bytes, after its waiting operations.
   *
   * @returns key and sequence, as in an operation
   */
  nextNonce: (options: { chainId: ChainId; sender: `0x${string}`; key?: bigint }) => Promise<bigint>
  /**
   * Drops an account's waiting operations under one nonce key, for example those of a revoked permission. Operations in a
   * transaction are not affected.
   *
   * @returns the number of dropped operations
   */
  dropWaiting: (options: {
    chainId: ChainId
    sender: `0x${string}`
    key: bigint
    /** Reason, as a sentence for clients that read the state. */
    reason: string
  }) => Promise<number>
  /**
   * Calls the listener with each operation's result, at least once, in the process that bundles its network. It is repeated
   * until the listener resolves.
   *
   * @returns a function that removes the listener
   */
  onSettled: (listener: (settlement: Settlement) => Promise<void> | void) => () => void
  /** Starts one loop per network, and returns immediately. */
  start: () => void
  /** Stops the loops after the running work is stored. Waiting operations continue after the next start. */
  stop: () => Promise<void>
  /** For `/ready`: one per network. */
  checks: () => HealthCheck[]
}
