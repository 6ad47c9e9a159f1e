import type { SessionReason } from '@latchkey/protocol/relay'
import type { AppClient, AppEvent, Cacao, PairOptions, RelayStatus, Session } from '@latchkey/walletconnect'

/** A request that a test answers. */
export type TestAppRequest = {
  topic: string
  chainId: string
  method: string
  params: unknown
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/** A WalletConnect client without relays, whose wallet is the test. */
export type TestAppClient = AppClient & {
  pairings: { options: PairOptions; approve: (session?: Partial<Session>, signed?: readonly Cacao[]) => Session }[]
  asked: TestAppRequest[]
  ended: { topic: string; reason: SessionReason | undefined }[]
  tell: (event: AppEvent) => void
  /** Sets the stored WalletConnect sessions. */
  keep: (sessions: readonly Session[]) => void
  /** Sets the error of new pairings. */
  fail: (error: Error | undefined) => void
}

/** Creates a WalletConnect session with two accounts on two chains of the test's networks. */
export function testSession(changes: Partial<Session> = {}): Session {
  const chains = ['eip155:31337', 'eip155:31338']
  return {
    topic: 'a'.repeat(64),
    pairingTopic: 'b'.repeat(64),
    peer: { name: 'Fern', description: '', url: 'https://fern.example', icons: [] },
    peerPublicKey: 'c'.repeat(64),
    controller: 'wallet',
    namespaces: {
      eip155: {
        chains,
        accounts: chains.flatMap((chain) => testAddresses.map((address) => `${chain}:${address.toLowerCase()}`)),
        methods: ['eth_sendTransaction', 'personal_sign'],
        events: ['accountsChanged', 'chainChanged'],
      },
    },
    requiredNamespaces: {},
    optionalNamespaces: { eip155: { chains, methods: [], events: [] } },
    expiry: 2_000_000_000,
    relays: [],
    ...changes,
  }
}

/** Any checksum addresses. */
export const testAddresses = [
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
] as const

/** Creates a client whose wallet is the test. */
export function createTestAppClient({ sessions = [] }: { sessions?: readonly Session[] } = {}): TestAppClient {
  let live = [...sessions]
  let failure: Error | undefined
  let relays: readonly RelayStatus[] = []
  const listeners = new Set<(event: AppEvent) => void>()
  const client: TestAppClient = {
    pairings: [],
    asked: [],
    ended: [],
    keep: (next) => {
      live = [...next]
    },
    fail: (error) => {
      failure = error
    },
    tell: (event) => {
      if (event.type === 'sessionUpdated')
        live = live.map((session) => (session.topic === event.session.topic ? event.session : session))
      if (event.type === 'sessionDeleted' || event.type === 'sessionExpired')
        live = live.filter(({ topic }) => topic !== event.topic)
      if (event.type === 'relaysChanged') relays = event.relays
      for (const listener of [...listeners]) listener(event)
    },
    ready: async () => {},
    pair: async (options) => {
      if (failure) throw failure
      const number = client.pairings.length + 1
      const approval = new Promise<{ session: Session; authentications: readonly Cacao[] }>((resolve) => {
        client.pairings.push({
          options,
          approve: (changes, authentications = []) => {
            const session = testSession({ ...changes, optionalNamespaces: options.optionalNamespaces })
            live = [session, ...live.filter(({ topic }) => topic !== session.topic)]
            resolve({ session, authentications })
            return session
          },
        })
      })
      return { uri: `wc:${number}@2?symKey=0`, topic: String(number), expiresAt: 1e15, approval }
    },
    resume: async () => undefined,
    sessions: () => live,
    request: ({ topic, chainId, method, params }) =>
      new Promise((resolve, reject) => {
        client.asked.push({ topic, chainId, method, params, resolve, reject })
      }),
    ping: async () => {},
    disconnect: async ({ topic, reason }) => {
      client.ended.push({ topic, reason })
      live = live.filter((session) => session.topic !== topic)
    },
    relays: () => relays,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    destroy: () => listeners.clear(),
  }
  return client
}
