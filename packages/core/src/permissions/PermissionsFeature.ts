import type { AccountId, ChainId } from '@latchkey/protocol'
import type { GrantedPermissions, GrantPermissions, SmartSession } from '@latchkey/protocol/api'
import type { Resource } from '../store/Resource.ts'
import type { Readable } from '../store/Store.ts'

/** A token of a permission, with the data to format amounts. */
export type PermissionToken = { symbol: string; name: string; decimals: number; iconUrl: string | null }

/** A permission with its status by this device's clock. The app can use it only while it is `active`. */
export type Permission = SmartSession & { status: 'active' | 'expired' | 'revoked' }

/** The permissions of the current account on the current network, newest first. */
export type PermissionsState = Resource<readonly Permission[]> & {
  account: AccountId | undefined
  /** The tokens of the permissions, by address in lower case. For a missing one, the decimals are unknown. */
  tokens: Readonly<Record<string, PermissionToken>>
}

/** A request for permissions: the signer, the permissions and their expiry. Source: ERC-7715. */
export type GrantOptions = Pick<GrantPermissions, 'expiry' | 'signer' | 'permissions'> & {
  /** Default: the current network, which is the only valid value. */
  chainId?: ChainId
}

/**
 * Permissions of apps to act for the current account without asking each time. The account's contract enforces their limits, and each
 * permission can be revoked.
 *
 * @example
 * const { context } = await latchkey.permissions.grant({
 *   expiry: Math.floor(Date.now() / 1000) + 365 * 86_400,
 *   signer: { type: 'key', data: { type: 'secp256k1', publicKey } },
 *   permissions: [
 *     { type: 'erc20-recurring-allowance', data: { address: usd, allowance: '0x4c4b40', start, period: 30 * 86_400, to: shop } },
 *   ],
 * })
 */
export type PermissionsFeature = Readable<PermissionsState> & {
  /**
   * Reads the permissions and follows changes live while at least one caller watches.
   * @returns a function that stops watching
   */
  watch: () => () => void
  /** Reads again. Never throws: failures are in the state. */
  refresh: () => Promise<void>
  /**
   * Asks the current wallet for a permission (`wallet_grantPermissions`). The wallet shows it and asks the visitor.
   *
   * @returns the permissions with `context`, which the app sends with every call, and `pci`, with which the permission is revoked
   * @throws LatchkeyError `no_active_account`, `chain_changed`, `permissions_invalid`, `wallet_lacks_method`, `user_rejected`, and other
   *   errors of the wallet
   */
  grant: (options: GrantOptions) => Promise<GrantedPermissions>
  /**
   * Revokes a permission: through the wallet on the network (`wallet_revokePermissions`), and on the server, which immediately stops
   * signing for it. Repeating it is safe. After a failure that follows the wallet's signature, the next call continues without another
   * request.
   *
   * @throws LatchkeyError `no_active_account`, `session_unknown`, `wallet_lacks_method`, `user_rejected`, `network_request_failed`, and
   *   other errors of the wallet or the server
   */
  revoke: (options: { pci: string }) => Promise<void>
}
