import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import type { AppClient } from '@latchkey/walletconnect'
import type { Connector, ConnectorEvent, ConnectorInfo } from '../Connector.ts'
import { accountsOf, type PairedSession, toConnectorSession } from './createPairedSession.ts'

/**
 * Makes the connector of one family of a session.
 *
 * @param options.describe asked each time: another wallet with each pairing
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
      // A wallet of the EVM family has a network of its own.
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
      // What the wallet told between the answer of `connect` and this moment would else be lost.
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
