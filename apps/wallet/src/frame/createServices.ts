import type { ChainId, ErrorCode } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { getFrameConfig } from '@latchkey/protocol/wallet'
import type { Asker } from '../cards/Card.ts'
import type { CardStore } from '../cards/createCardStore.ts'
import { createGateway } from '../gateway/createGateway.ts'
import { createApi } from '../login/createApi.ts'
import { createAttemptStore } from '../login/createAttemptStore.ts'
import { createDpop } from '../login/createDpop.ts'
import { createLogin } from '../login/createLogin.ts'
import { createLoginState } from '../login/createLoginState.ts'
import type { SolveWork } from '../login/SolveWork.ts'
import { createLaterApprovals } from '../rpc/createLaterApprovals.ts'
import { createPromptGate } from '../rpc/createPromptGate.ts'
import { createPromptTimes } from '../rpc/createPromptTimes.ts'
import type { ToldSignIn } from '../signIn/LoginSignIn.ts'
import { createStore } from '../state/Store.ts'
import { createRecovery } from '../wallet/createRecovery.ts'
import { createStepUp } from '../wallet/createStepUp.ts'
import { createWallet } from '../wallet/createWallet.ts'
import { callPort } from '../worker/callPort.ts'
import type { KeyWorkerCalls } from '../worker/KeyWorkerCalls.ts'
import { type ReaderCalls, readerCallNames } from '../worker/ReaderCalls.ts'
import type { WalletRequests } from './createRequests.ts'
import type { FrameEnvironment } from './FrameEnvironment.ts'
import type { FrameConfig, FrameServices } from './FrameServices.ts'
import type { FrameState } from './FrameState.ts'
import { retryRequest } from './retryRequest.ts'

/** Loads a value once, keeps it, and tries again after a failure. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load().catch((cause: unknown) => {
      loaded = undefined
      throw cause
    })
    return loaded
  }
}

/**
 * Loads a project's settings. This needs no login, so it does not wait for storage. Every host is refused without them, so a failed
 * load is repeated.
 */
export function createConfigLoader({
  environment,
  projectId,
}: {
  environment: FrameEnvironment
  projectId: string
}): () => Promise<FrameConfig> {
  const { baseUrl, fetch, schedule } = environment
  // This endpoint needs no DPoP proof.
  const dpop = { proof: async () => '', adjustClock: () => {} }
  const api = createApi({ baseUrl, fetch, dpop })
  return once(() => retryRequest({ ask: () => api.request(getFrameConfig, { query: { projectId } }), schedule }))
}

/** Creates the services of the frame. */
export async function createServices({
  environment,
  projectId,
  keys,
  cards,
  config,
  loadWords,
  accounts,
  networks,
  asker,
  language,
  ended,
  alert,
  changed,
  lockedHere,
  used,
}: {
  environment: FrameEnvironment
  projectId: string
  keys: KeyWorkerCalls
  cards: CardStore
  config: () => Promise<FrameConfig>
  loadWords: () => Promise<string>
  /** The visitor's accounts on a network. */
  accounts: FrameState['accounts']
  networks: FrameState['networks']
  asker: () => Asker
  language: () => string
  /** The server ended the login. */
  ended: () => void
  alert: (code: ErrorCode) => void
  /** The wallet changed here. */
  changed: () => void
  /** The wallet was locked here. */
  lockedHere: () => void
  /** The wallet was used. */
  used: () => void
}): Promise<FrameServices> {
  const { baseUrl, fetch, locked, now, randomUUID, credentials, visibility } = environment
  const store = await environment.openStore()
  const dpop = createDpop({ store, locked, now, randomUUID })
  const solver = once(async () =>
    (await environment.loadLater()).createWorkSolver({
      cards,
      startReader: environment.loadReader,
      schedule: environment.schedule,
    }),
  )
  const solve: SolveWork = async (...asked) => (await solver())(...asked)
  const api = createApi({ baseUrl, fetch, dpop, solve })
  const session = createLoginState({ api, store, locked, now, projectId, ended })
  const context = { session, store, keys, locked, projectId, now, randomUUID, loadWords, alert, changed, lockedHere }
  const wallet = createWallet({ context })
  const askProvider = once(async () => {
    const { openWindow, listen, schedule } = environment
    const { createSocialStepUp } = await environment.loadLater()
    return createSocialStepUp({ session, cards, openWindow, listen, origin: new URL(baseUrl).origin, schedule })
  })
  const stepUp = createStepUp({
    ...{ session, cards, credentials, now },
    askProvider: async (options) => (await askProvider())(options),
    confirmed: wallet.confirmed,
  })
  const safeguards = once(async () => {
    const { createFactors, createPasskeyEndpoints, createProtection } = await environment.loadLater()
    const endpoints = createPasskeyEndpoints({ session, stepUp })
    const factors = createFactors({ context, wallet })
    return {
      endpoints,
      factors,
      protection: createProtection({
        wallet,
        openWallet,
        factors,
        stepUp,
        cards,
        endpoints,
        credentials,
        memoryOnly: store.memoryOnly,
      }),
    }
  })
  const recovery = createRecovery({ wallet, stepUp, cards, credentials })
  const unlocking = once(async () =>
    (await environment.loadLater()).createUnlocking({ wallet, stepUp, cards, credentials, visibility }),
  )
  const openWallet = async (signal: AbortSignal) => {
    if (wallet.state.getState().status === 'recovering') await recovery.run({ signal })
    try {
      return await wallet.unlock()
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'step_up_required') throw error
    }
    await (await unlocking()).run({ signal })
    // The passkey did not open the device's share.
    if (wallet.state.getState().status === 'recovering') await recovery.run({ signal })
    return wallet.unlock()
  }
  const health = once(async () => {
    const { schedule } = environment
    return (await environment.loadLater()).createHealthCheck({ api, store, baseUrl, now, schedule })
  })
  const gateway = createGateway({ baseUrl, projectId, fetch })
  const ports = {
    cards,
    gate: createPromptGate({
      now,
      times: createPromptTimes({ storage: environment.storage, projectId, origin: () => asker().origin }),
    }),
    keys,
    loadReader: once(async () => {
      const port = await environment.loadReader()
      return callPort<ReaderCalls>({ port, names: readerCallNames }).calls
    }),
    startReader: environment.loadReader,
    gateway,
    visibility,
    store,
    asker,
    accounts: (chainId: ChainId) => accounts({ session, wallet }, chainId),
    networks,
    fetch,
    locked,
    now,
    schedule: environment.schedule,
    person: session.current,
    unlock: openWallet,
    used,
    baseUrl,
    projectId,
    cardApprovals: async () => (await config()).cardApprovals,
  }
  let made: WalletRequests | undefined
  const requests = once(async () => {
    const { createRequests } = await environment.loadLater()
    made = createRequests(ports)
    return made
  })
  const approvals = createLaterApprovals({
    load: async () => (await requests()).approvals,
    loaded: () => made?.approvals,
  })
  const login = createLogin({
    api,
    cards,
    projectId,
    hostOrigin: () => asker().origin,
    language,
    now,
    attempts: createAttemptStore({
      storage: environment.tabStorage,
      projectId,
      origin: () => asker().origin,
      now,
    }),
    isFleeting: store.memoryOnly,
  })
  return {
    context,
    store,
    api,
    session,
    login,
    wallet,
    told: createStore<ToldSignIn | null>(null),
    keys,
    loadWords,
    stepUp,
    safeguards,
    recovery,
    rotation: once(async () => (await environment.loadLater()).createRotation({ context, wallet })),
    openWallet,
    used,
    health,
    offlineExit: once(async () =>
      (await environment.loadLater()).createOfflineExit({ context, wallet, health: await health() }),
    ),
    offlineExports: once(async () => (await environment.loadLater()).createOfflineExports({ context })),
    requests,
    approvals,
    gateway,
    config,
  }
}
