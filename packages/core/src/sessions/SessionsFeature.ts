import type { AccountId, ChainId } from '@latchkey/protocol'
import type { GrantedPermissions, GrantPermissions, SmartSession } from '@latchkey/protocol/api'
import type { Resource } from '../store/Resource.ts'
import type { Readable } from '../store/Store.ts'

/** How to write amounts of a token that a session names. */
export type SessionToken = { symbol: string; name: string; decimals: number; iconUrl: string | null }

/** A session, and where it stands by this device's clock: what it may do it may do only while it is `active`. */
export type Session = SmartSession & { status: 'active' | 'expired' | 'revoked' }

/** The sessions of the account in use on the network in use, newest first. */
export type SessionsState = Resource<readonly Session[]> & {
  account: AccountId | undefined
  /** The tokens that the sessions name, by their address in lower case; of one that is left out nobody knows the decimals. */
  tokens: Readonly<Record<string, SessionToken>>
}

/** What an app asks for: who may act, what for, and until when. Source: ERC-7715. */
export type GrantOptions = Pick<GrantPermissions, 'expiry' | 'signer' | 'permissions'> & {
  /** The network in use where left out; no other can be meant. */
  chainId?: ChainId
}

/**
 * What apps may do with the account in use without asking each time: limits that its contract holds, each of which can be taken back.
 *
 * @example
 * const { context } = await latchkey.sessions.grant({
 *   expiry: Math.floor(Date.now() / 1000) + 365 * 86_400,
 *   signer: { type: 'key', data: { type: 'secp256k1', publicKey } },
 *   permissions: [
 *     { type: 'erc20-recurring-allowance', data: { address: usd, allowance: '0x4c4b40', start, period: 30 * 86_400, to: shop } },
 *   ],
 * })
 */
export type SessionsFeature = Readable<SessionsState> & {
  /**
   * Reads the sessions now and follows changes live while at least one caller watches.
   * @returns the function that stops watching
   */
  watch: () => () => void
  /** Reads again. Never throws: failures are in the state. */
  refresh: () => Promise<void>
  /**
   * Asks the wallet in use for a session (`wallet_grantPermissions`); it shows what the app may do then, and asks its owner.
   *
   * @returns the permissions with `context`, which the app shows with every call, and `pci`, by which the session is revoked
   * @throws LatchkeyError `no_active_account`, `chain_changed`, `permissions_invalid`, `wallet_lacks_method`, `user_rejected`, and what else the wallet answers
   */
  grant: (options: GrantOptions) => Promise<GrantedPermissions>
  /**
   * Takes a session back: on the chain by the wallet (`wallet_revokePermissions`), and at once on the server, which signs beside it no more. One that
   * is revoked already stays so. What failed after the wallet had signed is done by the next call without asking again.
   *
   * @throws LatchkeyError `no_active_account`, `session_unknown`, `wallet_lacks_method`, `user_rejected`, `network_request_failed`, and what else the wallet or
   * the server answers
   */
  revoke: (options: { pci: string }) => Promise<void>
}
