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
  /** With a paymaster alone. */
  paymasterVerificationGasLimit?: bigint
  paymasterPostOpGasLimit?: bigint
}

/** An operation whose gas is not known yet: what is left out is measured, and so is what is 0. The signature may be a stub. */
export type UnmeasuredOperation = Omit<UserOperation, keyof OperationGas | 'maxFeePerGas' | 'maxPriorityFeePerGas'> &
  Partial<OperationGas> & { maxFeePerGas?: bigint; maxPriorityFeePerGas?: bigint }

/** What an operation should offer, wei per unit of gas. */
export type OperationFees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

/**
 * Where an operation stands. `received`: it waits; `bundled`: in a transaction; `included`: the chain did it; `failed`: the chain
 * included it, and its calls were undone; `dropped`: it never will be included.
 */
export type OperationState = 'received' | 'bundled' | 'included' | 'failed' | 'dropped'

/** What the chain says of an operation. Source: ERC-7769, `eth_getUserOperationReceipt`; quantities as the chain's node gives them. */
export type OperationReceipt = {
  userOpHash: Hash
  entryPoint: `0x${string}`
  sender: `0x${string}`
  nonce: Hash
  /** Who paid; the zero address: the account itself. */
  paymaster: `0x${string}`
  actualGasCost: `0x${string}`
  actualGasUsed: `0x${string}`
  success: boolean
  /** What the call failed with, where it failed with something. */
  reason?: `0x${string}`
  /** Of this operation alone. */
  logs: readonly { address: `0x${string}`; data: `0x${string}`; topics: readonly `0x${string}`[] }[]
  receipt: {
    transactionHash: Hash
    blockHash: Hash
    blockNumber: `0x${string}`
    status: '0x0' | '0x1'
    gasUsed: `0x${string}`
  } & Readonly<Record<string, unknown>>
}

/** What is known of an operation that this server was given. */
export type OperationStatus = {
  hash: Hash
  chainId: ChainId
  sender: `0x${string}`
  projectId: string | null
  state: OperationState
  /** The transaction that it is in. */
  transactionHash: Hash | null
  /** Why it was dropped or failed, in a sentence. */
  reason: string | null
}

/** How an operation ended; costs in wei. Told again after a crash, so whoever listens must be able to hear it twice. */
export type Settlement = {
  hash: Hash
  chainId: ChainId
  sender: `0x${string}`
  projectId: string | null
  paymaster: `0x${string}` | null
  outcome: 'included' | 'failed' | 'dropped'
  transactionHash: Hash | null
  /** What it did cost; 0 where it was dropped. */
  actualGasCost: bigint
}

/** Sends the operations of smart accounts (ERC-4337, EntryPoint v0.8). */
export type Bundler = {
  /** Networks on which this server sends operations. */
  chainIds: readonly ChainId[]
  serves: (chainId: ChainId) => boolean
  /**
   * Answers one JSON-RPC call of ERC-7769 (`eth_sendUserOperation` and so on). Refusals are answers; it throws nothing but defects.
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
   * Takes an operation: it is in the database when this resolves, and waits for the next bundle. The same operation again is the
   * same operation.
   *
   * @returns its hash
   * @throws OperationRefusal; ServiceError `bundler_unavailable`
   */
  send: (options: { chainId: ChainId; operation: UserOperation; projectId?: string | undefined }) => Promise<Hash>
  /**
   * Measures what an operation takes.
   *
   * @throws OperationRefusal when it would not go through; ServiceError `bundler_unavailable`
   */
  estimate: (options: { chainId: ChainId; operation: UnmeasuredOperation }) => Promise<OperationGas>
  /** What the chain says of an operation, ours or not; undefined while it says nothing. */
  receipt: (options: { chainId: ChainId; hash: Hash }) => Promise<OperationReceipt | undefined>
  /** The operation itself, ours or not; without its signature while it is not included. */
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
  /** Where an operation that this server was given stands. */
  status: (options: { chainId: ChainId; hash: Hash }) => Promise<OperationStatus | undefined>
  /** What operations should offer, by how soon they are wanted. */
  gasPrice: (options: { chainId: ChainId }) => Promise<Record<'slow' | 'standard' | 'fast', OperationFees>>
  /** The highest `fast` that {@link Bundler.gasPrice} told in the last minute; undefined when nobody asked. */
  toldPrice: (options: { chainId: ChainId }) => OperationFees | undefined
  /**
   * The next number of an account under a key of 24 bytes, after those that wait here.
   *
   * @returns key and sequence, as an operation has it
   */
  nextNonce: (options: { chainId: ChainId; sender: `0x${string}`; key?: bigint }) => Promise<bigint>
  /**
   * Gives up the operations of an account that wait under one key of its numbers, for instance those of a session that was revoked. Those
   * in a transaction already are the chain's.
   *
   * @returns how many
   */
  dropWaiting: (options: {
    chainId: ChainId
    sender: `0x${string}`
    key: bigint
    /** In a sentence, for whoever asks what became of them. */
    reason: string
  }) => Promise<number>
  /**
   * Told how each operation ended, at least once, in the process that bundles its network. It is told again until the listener resolves.
   *
   * @returns ends the listening
   */
  onSettled: (listener: (settlement: Settlement) => Promise<void> | void) => () => void
  /** Starts one loop per network; returns at once. */
  start: () => void
  /** Ends the loops once what was begun is written; operations that wait go on with the next start. */
  stop: () => Promise<void>
  /** For `/ready`: one per network. */
  checks: () => HealthCheck[]
}
