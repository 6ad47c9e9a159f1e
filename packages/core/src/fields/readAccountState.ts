import type { AccountId, ChainNamespace, SocialProvider } from '@latchkey/protocol'
import type { Balance } from '@latchkey/protocol/api'
import type { BalancesFeature } from '../balances/BalancesFeature.ts'
import { findAsset } from '../balances/findAsset.ts'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import type { ConnectionState } from '../connection/connectionState.ts'
import type { PreferredAccountType, WalletAccount } from '../connectors/Connector.ts'
import type { EmbeddedUser } from '../connectors/embedded/EmbeddedWallet.ts'
import type { EmailFeature } from '../email/EmailFeature.ts'
import type { NamesFeature } from '../names/NamesFeature.ts'

/** The current account with the fields of the specification (section 3). Fields that were not loaded are undefined. */
export type AccountState = {
  status: ConnectionState['status']
  caipAddress: AccountId | undefined
  address: string | undefined
  /** All accounts that the wallet shares, the current one first. */
  allAccounts: readonly WalletAccount[]
  /** The visitor of the embedded wallet; undefined for every other wallet. */
  user: EmbeddedUser | undefined
  socialProvider: SocialProvider | undefined
  /** Balance of the native token as exact decimal text; known after `balances` was loaded. */
  balance: string | undefined
  balanceSymbol: string | undefined
  /** All balances on the current network, without tokens with 0 decimals; known after `balances` was loaded. */
  tokenBalance: readonly Balance[] | undefined
  /** Known after `names.identify` was called for the address; null if it has none. */
  profileName: string | null | undefined
  profileImage: string | null | undefined
  /** The wallet's preferred account type by network family, if it has two. */
  preferredAccountTypes: Readonly<Partial<Record<ChainNamespace, PreferredAccountType>>>
}

/**
 * Returns the current account with the field names of the specification. It makes no requests: balances and names appear after they were
 * loaded.
 *
 * @example
 * const stop = latchkey.balances.watch()
 * const { address, balance, balanceSymbol } = readAccountState(latchkey)
 */
export function readAccountState({
  connection,
  email,
  balances,
  names,
}: {
  connection: Pick<ConnectionFeature, 'getState'>
  email: Pick<EmailFeature, 'getState'>
  balances: Pick<BalancesFeature, 'getState'>
  names: Pick<NamesFeature, 'getState'>
}): AccountState {
  const state = connection.getState()
  const account = state.status === 'connected' ? state.account : undefined
  const user = account?.connector.type === 'embedded' ? email.getState().user : undefined
  const held = balances.getState()
  const own = account !== undefined && held.account === account.caipAddress ? held : undefined
  const native = own && findAsset({ balances: own })
  const identity = account && names.getState().identities[account.address.toLowerCase()]
  const preferred = state.connections.flatMap(({ active, account: { namespace, preferredAccountType } }) =>
    active && preferredAccountType ? [[namespace, preferredAccountType] as const] : [],
  )
  return {
    status: state.status,
    caipAddress: account?.caipAddress,
    address: account?.address,
    allAccounts: account?.allAccounts ?? [],
    user,
    socialProvider: user?.socialProvider,
    balance: native?.quantity.numeric,
    balanceSymbol: native?.symbol,
    tokenBalance: own?.data,
    profileName: identity && (identity.name ?? null),
    profileImage: identity && (identity.image ?? null),
    preferredAccountTypes: Object.fromEntries(preferred),
  }
}
