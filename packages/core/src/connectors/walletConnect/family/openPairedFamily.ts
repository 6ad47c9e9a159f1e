import type { ChainNamespace } from '@latchkey/protocol'
import type { AppClient } from '@latchkey/walletconnect'
import type { Environment } from '../../../environment/Environment.ts'
import type { LatchkeyConfig } from '../../../LatchkeyConfig.ts'
import { tell } from '../../../store/Store.ts'
import type { Connector, ConnectorEvent } from '../../Connector.ts'
import { createPairedConnector } from '../createPairedConnector.ts'
import type { PairedRequests } from '../createPairedRequests.ts'
import { accountsOf, type CurrentSession, createPairedSession, type PairedSession } from '../createPairedSession.ts'
import { describePaired } from '../describePaired.ts'
import { askAddresses } from './askAddresses.ts'
import { bitcoinSessionFamily } from './bitcoinSessionFamily.ts'
import { createPairedAsk } from './createPairedAsk.ts'
import { createPairedBitcoinProvider } from './createPairedBitcoinProvider.ts'
import { createPairedSolanaProvider } from './createPairedSolanaProvider.ts'
import { solanaSessionFamily } from './solanaSessionFamily.ts'

/** Makes the connector of the Solana or the Bitcoin family of a session. */
export function openPairedFamily({
  namespace,
  client,
  config,
  environment,
  sessions,
  onEnd,
  follow,
}: {
  namespace: Exclude<ChainNamespace, 'eip155'>
  client: AppClient
  config: Pick<LatchkeyConfig, 'networks'>
  environment: Environment
  /** The sessions of all families; this one is added. */
  sessions: Set<PairedSession>
  /** Called when this family ended sessions. */
  onEnd: () => void
  follow: PairedRequests['follow']
}): Connector {
  const { storage } = environment
  const listeners = new Set<(event: ConnectorEvent) => void>()
  const session = createPairedSession({
    ...{ client, config, storage, onEnd },
    family: namespace === 'solana' ? solanaSessionFamily : bitcoinSessionFamily,
    onChange: (change) => {
      const event = toConnectorEvent(change)
      if (event) tell(listeners, event)
      if (namespace === 'bip122' && change.now && !change.before) void askAddresses({ client, session })
    },
  })
  sessions.add(session)
  const ask = createPairedAsk({ client, session, namespace, follow })
  const provider =
    namespace === 'solana' ? createPairedSolanaProvider({ ask }) : createPairedBitcoinProvider({ ask, session })
  return createPairedConnector({
    client,
    session,
    describe: () => describePaired({ client, storage, namespace }),
    getProvider: () => provider,
    // The app says with each request which network it is for: nobody has to be asked.
    switchNetwork: async ({ network }) => session.moveTo(network.caipNetworkId),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  })
}

/** What the kit is told of a change; undefined where nothing changed that it shows. */
function toConnectorEvent({
  before,
  now,
}: {
  before: CurrentSession | undefined
  now: CurrentSession | undefined
}): ConnectorEvent | undefined {
  if (!before) return undefined
  if (!now) return { type: 'disconnected' }
  const accounts = accountsOf(now)
  const { chainId } = now
  if (before.chainId === chainId && JSON.stringify(accountsOf(before)) === JSON.stringify(accounts)) return undefined
  // Addresses may differ from network to network: both change in one step.
  return { type: 'accountsChanged', accounts, chainId }
}
