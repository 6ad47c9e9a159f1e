import { onTestFinished } from 'vitest'
import type { CoreContext } from '../CoreContext.ts'
import type { ConnectionState } from '../connection/connectionState.ts'
import type { LatchkeyEvent } from '../LatchkeyEvent.ts'
import type { NetworksState } from '../networks/NetworksFeature.ts'
import { createOnramp } from '../onramp/createOnramp.ts'
import type { OnrampState } from '../onramp/OnrampFeature.ts'
import { createRealtime } from '../realtime/createRealtime.ts'
import { createStore, type Store } from '../store/Store.ts'
import { createOnrampServer, type OnrampServer } from './createOnrampServer.ts'
import { createTestEnvironment, settle, type TestEnvironment } from './createTestEnvironment.ts'
import { createTestPopup, type TestPopup } from './createTestPopup.ts'
import { localOne, localTwo } from './testNetworks.ts'

/** Two visitors. The first one is connected by default. */
const ada = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const ben = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** An onramp whose server, windows and time the test controls. */
export type OnrampKit = {
  environment: TestEnvironment
  server: OnrampServer
  popup: TestPopup
  onramp: ReturnType<typeof createOnramp>
  state: () => OnrampState
  connection: Store<ConnectionState>
  networks: Store<NetworksState>
  events: LatchkeyEvent[]
  /** Features that were refreshed. */
  refreshed: string[]
}

/** Returns the state with an account that is connected on the first network. */
export function connectionOf(address: string | undefined, change: object = {}): ConnectionState {
  if (address === undefined) return { status: 'disconnected', connections: [], asking: undefined, failure: undefined }
  const account = {
    ...{ namespace: 'eip155', address, type: 'eoa', chainId: 'eip155:31337', caipAddress: `eip155:31337:${address}` },
    allAccounts: [{ namespace: 'eip155', address, type: 'eoa' }],
    connector: { id: 'test', namespace: 'eip155', name: 'Test', icon: null, rdns: null, type: 'injected' },
    ...change,
  }
  const connections = [{ account, active: true }]
  return {
    ...{ status: 'connected', connections, account, asking: undefined, failure: undefined },
  } as unknown as ConnectionState
}

/** Creates the kit, with its code already loaded. */
export async function createOnrampKit({
  server = createOnrampServer(),
  environment = createTestEnvironment({ fetch: server.fetch }),
  address = ada,
}: {
  server?: OnrampServer
  environment?: TestEnvironment
  address?: string | undefined
} = {}): Promise<OnrampKit> {
  await Promise.all([import('../onramp/createOnrampEngine.ts'), import('../realtime/createEventStream.ts')])
  const popup = createTestPopup({ environment })
  const networks = createStore<NetworksState>({
    ...{ networks: [localOne, localTwo], active: localOne, unsupportedChainId: undefined, switchingTo: undefined },
  })
  const connection = createStore(connectionOf(address))
  const events: LatchkeyEvent[] = []
  const refreshed: string[] = []
  const context: CoreContext = {
    config: {
      ...{ projectId: '0'.repeat(32), apiUrl: 'https://api.test/', networks: [localOne, localTwo] },
      metadata: { name: 'Test', url: 'https://site.test' },
    },
    ...{ environment, report: (event) => void events.push(event), load: (chunk) => chunk() },
  }
  const realtime = createRealtime({ context })
  const onramp = createOnramp({
    ...{ context, connection, networks, realtime },
    balances: { refresh: async () => void refreshed.push('balances') },
    activity: { refresh: async () => void refreshed.push('activity') },
  })
  // As in the kit.
  environment.page().addEventListener('storage', onramp.resume)
  onTestFinished(() => {
    onramp.destroy()
    realtime.destroy()
  })
  return { environment, server, popup, onramp, state: onramp.getState, connection, networks, events, refreshed }
}

/** Creates a kit with a quote for 100 dollars. */
export async function offeredKit(
  options: Parameters<typeof createOnrampKit>[0] = {},
): Promise<OnrampKit & { quoteId: () => string }> {
  const kit = await createOnrampKit(options)
  await kit.onramp.load()
  kit.onramp.watch()
  kit.onramp.edit({ amount: '100' })
  await kit.environment.advance(300)
  await settle()
  return { ...kit, quoteId: () => kit.state().pricing.quotes[0]?.quoteId ?? '' }
}
