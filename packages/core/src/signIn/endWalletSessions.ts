import type { Connection } from '../connection/connectionState.ts'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'
import { isSameAddress } from '../siwx/isSameAddress.ts'
import type { Siwx } from '../siwx/Siwx.ts'

/**
 * Ends the sessions of wallets that are gone; with the last one, all. What another wallet that is still there has, too, stays.
 *
 * @param options.gone the connections that ended
 * @param options.left those that are there, asked for when it is time
 * @param options.limited gives the app's functions up after a while
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
  const isShared = (address: string) =>
    left().some(({ account }) => account.allAccounts.some((other) => isSameAddress(other.address, address)))
  for (const { account } of gone)
    for (const { address } of account.allAccounts)
      if (!isShared(address))
        for (const { caipNetworkId, chainNamespace } of networks)
          if (chainNamespace === account.namespace)
            await limited(siwx.revokeSession({ chainId: caipNetworkId, address }))
}
