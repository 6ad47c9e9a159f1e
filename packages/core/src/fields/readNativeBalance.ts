import type { BalancesFeature } from '../balances/BalancesFeature.ts'
import { findAsset } from '../balances/findAsset.ts'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import type { NetworksFeature } from '../networks/NetworksFeature.ts'

/**
 * Reads what the account in use owns of the native coin: `balance` is decimal text. A look-up that fails answers `0.00` and `ETH`, as the
 * specification says (section 8), whatever the network: for what a person sees use `balances`, which tells unknown from zero.
 *
 * @example const { balance, symbol } = await readNativeBalance(latchkey)
 */
export async function readNativeBalance({
  connection,
  networks,
  balances,
}: {
  connection: Pick<ConnectionFeature, 'getState'>
  networks: Pick<NetworksFeature, 'getState'>
  balances: Pick<BalancesFeature, 'getState' | 'refresh'>
}): Promise<{ balance: string; symbol: string }> {
  await balances.refresh()
  const state = connection.getState()
  const { active } = networks.getState()
  const held = balances.getState()
  const isOwn = state.status === 'connected' && held.account === state.account.caipAddress
  if (!isOwn || !active || held.status !== 'ready') return { balance: '0.00', symbol: 'ETH' }
  // A list without the native coin is of an account that has none of it.
  return { balance: findAsset({ balances: held })?.quantity.numeric ?? '0', symbol: active.nativeCurrency.symbol }
}
