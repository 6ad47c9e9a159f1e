import type { Assets, CallsStatus, ChainId } from '@latchkey/protocol'

/** One call of several. */
export type Call = {
  to: `0x${string}`
  /** Wei; nothing where left out. */
  value?: bigint
  /** Nothing where left out. */
  data?: `0x${string}`
}

/** What the wallet in use can do on a network. Source: EIP-5792. */
export type WalletCapabilities = {
  /**
   * Several calls as one, all or nothing: `supported`; `ready`, after the wallet has asked its owner for it once (an ordinary account
   * that takes on the code of a smart one, EIP-7702); `unsupported`, also where the wallet does not say.
   */
  atomic: 'supported' | 'ready' | 'unsupported'
  /** Whether somebody else may pay the network cost (ERC-7677). */
  isSponsored: boolean
  /** Whether an app can be granted permissions (ERC-7715). */
  takesPermissions: boolean
  /** All of it, as the wallet wrote it. */
  raw: Readonly<Record<string, unknown>>
}

/** What became of calls. Source: EIP-5792, `wallet_getCallsStatus`. */
export type SentCallsStatus = {
  id: string
  /** `failed`: not done, and never will be; `reverted`: undone by the chain; `partial`: some of it was done, where the wallet takes one after the other. */
  status: 'pending' | 'confirmed' | 'failed' | 'reverted' | 'partial'
  chainId: ChainId | undefined
  /** As the wallet gave them. */
  receipts: NonNullable<CallsStatus['receipts']>
  /** Why it came to nothing, where the wallet says so. */
  reason: string | undefined
}

/**
 * Several calls as one (EIP-5792), what the wallet in use can do, and what it says that is owned (ERC-7811). With the embedded wallet's
 * smart account a batch is one operation: all of it happens, or nothing.
 *
 * @example
 * const { id } = await latchkey.calls.send({ calls: [{ to: token, data: approve }, { to: shop, data: buy }] })
 * const { status } = await latchkey.calls.wait({ id })
 */
export type CallsFeature = {
  /**
   * What the wallet in use can do; of the network in use, or of another. A wallet that does not know the question can do nothing of it.
   * @throws LatchkeyError `no_active_account`, `capabilities_invalid`, `wallet_timeout`, `wallet_disconnected`
   */
  capabilities: (options?: { chainId?: ChainId }) => Promise<WalletCapabilities>
  /**
   * Asks the wallet in use for calls, from the account in use on the network in use. The wallet shows them and asks its owner.
   *
   * @param options.atomicRequired false: also one after the other. Default true
   * @param options.id the id of the batch, never used before; a new one where left out
   * @param options.capabilities what the wallet is asked to do beside it, by its names
   * @returns the id by which the wallet knows them
   * @throws LatchkeyError `no_active_account`, `chain_changed`, `wallet_lacks_method`, `user_rejected`, and what else the wallet answers
   */
  send: (options: {
    calls: readonly Call[]
    chainId?: ChainId
    atomicRequired?: boolean
    id?: `0x${string}`
    capabilities?: Readonly<Record<string, unknown>>
  }) => Promise<{ id: string }>
  /** What became of calls. @throws LatchkeyError `calls_unknown`, `wallet_lacks_method`, and what else the wallet answers */
  status: (options: { id: string }) => Promise<SentCallsStatus>
  /**
   * Asks again and again until it is over, every second for half a minute and every five then; a wallet that does not answer only makes it wait longer.
   * @throws LatchkeyError `calls_unknown`, `request_aborted` (`signal`, or the kit was destroyed)
   */
  wait: (options: { id: string; signal?: AbortSignal }) => Promise<SentCallsStatus>
  /** Lets the wallet show calls to its owner (`wallet_showCallsStatus`). @throws LatchkeyError as `status` */
  show: (options: { id: string }) => Promise<void>
  /**
   * What the account in use owns, as its wallet says (ERC-7811); by hexadecimal chain id. For what the kit's own server says see `balances`.
   * @param options.chainIds of these networks alone
   * @throws LatchkeyError `no_active_account`, `wallet_lacks_method`, `response_invalid`, and what else the wallet answers
   */
  assets: (options?: { chainIds?: readonly ChainId[] }) => Promise<Assets>
}
