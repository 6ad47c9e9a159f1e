import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { tell } from '../../store/Store.ts'
import type { Connector, ConnectorEvent, ConnectorInfo, ConnectorSession } from '../Connector.ts'
import { toWalletError } from '../toWalletError.ts'
import type { AccountWallet, ListedAccount } from './AccountWallet.ts'

/**
 * Creates the connector of a wallet whose accounts list their networks. The current network is the preferred one if an account lists it,
 * else the app's first network that an account lists. It is never guessed.
 *
 * @param options.chainIds the app's networks of the family, in order
 * @throws LatchkeyError from `connect`: `user_rejected`, `wallet_busy`, `wallet_failed`, `chain_not_on_connector`; from `switchNetwork`:
 *   `chain_not_on_connector` and the errors of the wallet
 */
export function createAccountConnector({
  info,
  wallet,
  chainIds,
}: {
  info: ConnectorInfo
  wallet: AccountWallet
  chainIds: readonly ChainId[]
}): Connector {
  const listeners = new Set<(event: ConnectorEvent) => void>()
  let stop: (() => void) | undefined
  let session: ConnectorSession | undefined
  let listed: readonly ListedAccount[] = []

  const toSession = (wanted: ChainId | undefined): ConnectorSession | undefined => {
    const lists = (chainId: ChainId) => listed.some((entry) => entry.chainIds.includes(chainId))
    // A wallet with its own current network may be on one that the app does not have. It is reported, not hidden.
    const own = wallet.switchNetwork ? listed[0]?.chainIds[0] : undefined
    const chainId = wanted !== undefined && lists(wanted) ? wanted : (chainIds.find(lists) ?? own)
    if (chainId === undefined) return undefined
    const accounts = listed.filter((entry) => entry.chainIds.includes(chainId)).map(({ account }) => account)
    const [first, ...others] = accounts
    return first && { accounts: [first, ...others], chainId }
  }
  const emit = (event: ConnectorEvent) => {
    tell(listeners, event)
  }
  const move = (next: ConnectorSession | undefined) => {
    const before = session
    session = next
    if (!next) return emit({ type: 'accountsChanged', accounts: [] })
    if (before?.chainId !== next.chainId) emit({ type: 'chainChanged', chainId: next.chainId })
    if (JSON.stringify(before?.accounts) !== JSON.stringify(next.accounts))
      emit({ type: 'accountsChanged', accounts: next.accounts })
  }
  const provider = wallet.createProvider({ chainId: () => session?.chainId })

  return {
    info,
    connect: async ({ silent, chainId }) => {
      try {
        const answer = (await wallet.connect({ silent, chainId })) ?? []
        if (answer.length === 0) {
          if (silent) return undefined
          throw new LatchkeyError('wallet_failed', { details: 'The wallet shared no account' })
        }
        listed = answer
        session = toSession(chainId)
        if (!session) throw new ServiceError('chain_not_on_connector')
        return session
      } catch (error) {
        throw toWalletError(error)
      }
    },
    disconnect: async () => {
      session = undefined
      try {
        await wallet.disconnect()
      } catch {
        // The wallet is gone or does not support the request. The kit still ends the connection.
      }
    },
    getProvider: () => provider,
    switchNetwork: async ({ network: { caipNetworkId: chainId } }) => {
      const isListed = () => listed.some((entry) => entry.chainIds.includes(chainId))
      try {
        if (!isListed() && wallet.switchNetwork) {
          await wallet.switchNetwork({ chainId })
          listed = (await wallet.connect({ silent: true, chainId })) ?? listed
        }
      } catch (error) {
        throw toWalletError(error)
      }
      if (!isListed()) throw new ServiceError('chain_not_on_connector')
      move(toSession(chainId))
    },
    subscribe: (listener) => {
      listeners.add(listener)
      stop ??= wallet.subscribe((accounts) => {
        if (!session) return
        listed = accounts
        move(toSession(session.chainId))
      })
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stop?.()
        stop = undefined
      }
    },
  }
}
