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

/** Creates the connector of the Solana or Bitcoin family of a session. */
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
  /** The sessions of all families. This one is added. */
  sessions: Set<PairedSession>
  /** Called after this family ended sessions. */
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
    // Each request names its network, so the wallet does not have to switch.
    switchNetwork: async ({ network }) => session.moveTo(network.caipNetworkId),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  })
}

/** Returns the connector event for a change; undefined if no visible value changed. */
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
  // Networks may have different addresses, so both change in one event.
  return { type: 'accountsChanged', accounts, chainId }
}
