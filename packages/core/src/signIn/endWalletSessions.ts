import type { Connection } from '../connection/connectionState.ts'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'
import type { Siwx } from '../siwx/Siwx.ts'
import { hasAddress } from './hasAddress.ts'

/**
 * Ends the sign-ins of disconnected wallets, and all sign-ins with the last wallet. Sign-ins of addresses that another connected wallet
 * shares remain.
 *
 * @param options.gone the connections that ended
 * @param options.left returns the remaining connections
 * @param options.limited limits the time of the app's functions
 */
export async function endWalletSessions({
  siwx,
  networks,
  gone,
  isLast,
  left,
  limited,
}: {
  siwx: Siwx
  networks: LatchkeyConfig['networks']
  gone: readonly Connection[]
  isLast: boolean
  left: () => readonly Connection[]
  limited: <T>(answer: Promise<T>) => Promise<T>
}): Promise<void> {
  if (isLast) return limited(siwx.setSessions([]))
  for (const { account } of gone) {
    const own = networks.filter(({ chainNamespace }) => chainNamespace === account.namespace)
    for (const { address } of account.allAccounts) {
      if (hasAddress(left(), address)) continue
      for (const { caipNetworkId } of own) await limited(siwx.revokeSession({ chainId: caipNetworkId, address }))
    }
  }
}
