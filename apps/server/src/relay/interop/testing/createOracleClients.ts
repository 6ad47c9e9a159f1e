import { createEventLog } from './createEventLog.ts'
import type { InteropApp, InteropClient, InteropEvent, InteropWallet } from './Interop.ts'
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
import {
  createOracleApp,
  createOracleStorage,
  createOracleWallet,
  endOracle,
  type OracleApp,
  type OracleAppVersion,
  type OracleCore,
  type OracleEvents,
  type OracleOptions,
  type OracleUtils,
  type OracleWallet,
  type OracleWalletVersion,
} from './oracleModules.ts'
import { readSession, settle, toSession } from './sessions.ts'

const userDisconnected = { code: 6000, message: 'User disconnected.' }
const userRejected = { code: 5000, message: 'User rejected.' }

let clients = 0

function toOptions(label: string, relay: { url: string; projectId: string }): OracleOptions {
  clients += 1
  return {
    relayUrl: relay.url,
    projectId: relay.projectId,
    storage: createOracleStorage(),
    prefix: `interop-${clients}`,
    metadata: toMetadata(label),
  }
}

/** Their app, behind the interface of the flows. */
export async function createTheirApp(
  version: OracleAppVersion,
  relay: { url: string; projectId: string },
): Promise<InteropApp> {
  const label = `their app ${version}`
  const options = toOptions(label, relay)
  const log = createEventLog<InteropEvent>({ owner: label })
  const open = async () => {
    const app = await createOracleApp(version, options)
    hear(
      app,
      'session_event',
      ({ topic, params }: { topic: string; params: { event: { name: string; data: unknown } } }) =>
        log.push({ type: 'event', topic, ...params.event }),
    )
    hearCommon(app, log.push)
    return app
  }
  let app: OracleApp = await open()
  const reopen = async () => {
    app = await open()
  }
  return {
    label,
    survivesOutages: version !== '2.17.1',
    ...createLife({ log, open: reopen, core: () => app.core }),
    session: (topic) => toSession(app.session.getAll(), topic),
    ping: (topic) => app.ping({ topic }),
    disconnect: (topic) => app.disconnect({ topic, reason: userDisconnected }),
    propose: async () => {
      const eip155 = { chains: interopChains, methods: interopMethods, events: interopEvents }
      const { uri, approval } = await app.connect({
        // Apps of that version ask like this. The newer version makes everything optional.
        ...(version === '2.17.1'
          ? { requiredNamespaces: { eip155: { ...eip155, chains: interopChains.slice(0, 1) } } }
          : {}),
        optionalNamespaces: { eip155 },
      })
      // Subscribe at once, because the client loses an earlier answer.
      return { uri, approval: settle(approval().then(readSession)) }
    },
    authenticate: async () => {
      const { uri, response } = await app.authenticate({ ...interopSignIn, methods: interopMethods })
      const approval = response().then(({ auths = [], session }) => ({
        session: session && readSession(session),
        signIns: auths.map(({ p, s }) => ({
          message: app.formatAuthMessage({ request: p, iss: p.iss }),
          signature: s.s,
          address: p.iss.split(':').at(-1) ?? '',
        })),
      }))
      return { uri, approval: settle(approval) }
    },
    request: ({ topic, chainId, method, params }) => app.request({ topic, chainId, request: { method, params } }),
  }
}

/** Their wallet, behind the interface of the flows. */
export async function createTheirWallet(
  version: OracleWalletVersion,
  relay: { url: string; projectId: string },
): Promise<InteropWallet> {
  const label = `their ${version}`
  const options = toOptions(label, relay)
  const log = createEventLog<InteropEvent>({ owner: label })
  let mode: 'approve' | 'reject' | 'plain' = 'approve'
  let requests = 0
  let wallet: OracleWallet
  let utils: OracleUtils

  const onProposal = async ({ id }: { id: number }) => {
    if (mode === 'reject') return wallet.rejectSession({ id, reason: userRejected })
    const namespaces = {
      eip155: {
        chains: interopChains,
        accounts: toInteropAccounts(0),
        methods: interopMethods,
        events: interopEvents,
      },
    }
    await wallet.approveSession({ id, namespaces })
  }
  const onRequest = async ({
    id,
    topic,
    params,
  }: {
    id: number
    topic: string
    params: { request: { method: string; params: unknown } }
  }) => {
    requests += 1
    const answer = mode === 'reject' ? { error: userRejected } : { result: await signPersonal(params.request.params) }
    await wallet.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...answer } })
  }
  const onAuthenticate = async ({ id, params }: { id: number; params: { authPayload: object } }) => {
    if (mode === 'reject') return wallet.rejectSessionAuthenticate({ id, reason: userRejected })
    const [account] = interopAccounts
    const request = utils.populateAuthPayload({
      authPayload: params.authPayload,
      chains: interopChains,
      methods: interopMethods,
    })
    const auths = await Promise.all(
      interopChains.map(async (chain) => {
        const iss = `did:pkh:${chain}:${account?.address}`
        const message = wallet.formatAuthMessage({ request, iss })
        return utils.buildAuthObject(request, { t: 'eip191', s: await account?.signMessage({ message }) }, iss)
      }),
    )
    await wallet.approveSessionAuthenticate({ id, auths })
  }
  const authenticate = (value: never) => void onAuthenticate(value)
  const open = async () => {
    ;({ wallet, utils } = await createOracleWallet(version, options))
    hear(wallet, 'session_proposal', onProposal)
    hear(wallet, 'session_request', onRequest)
    if (mode !== 'plain') wallet.on('session_authenticate', authenticate)
    hearCommon(wallet.engine.signClient.events, log.push)
  }
  await open()
  return {
    label,
    survivesOutages: version !== 'web3wallet 1.16.1',
    ...createLife({ log, open, core: () => wallet.core }),
    session: (topic) => toSession(wallet.engine.signClient.session.getAll(), topic),
    ping: (topic) => wallet.engine.signClient.ping({ topic }),
    disconnect: (topic) => wallet.disconnectSession({ topic, reason: userDisconnected }),
    setMode: (next) => {
      if (next === 'plain') wallet.off('session_authenticate', authenticate)
      else if (mode === 'plain') wallet.on('session_authenticate', authenticate)
      mode = next
    },
    pair: (uri) => wallet.pair({ uri }),
    sessions: () => wallet.engine.signClient.session.getAll().map(({ topic }) => topic),
    requests: () => requests,
    update: async ({ topic, accounts }) => {
      const eip155 = { chains: interopChains, accounts, methods: interopMethods, events: interopEvents }
      await wallet.updateSession({ topic, namespaces: { eip155 } })
    },
    extend: async (topic) => void (await wallet.extendSession({ topic })),
    emit: ({ topic, chainId, name, data }) => wallet.emitSessionEvent({ topic, chainId, event: { name, data } }),
  }
}

function createLife({
  log,
  open,
  core,
}: {
  log: { take: (fits: (event: InteropEvent) => boolean) => Promise<InteropEvent> }
  open: () => Promise<void>
  core: () => OracleCore
}): Pick<InteropClient, 'take' | 'stop' | 'start'> {
  return {
    take: (fits) => log.take(fits),
    stop: () => endOracle(core()),
    start: open,
  }
}

function hear<T>(events: OracleEvents, name: string, listener: (value: T) => unknown): void {
  events.on(name, (value: never) => void listener(value))
}

function hearCommon(events: OracleEvents, push: (event: InteropEvent) => void): void {
  for (const type of ['update', 'delete', 'ping'] as const)
    hear(events, `session_${type}`, ({ topic }: { topic: string }) => push({ type, topic }))
}
