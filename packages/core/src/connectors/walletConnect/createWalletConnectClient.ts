import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import type { AppClient, Cacao, OpenPairing as ClientPairing, ClientParameters } from '@latchkey/walletconnect'
import type { CoreContext } from '../../CoreContext.ts'
import { createGatewayClient, type GatewayClient } from '../../http/createGatewayClient.ts'
import { createStore } from '../../store/Store.ts'
import type { OpenPairing, PairingClient } from '../PairingClient.ts'
import { createProvider } from '../provider/createProvider.ts'
import { createPairedAnswer } from './createPairedAnswer.ts'
import { createPairedRequests } from './createPairedRequests.ts'
import { createPairedSession, toConnectorSession } from './createPairedSession.ts'
import { createProposal } from './createProposal.ts'
import { describePaired } from './describePaired.ts'
import { readPairedRecord, writePairedRecord } from './pairedRecord.ts'
import { readRelayCondition } from './readRelayCondition.ts'
import { readRelays } from './readRelays.ts'
import { tellRefusal } from './tellRefusal.ts'
import { toSignIn } from './toSignIn.ts'

/**
 * The kit's own WalletConnect: pairings, and the connector of the session that comes of one. Arrives with the first pairing, or with
 * a stored session; no relay is dialled before there is something to send or to hear.
 *
 * @param options.createClient makes what speaks the protocol
 * @param options.formatMessage the text that was signed for a sign-in
 */
export function createWalletConnectClient({
  context: { config, environment, onRefusal },
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
  const session = createPairedSession({ client, config, storage, emit })
  const requests = createPairedRequests({ client, environment })
  const gateways = new Map<ChainId, GatewayClient>()
  const gatewayOf = (chainId: ChainId) => {
    const known =
      gateways.get(chainId) ?? createGatewayClient({ apiUrl, projectId, chainId, fetch: environment.fetch, onRefusal })
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

  const toOpenPairing = ({ uri, expiresAt, approval }: ClientPairing): OpenPairing => ({
    uri,
    expiresAt,
    approval: approval.then(({ session: agreed, authentications }) => {
      const signIns = authentications.map((cacao) => toSignIn({ cacao, message: formatMessage(cacao.p) }))
      // Who signed in for a network goes on there.
      session.note({ session: agreed, chainId: signIns[0]?.data.chainId })
      return { signIns }
    }),
  })

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
      const record = readPairedRecord(storage)
      if (record) writePairedRecord(storage, { ...record, wallet })
    },
    requests,
    relay,
    connector: {
      // Another wallet with each pairing.
      get info() {
        return describePaired({ client, storage })
      },
      connect: async ({ silent }) => {
        await client.ready()
        const current = await session.restore()
        const connected = current && toConnectorSession(current)
        if (!connected && !silent) throw new LatchkeyError('wallet_disconnected')
        if (connected && !silent) session.endOthers()
        return connected
      },
      disconnect: async () => {
        await client.ready()
        await session.end()
      },
      getProvider: () => provider,
      subscribe: (listener) => {
        let isOver = false
        const stop = subscribe(listener)
        // What the wallet told between the answer of `connect` and this moment would else be lost.
        queueMicrotask(() => {
          const current = session.current()
          if (isOver) return
          if (!current) return listener({ type: 'disconnected' })
          listener({ type: 'chainChanged', chainId: current.chainId })
          listener({ type: 'accountsChanged', accounts: toConnectorSession(current)?.accounts ?? [] })
        })
        return () => {
          isOver = true
          stop()
        }
      },
    },
    destroy: () => {
      stop()
      session.destroy()
      client.destroy()
    },
  }
}
