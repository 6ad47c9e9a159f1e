import type { AppEvent } from '../../app/AppClient.ts'
import { createAppClient } from '../../app/createAppClient.ts'
import type { PeerMetadata } from '../../ClientParameters.ts'
import type { ClientStorage } from '../../storage/ClientStorage.ts'
import { createMemoryStorage } from '../../storage/createMemoryStorage.ts'
import { createWalletClient } from '../../wallet/createWalletClient.ts'
import type { PendingRequest, WalletEvent } from '../../wallet/WalletClient.ts'
import type { AuthenticationRequest } from '../Authentication.ts'
import type { ProposalNamespaces, SessionNamespaces } from '../Session.ts'
import { createMemoryRelay, pause, type Weather } from './createMemoryRelay.ts'
import { createTestClock } from './createTestClock.ts'

const relays = [{ url: 'memory:', projectId: 'test' }] as const
export const appMetadata: PeerMetadata = { name: 'App', description: 'Asks', url: 'https://app.test', icons: [] }
export const walletMetadata: PeerMetadata = {
  name: 'Wallet',
  description: 'Signs',
  url: 'https://wallet.test',
  icons: [],
}
export const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
export const asked: ProposalNamespaces = {
  eip155: {
    chains: ['eip155:1', 'eip155:10'],
    methods: ['personal_sign', 'eth_sendTransaction'],
    events: ['accountsChanged', 'chainChanged'],
  },
}
export const signIn = (now: number): AuthenticationRequest => ({
  chains: ['eip155:1', 'eip155:10'],
  domain: 'app.test',
  uri: 'https://app.test',
  nonce: '0123456789abcdef',
  version: '1',
  issuedAt: new Date(now).toISOString(),
  statement: 'Sign in to App.',
})
export const agreed: SessionNamespaces = {
  eip155: {
    chains: ['eip155:1'],
    accounts: [`eip155:1:${address}`],
    methods: ['personal_sign'],
    events: ['accountsChanged'],
  },
}

/** An app and a wallet in one process, over a relay in memory. */
export function createTestPair({
  weather,
  storages = {},
  signsIn = true,
}: {
  weather?: Weather
  storages?: { app?: ClientStorage; wallet?: ClientStorage }
  signsIn?: boolean
} = {}) {
  const clock = createTestClock()
  const { environment } = clock
  const relay = createMemoryRelay({ now: environment.now, ...(weather ? { weather } : {}) })
  const kept = { app: storages.app ?? createMemoryStorage(), wallet: storages.wallet ?? createMemoryStorage() }
  const heard: { app: AppEvent[]; wallet: WalletEvent[] } = { app: [], wallet: [] }

  const startApp = () => {
    const client = createAppClient(
      { relays, metadata: appMetadata, storage: kept.app, environment },
      { connect: relay.connect('app') },
    )
    client.subscribe((event) => heard.app.push(event))
    return client
  }
  const startWallet = () => {
    const client = createWalletClient(
      { relays, metadata: walletMetadata, storage: kept.wallet, environment, signsIn },
      { connect: relay.connect('wallet') },
    )
    client.subscribe((event) => heard.wallet.push(event))
    return client
  }

  const pair = { clock, relay, kept, heard, app: startApp(), wallet: startWallet() }
  return Object.assign(pair, {
    restartApp: () => {
      pair.app.destroy()
      pair.app = startApp()
      return pair.app.ready()
    },
    restartWallet: () => {
      pair.wallet.destroy()
      pair.wallet = startWallet()
      return pair.wallet.ready()
    },
    /** Delivers all messages and runs both sides until idle. */
    settle: relay.settle,
    pause,
    /** Pending requests of the wallet, of one kind. */
    waiting: <K extends PendingRequest['kind']>(kind: K) =>
      pair.wallet.pending().filter((entry): entry is Extract<PendingRequest, { kind: K }> => entry.kind === kind),
    /** Pairs and approves. Returns the session of both sides. */
    connect: async (namespaces: SessionNamespaces = agreed) => {
      const { uri, approval } = await pair.app.pair({ optionalNamespaces: asked })
      await pair.wallet.pair({ uri })
      await relay.settle()
      const [proposal] = pair.wallet.pending()
      if (!proposal) throw new Error('The proposal did not come')
      const wallet = await pair.wallet.approve({ id: proposal.id, namespaces })
      await relay.settle()
      const { session } = await approval
      return { app: session, wallet, topic: session.topic }
    },
  })
}
