import { sessionReasons } from '@latchkey/protocol/relay'
import type { RelayEndpoint } from '@latchkey/walletconnect'
import { type AppClient, createAppClient, createClientEnvironment, createMemoryStorage } from '@latchkey/walletconnect'
import {
  buildSessionNamespaces,
  createWalletClient,
  formatAuthenticationMessage,
  type PendingRequest,
  prepareAuthentication,
  type WalletClient,
} from '@latchkey/walletconnect/wallet'
import { WebSocket } from 'ws'
import { createEventLog } from './createEventLog.ts'
import type { InteropApp, InteropEvent, InteropWallet } from './Interop.ts'
import {
  interopAccounts,
  interopChains,
  interopEvents,
  interopMethods,
  interopSignIn,
  signPersonal,
  toInteropAccounts,
  toMetadata,
} from './interopWorld.ts'
import { readSession, settle, toSession } from './sessions.ts'

type Relays = readonly [RelayEndpoint, ...RelayEndpoint[]]

const userRejected = { code: 5000, message: 'User rejected.' }

/** The platform of Node 20, which has no WebSocket. */
export const nodeEnvironment = () => createClientEnvironment({ openSocket: (url) => new WebSocket(url) })

/** Our app, behind the interface of the flows. */
export async function createOurApp(...given: Relays): Promise<InteropApp & { client: () => AppClient }> {
  const label = 'our app'
  const relays = toEndpoints(given)
  const storage = createMemoryStorage()
  const log = createEventLog<InteropEvent>({ owner: label })
  const open = async () => {
    const client = createAppClient({ relays, metadata: toMetadata(label), storage, environment: nodeEnvironment() })
    client.subscribe((event) => {
      if (event.type === 'sessionEvent') log.push({ ...event, type: 'event' })
      if (event.type === 'sessionUpdated') log.push({ type: 'update', topic: event.session.topic })
      if (event.type === 'sessionDeleted') log.push({ type: 'delete', topic: event.topic })
    })
    await client.ready()
    return client
  }
  let app = await open()
  const optionalNamespaces = {
    eip155: { chains: interopChains, methods: interopMethods, events: interopEvents },
  }
  return {
    label,
    survivesOutages: true,
    client: () => app,
    take: (fits) => log.take(fits),
    stop: async () => app.destroy(),
    start: async () => {
      app = await open()
    },
    session: (topic) => toSession(app.sessions(), topic),
    ping: (topic) => app.ping({ topic }),
    disconnect: (topic) => app.disconnect({ topic }),
    propose: async () => {
      const { uri, approval } = await app.pair({ optionalNamespaces })
      return { uri, approval: settle(approval.then(({ session }) => readSession(session))) }
    },
    authenticate: async () => {
      const authenticate = { ...interopSignIn, version: '1', issuedAt: '2026-11-20T20:00:00Z' } as const
      const { uri, approval } = await app.pair({ optionalNamespaces, authenticate })
      const answer = approval.then(({ session, authentications }) => ({
        session: readSession(session),
        signIns: authentications.map(({ p, s }) => ({
          message: formatAuthenticationMessage(p),
          signature: s.s,
          address: p.iss.split(':').at(-1) ?? '',
        })),
      }))
      return { uri, approval: settle(answer) }
    },
    request: (options) => app.request(options),
  }
}

/** Our wallet, behind the interface of the flows. */
export async function createOurWallet(...given: Relays): Promise<InteropWallet & { client: () => WalletClient }> {
  const label = 'our wallet'
  const relays = toEndpoints(given)
  const storage = createMemoryStorage()
  const log = createEventLog<InteropEvent>({ owner: label })
  const supported = {
    eip155: { accounts: toInteropAccounts(0), methods: interopMethods, events: interopEvents },
  }
  let mode: 'approve' | 'reject' | 'plain' = 'approve'
  let requests = 0
  const answer = async (client: WalletClient, pending: PendingRequest) => {
    const { id } = pending
    if (pending.kind === 'request') {
      requests += 1
      if (mode === 'reject') return client.respond({ id, error: userRejected })
      return client.respond({ id, result: await signPersonal(pending.params) })
    }
    if (mode === 'reject') return client.reject({ id })
    if (pending.kind === 'proposal') {
      const built = buildSessionNamespaces({ proposal: pending, supported })
      if ('reason' in built) return client.reject({ id, reason: built.reason })
      return client.approve({ id, namespaces: built.namespaces })
    }
    // The plain proposal follows.
    if (mode === 'plain') return client.reject({ id, reason: sessionReasons.unsupportedProtocolMethod })
    const { request } = pending
    const sign = async (account: string) => {
      const has = { chains: interopChains, methods: interopMethods }
      const { message, toCacao } = prepareAuthentication({ request, account, supported: has })
      return toCacao((await interopAccounts[0]?.signMessage({ message })) ?? '')
    }
    const [first, ...others] = await Promise.all(toInteropAccounts(0).map(sign))
    if (first) await client.authenticate({ id, authentications: [first, ...others] })
  }
  const open = async () => {
    const client = createWalletClient({ relays, metadata: toMetadata(label), storage, environment: nodeEnvironment() })
    const answered = new Set<number>()
    const follow = () => {
      for (const pending of client.pending()) {
        if (answered.has(pending.id)) continue
        answered.add(pending.id)
        answer(client, pending).catch((error: unknown) => console.error(`${label} could not answer`, error))
      }
    }
    client.subscribe((event) => {
      if (event.type === 'pendingChanged') follow()
      if (event.type === 'sessionDeleted') log.push({ type: 'delete', topic: event.topic })
    })
    await client.ready()
    follow()
    return client
  }
  let wallet = await open()
  return {
    label,
    survivesOutages: true,
    client: () => wallet,
    take: (fits) => log.take(fits),
    stop: async () => wallet.destroy(),
    start: async () => {
      wallet = await open()
    },
    session: (topic) => toSession(wallet.sessions(), topic),
    ping: (topic) => wallet.ping({ topic }),
    disconnect: (topic) => wallet.disconnect({ topic }),
    setMode: (next) => {
      mode = next
    },
    pair: (uri) => wallet.pair({ uri }),
    sessions: () => wallet.sessions().map(({ topic }) => topic),
    requests: () => requests,
    update: ({ topic, accounts }) => {
      const eip155 = { chains: interopChains, accounts, methods: interopMethods, events: interopEvents }
      return wallet.update({ topic, namespaces: { eip155 } })
    },
    extend: (topic) => wallet.extend({ topic }),
    emit: (options) => wallet.emit(options),
  }
}

function toEndpoints([first, ...others]: Relays): [RelayEndpoint, ...RelayEndpoint[]] {
  const toEndpoint = ({ url, projectId }: RelayEndpoint) => ({ url, projectId })
  return [toEndpoint(first), ...others.map(toEndpoint)]
}
