import type { CoreContext } from '../CoreContext.ts'
import type { ConnectorRegistry } from '../connectors/ConnectorRegistry.ts'
import { isInSafe } from '../connectors/safe/isInSafe.ts'
import { waitForWallet } from '../connectors/waitForWallet.ts'
import type { ConnectionStorage } from '../storage/createConnectionStorage.ts'
import { readDevice } from '../walletLinks/readDevice.ts'
import { readDeviceSignals } from '../walletLinks/readDeviceSignals.ts'

/**
 * Origins that may host a Safe without the app's configuration. Any other parent page that answers as a Safe could choose which account the
 * visitor sees. It is only offered, and connected by a tap.
 */
const knownSafes = ['https://app.safe.global']
/** Milliseconds in which the surrounding wallet has to report that it shares an account. */
export const adoptTimeout = 10_000

/**
 * Stores the connection of the wallet that the visitor chose before the page opened, so that it is restored like one of the last visit.
 * That is the surrounding Safe, or the wallet whose in-app browser shows the page on a phone. The wallet must already share an account. A
 * wallet that the visitor disconnected is ignored.
 *
 * @returns whether there is a new connection to restore
 */
export async function adoptHost({
  context: { config, environment },
  registry,
  record,
}: {
  context: Pick<CoreContext, 'config' | 'environment'>
  registry: ConnectorRegistry
  record: ConnectionStorage
}): Promise<boolean> {
  const { connections, recentConnectorIds } = record.read()
  const isKnown = (id: string) =>
    recentConnectorIds.includes(id) || connections.some(({ connectorId }) => connectorId === id)
  const adopt = (connectorId: string) => {
    record.remember({ connectorId, namespace: 'eip155' })
    return true
  }
  if (config.basic) return false
  const { safe } = config.connectors ?? {}
  const origins = typeof safe === 'object' ? safe.origins : knownSafes
  if (safe !== false && !isKnown('safe') && (await isInSafe({ environment, origins }))) return adopt('safe')
  const { walletBrowser } = readDevice(readDeviceSignals({ page: environment.page() }))
  if (walletBrowser === null || connections.length > 0) return false
  const [connector, ...others] = registry
    .getState()
    .filter(({ info }) => info.type === 'injected' && info.namespace === 'eip155')
  if (!connector || others.length > 0 || isKnown(connector.info.id)) return false
  try {
    const { signal } = new AbortController()
    // A wallet that never answers must not delay others.
    const session = await waitForWallet({
      environment,
      answer: connector.connect({ silent: true, signal }),
      milliseconds: adoptTimeout,
    })
    return session !== undefined && adopt(connector.info.id)
  } catch {
    // A wallet that answers with an error is connected by a tap, like any other.
    return false
  }
}
