import { type ChainId, type ChainNamespace, chainNamespaces } from '@latchkey/protocol'
import type { AppClient, Cacao, OpenPairing as ClientPairing, ClientParameters, Session } from '@latchkey/walletconnect'
import type { CoreContext } from '../../CoreContext.ts'
import { createGatewayClient, type GatewayClient } from '../../http/createGatewayClient.ts'
import { createStore } from '../../store/Store.ts'
import type { Connector } from '../Connector.ts'
import { type OpenPairing, type PairingClient, pairedConnectorId } from '../PairingClient.ts'
import { createProvider } from '../provider/createProvider.ts'
import { createPairedAnswer } from './createPairedAnswer.ts'
import { createPairedConnector } from './createPairedConnector.ts'
import { createPairedRequests } from './createPairedRequests.ts'
import { createPairedSession, type PairedSession } from './createPairedSession.ts'
import { createProposal } from './createProposal.ts'
import { describePaired } from './describePaired.ts'
import { emitPairedChanges } from './emitPairedChanges.ts'
import { evmSessionFamily } from './evmSessionFamily.ts'
import { readPairedRecord, writePairedRecord } from './pairedRecord.ts'
import { readRelayCondition } from './readRelayCondition.ts'
import { readRelays } from './readRelays.ts'
import { tellRefusal } from './tellRefusal.ts'
import { toSignIn } from './toSignIn.ts'

const otherFamilies = ['solana', 'bip122'] as const

/** Returns the families with accounts in a session, in the order of the kit. */
function familiesOf({ namespaces }: Pick<Session, 'namespaces'>): readonly ChainNamespace[] {
  const has = (family: ChainNamespace) =>
    Object.entries(namespaces).some(([key, { accounts }]) => key.split(':')[0] === family && accounts.length > 0)
  return chainNamespaces.filter(has)
}

/**
 * Creates the kit's WalletConnect client: pairings, and the connector of the resulting session. It loads with the first pairing or a stored
 * session. It connects to a relay only when it has something to send or receive.
 *
 * @param options.createClient creates the protocol's client
 * @param options.formatMessage returns the signed text of a sign-in
 */
export function createWalletConnectClient({
  context: { config, environment, onRefusal, load },
  createClient,
  formatMessage,
}: {
  context: CoreContext
  createClient: (parameters: Pick<ClientParameters, 'relays' | 'metadata'>) => AppClient
  formatMessage: (payload: Cacao['p']) => string
}): PairingClient {
  const { metadata, projectId, apiUrl } = config
  const { storage } = environment
  const relays = readRelays(config)
  const client = createClient({
    relays,
    metadata: {
      name: metadata.name,
      description: metadata.description ?? '',
      url: metadata.url,
      icons: metadata.icons ?? [],
    },
  })
  const { provider, emit, subscribe } = createProvider({ answer: (request) => answer(request) })
  const sessions = new Set<PairedSession>()
  const checkAll = () => {
    for (const session of sessions) session.check()
  }
  const session = createPairedSession({
    ...{ client, config, storage, family: evmSessionFamily, onEnd: checkAll },
    onChange: (change) => emitPairedChanges({ ...change, emit }),
  })
  sessions.add(session)
  const requests = createPairedRequests({ client, environment })
  const gateways = new Map<ChainId, GatewayClient>()
  const gatewayOf = (chainId: ChainId) => {
    const known =
      gateways.get(chainId) ??
      createGatewayClient({ apiUrl, projectId, chainId, fetch: environment.fetch, timers: environment, onRefusal })
    gateways.set(chainId, known)
    return known
  }
  const answer = createPairedAnswer({ client, session, gatewayOf, follow: requests.follow })

  const relay = createStore(readRelayCondition(client.relays()))
  const refused = new Set<string>()
  const stop = client.subscribe((event) => {
    if (event.type !== 'relaysChanged') return
    relay.setState(readRelayCondition(event.relays))
    for (const { url, status, reason } of event.relays) {
      if (status !== 'refused' || refused.has(url)) continue
      refused.add(url)
      tellRefusal({ url, relays, config, reason, onRefusal })
    }
  })

  let agreedFamilies: readonly ChainNamespace[] = ['eip155']
  const toOpenPairing = ({ uri, expiresAt, approval }: ClientPairing): OpenPairing => ({
    uri,
    expiresAt,
    approval: approval.then(({ session: agreed, authentications }) => {
      const signIns = authentications.map((cacao) => toSignIn({ cacao, message: formatMessage(cacao.p) }))
      for (const namespace of familiesOf(agreed)) {
        // A visitor who signed in for a network continues there.
        const chainId = namespace === 'eip155' ? signIns[0]?.data.chainId : undefined
        writePairedRecord(storage, { topic: agreed.topic, chainId }, namespace)
      }
      agreedFamilies = familiesOf(agreed)
      return { signIns }
    }),
  })

  const reached = new Map<string, Connector>()
  const loading = new Map<string, Promise<Connector>>()
  const others: PairingClient['others'] = {
    find: (id) => reached.get(id),
    load: async (id) => {
      const namespace = otherFamilies.find((family) => pairedConnectorId(family) === id)
      if (!namespace || !config.networks.some(({ chainNamespace }) => chainNamespace === namespace)) return undefined
      const open =
        loading.get(id) ??
        load(() => import('./family/openPairedFamily.ts')).then(({ openPairedFamily }) =>
          openPairedFamily({
            ...{ namespace, client, config, environment, sessions, onEnd: checkAll, follow: requests.follow },
          }),
        )
      loading.set(id, open)
      try {
        const connector = await open
        reached.set(id, connector)
        return connector
      } catch (error) {
        loading.delete(id)
        throw error
      }
    },
  }

  return {
    pair: async ({ chainIds, signal, signIn }) => {
      const optionalNamespaces = createProposal({ chainIds })
      const authenticate = signIn && { ...signIn.message, version: '1' as const, chains: signIn.chainIds }
      return toOpenPairing(await client.pair({ optionalNamespaces, signal, ...(authenticate ? { authenticate } : {}) }))
    },
    resume: async ({ uri }) => {
      await client.ready()
      const open = await client.resume({ uri })
      return open && toOpenPairing(open)
    },
    noteWallet: (wallet) => {
      const topic = readPairedRecord(storage, agreedFamilies[0])?.topic
      for (const namespace of chainNamespaces) {
        const record = readPairedRecord(storage, namespace)
        if (record && record.topic === topic) writePairedRecord(storage, { ...record, wallet }, namespace)
      }
    },
    requests,
    relay,
    connector: createPairedConnector({
      ...{ client, session, subscribe, getProvider: () => provider },
      describe: () => describePaired({ client, storage }),
    }),
    others,
    families: () => agreedFamilies,
    destroy: () => {
      stop()
      for (const each of sessions) each.destroy()
      client.destroy()
    },
  }
}
