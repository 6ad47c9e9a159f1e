import type { Assets, CallsStatus, ChainId } from '@latchkey/protocol'

/** One of several calls. */
export type Call = {
  to: `0x${string}`
  /** Wei; default 0. */
  value?: bigint
  /** Default: empty. */
  data?: `0x${string}`
}

/** Capabilities of the current wallet on a network. Source: EIP-5792. */
export type WalletCapabilities = {
  /**
   * Atomic batches: `supported`; `unsupported`, also if the wallet does not report it; `ready` after the wallet has asked the visitor
   * once. A `ready` account is an EOA that delegates to a smart account's code (EIP-7702).
   */
  atomic: 'supported' | 'ready' | 'unsupported'
  /** Whether another account may pay the network cost (ERC-7677). */
  isSponsored: boolean
  /** Whether an app can be granted permissions (ERC-7715). */
  takesPermissions: boolean
  /** All capabilities in the wallet's format. */
  raw: Readonly<Record<string, unknown>>
}

/** Status of calls. Source: EIP-5792, `wallet_getCallsStatus`. */
export type SentCallsStatus = {
  id: string
  /**
   * `failed`: not executed, and never will be; `reverted`: failed on the network; `partial`: some calls succeeded, in wallets that run them
   * one by one.
   */
  status: 'pending' | 'confirmed' | 'failed' | 'reverted' | 'partial'
  chainId: ChainId | undefined
  /** In the wallet's format. */
  receipts: NonNullable<CallsStatus['receipts']>
  /** The reason of a failure, if the wallet reports it. */
  reason: string | undefined
}

/**
 * Batches of calls (EIP-5792), and the current wallet's capabilities and assets (ERC-7811). With the embedded wallet's smart account, a
 * batch is one atomic operation.
 *
 * @example
 * const { id } = await latchkey.calls.send({ calls: [{ to: token, data: approve }, { to: shop, data: buy }] })
 * const { status } = await latchkey.calls.wait({ id })
 */
export type CallsFeature = {
  /**
   * Returns the capabilities of the current wallet; default: on the current network. A wallet without `wallet_getCapabilities` has none.
   * @throws LatchkeyError `no_active_account`, `capabilities_invalid`, `wallet_timeout`, `wallet_disconnected`
   */
  capabilities: (options?: { chainId?: ChainId }) => Promise<WalletCapabilities>
  /**
   * Asks the current wallet for calls, from the current account on the current network. The wallet shows them and asks the visitor.
   *
   * @param options.atomicRequired false allows the wallet to run the calls one by one. Default true
   * @param options.id ID of the batch, never used before; default: a new one
   * @param options.capabilities capabilities to use, by name
   * @returns the wallet's ID of the batch
   * @throws LatchkeyError `no_active_account`, `chain_changed`, `wallet_lacks_method`, `user_rejected`, and other errors of the wallet
   */
  send: (options: {
    calls: readonly Call[]
    chainId?: ChainId
    atomicRequired?: boolean
    id?: `0x${string}`
    capabilities?: Readonly<Record<string, unknown>>
  }) => Promise<{ id: string }>
  /** Returns the status of calls. @throws LatchkeyError `calls_unknown`, `wallet_lacks_method`, and other errors of the wallet */
  status: (options: { id: string }) => Promise<SentCallsStatus>
  /**
   * Polls the status until the calls end: every second for half a minute, then every five seconds. A wallet without an answer only delays
   * the result.
   * @throws LatchkeyError `calls_unknown`, `request_aborted` (`signal`, or the kit was destroyed)
   */
  wait: (options: { id: string; signal?: AbortSignal }) => Promise<SentCallsStatus>
  /** Asks the wallet to show calls (`wallet_showCallsStatus`). @throws LatchkeyError as `status` */
  show: (options: { id: string }) => Promise<void>
  /**
   * Returns the assets of the current account as the wallet reports them (ERC-7811), by hexadecimal chain ID. `balances` has those that the
   * server reports.
   * @param options.chainIds only these networks
   * @throws LatchkeyError `no_active_account`, `wallet_lacks_method`, `response_invalid`, and other errors of the wallet
   */
  assets: (options?: { chainIds?: readonly ChainId[] }) => Promise<Assets>
}
