import type { ChainId, ChainNamespace } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Environment } from '../../../environment/Environment.ts'
import { tell } from '../../../store/Store.ts'
import type { Connector, ConnectorEvent, ConnectorInfo, Providers } from '../../Connector.ts'
import type { EmbeddedWallet } from '../EmbeddedWallet.ts'
import type { FrameNetworks } from './createFrameNetworks.ts'
import { createFrameAsk, type FrameAsk } from './FrameAsk.ts'
import { type FamilyAccounts, readFamilyAccounts } from './readFamilyAccounts.ts'

type Session = { accounts: FamilyAccounts; chainId: ChainId }

/**
 * Creates the embedded wallet's connector for Solana or Bitcoin. It connects with the login and ends with it, because all families share
 * one visitor. It emits an event with the new accounts after a change of visitor or network.
 *
 * @param options.chainIds the app's networks of the family, in order
 * @throws LatchkeyError from `connect`: `session_ended`, `chain_not_on_connector`, `frame_failed`; from `switchNetwork` the errors of the
 *   frame
 */
export function createFamilyConnector<Namespace extends ChainNamespace>({
  info,
  wallet,
  environment,
  networks,
  chainIds,
  createProvider,
}: {
  info: ConnectorInfo & { namespace: Namespace }
  wallet: EmbeddedWallet
  environment: Environment
  networks: FrameNetworks
  chainIds: readonly ChainId[]
  createProvider: (options: { ask: FrameAsk }) => Providers[Namespace]
}): Connector {
  const listeners = new Set<(event: ConnectorEvent) => void>()
  let session: Session | undefined
  /** Number of the newest request. Answers to older ones are late. */
  let asked = 0
  let stop: (() => void) | undefined

  const ask = async (chainId: ChainId): Promise<Session> => {
    const number = ++asked
    const accounts = await readFamilyAccounts({ wallet, environment, chainId })
    const assertNewest = () => {
      if (!wallet.getState().user || number !== asked) throw new ServiceError('session_ended')
    }
    assertNewest()
    await networks.use({ chainId })
    assertNewest()
    session = { accounts, chainId }
    return session
  }
  const emit = (event: ConnectorEvent) => tell(listeners, event)
  const end = (isSignedOut: boolean) => {
    asked++
    session = undefined
    emit({ type: 'disconnected', isSignedOut })
  }
  /** Reads the accounts again, because their owner may have changed. */
  const reread = async () => {
    const before = session
    if (!before) return
    const number = asked + 1
    try {
      const next = await ask(before.chainId)
      if (JSON.stringify(next) !== JSON.stringify(before)) emit({ type: 'accountsChanged', ...next })
    } catch {
      // The owner of the old accounts is unknown, so they are no longer shown.
      if (number === asked && session) end(false)
    }
  }
  const follow = () =>
    wallet.subscribe(({ user }, { user: before }) => {
      if (!user) {
        if (before && session) end(true)
      } else if (before && (user.address !== before.address || user.email !== before.email)) void reread()
    })
  const provider = createProvider({
    ask: createFrameAsk({
      ...{ wallet, environment, networks },
      accounts: {
        chainId: () => session?.chainId,
        has: ({ address, chainId }) =>
          session?.chainId === chainId && session.accounts.some((account) => account.address === address),
      },
    }),
  })

  return {
    info,
    connect: async ({ silent, chainId }) => {
      const wanted = [chainId, session?.chainId, ...chainIds].find((one) => one && chainIds.includes(one))
      if (!wanted) throw new ServiceError('chain_not_on_connector')
      if (!wallet.getState().user && !(await (await wallet.host()).restore())) {
        if (silent) return undefined
        throw new ServiceError('session_ended')
      }
      return ask(wanted)
    },
    // All families share one login, so a disconnect signs out.
    disconnect: async () => {
      const before = session
      session = undefined
      const host = await wallet.host()
      // Another family may have disconnected at the same time and signed out first.
      if (!before || wallet.getState().user) await host.signOut()
    },
    getProvider: () => provider,
    switchNetwork: async ({ network: { caipNetworkId: chainId } }) => {
      if (!session) throw new ServiceError('wallet_disconnected')
      emit({ type: 'accountsChanged', ...(await ask(chainId)) })
    },
    subscribe: (listener) => {
      listeners.add(listener)
      stop ??= follow()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stop?.()
        stop = undefined
      }
    },
  }
}
