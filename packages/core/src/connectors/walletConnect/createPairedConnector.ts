import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import type { AppClient } from '@latchkey/walletconnect'
import type { Connector, ConnectorEvent, ConnectorInfo } from '../Connector.ts'
import { accountsOf, type PairedSession, toConnectorSession } from './createPairedSession.ts'

/**
 * Creates the connector of one family of a session.
 *
 * @param options.describe called each time, because each pairing may have another wallet
 */
export function createPairedConnector({
  client,
  session,
  describe,
  subscribe,
  ...rest
}: {
  client: Pick<AppClient, 'ready'>
  session: PairedSession
  describe: () => ConnectorInfo
  subscribe: (listener: (event: ConnectorEvent) => void) => () => void
} & Pick<Connector, 'getProvider' | 'switchNetwork'>): Connector {
  return {
    ...rest,
    get info() {
      return describe()
    },
    connect: async ({ silent, chainId }: { silent: boolean; chainId?: ChainId | undefined }) => {
      await client.ready()
      // An EVM wallet has its own current network.
      const current = await session.restore(rest.switchNetwork ? { chainId } : {})
      const connected = current && toConnectorSession(current)
      if (!connected && !silent) throw new LatchkeyError('wallet_disconnected')
      if (connected && !silent) session.endOthers()
      return connected
    },
    disconnect: async () => {
      await client.ready()
      await session.end()
    },
    subscribe: (listener) => {
      let isOver = false
      const stop = subscribe(listener)
      // Delivers events that arrived between the result of `connect` and this subscription.
      queueMicrotask(() => {
        const current = session.current()
        if (isOver) return
        if (!current) return listener({ type: 'disconnected' })
        listener({ type: 'chainChanged', chainId: current.chainId })
        listener({ type: 'accountsChanged', accounts: accountsOf(current) })
      })
      return () => {
        isOver = true
        stop()
      }
    },
  }
}
