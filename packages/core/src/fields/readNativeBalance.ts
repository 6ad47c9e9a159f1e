import type { BalancesFeature } from '../balances/BalancesFeature.ts'
import { findAsset } from '../balances/findAsset.ts'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import type { NetworksFeature } from '../networks/NetworksFeature.ts'

/**
 * Returns the current account's balance of the native token as decimal text. A failure returns `0.00` and `ETH` on any network, as
 * specified (section 8). For display, use `balances`, which distinguishes unknown from zero.
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
  // A list without the native token means a balance of 0.
  return { balance: findAsset({ balances: held })?.quantity.numeric ?? '0', symbol: active.nativeCurrency.symbol }
}
