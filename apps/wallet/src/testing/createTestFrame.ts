import type { FrameEvent, FrameFailure, FrameMessage } from '@latchkey/protocol'
import { english } from 'viem/accounts'
import { isDeployed } from '../accounts/isDeployed.ts'
import { ApproveCard } from '../cards/ApproveCard.tsx'
import { CallsCard } from '../cards/CallsCard.tsx'
import type { Card } from '../cards/Card.ts'
import { ChannelCard } from '../cards/ChannelCard.tsx'
import { NumberCard } from '../cards/NumberCard.tsx'
import { ProviderCard } from '../cards/ProviderCard.tsx'
import { RefusedCard } from '../cards/RefusedCard.tsx'
import { SecurityCard } from '../cards/SecurityCard.tsx'
import { SignInText } from '../cards/SignInText.tsx'
import { SocialStepUpCard } from '../cards/SocialStepUpCard.tsx'
import { UnlockCard } from '../cards/UnlockCard.tsx'
import { WorkCard } from '../cards/WorkCard.tsx'
import { createEmailChange } from '../frame/createEmailChange.ts'
import { createFrame } from '../frame/createFrame.ts'
import { createRequests } from '../frame/createRequests.ts'
import { createSecurityCard } from '../frame/createSecurityCard.ts'
import { createWorkSolver } from '../frame/createWorkSolver.ts'
import type { Frame } from '../frame/Frame.ts'
import type { FrameEnvironment } from '../frame/FrameEnvironment.ts'
import { createAccountHandlers } from '../frame/handlers/createAccountHandlers.ts'
import { createSocialHandlers } from '../frame/handlers/createSocialHandlers.ts'
import { createWindowCalls } from '../frame/windows/createWindowCalls.ts'
import type { Credentials } from '../login/passkeys.ts'
import { requestEn } from '../messages/requestEn.ts'
import type { TextStorage } from '../rpc/createPromptTimes.ts'
import { drawCode } from '../ui/drawCode.ts'
import { createFactors } from '../wallet/createFactors.ts'
import { createHealthCheck } from '../wallet/createHealthCheck.ts'
import { createOfflineExit } from '../wallet/createOfflineExit.ts'
import { createOfflineExports } from '../wallet/createOfflineExports.ts'
import { createPasskeyEndpoints, createProtection } from '../wallet/createProtection.ts'
import { createRotation } from '../wallet/createRotation.ts'
import { createSocialStepUp } from '../wallet/createSocialStepUp.ts'
import { createUnlocking } from '../wallet/createUnlocking.ts'
import { type CallPort, serveCalls } from '../worker/callPort.ts'
import { createKeyWorkerCalls } from '../worker/createKeyWorkerCalls.ts'
import { createRareCalls } from '../worker/createRareCalls.ts'
import { createReaderCalls } from '../worker/createReaderCalls.ts'
import type { KeyWorkerCalls } from '../worker/KeyWorkerCalls.ts'
import { solveChallenge } from '../worker/solveChallenge.ts'
import type { TestClock } from './createTestClock.ts'
import { createTestDevice, createTextStorage, type TestDevice } from './createTestDevice.ts'
import type { TestServer } from './createTestServer.ts'
import { testSigners } from './testSigners.ts'

/** A frame with its host in one process: real key worker and reader behind message channels, everything else controlled by the test. */
export type TestFrame = {
  frame: Frame
  /** Sends a request of the host and waits for its answer. */
  ask: (type: string, payload?: unknown) => Promise<unknown>
  /** Sends any message. */
  post: (message: unknown) => void
  /** Sends a request and returns its ID, so that it can be aborted. */
  begin: (type: string, payload?: unknown) => { id: string; answer: Promise<unknown> }
  events: FrameEvent[]
  messages: FrameMessage[]
  /** Waits for a card of this kind that matches. */
  card: <Kind extends Card['kind']>(
    kind: Kind,
    fits?: (card: Extract<Card, { kind: Kind }>) => boolean,
  ) => Promise<Extract<Card, { kind: Kind }>>
  /** Waits until a condition holds. */
  until: (check: () => boolean) => Promise<void>
  /** Logs in with the code of the test server. */
  signIn: (email?: string) => Promise<unknown>
  /** Confirms on the card of a locked wallet, with the code of the test server. */
  unlock: () => Promise<void>
  setHidden: (hidden: boolean) => void
  /** Opened windows with path and received messages; each may send messages. */
  windows: { path: string; window: object; told: { message: unknown; origin: string }[] }[]
  /** Delivers a window message, as the browser would. */
  deliver: (event: { source: unknown; origin: string; data: unknown; ports: readonly MessagePort[] }) => void
  stop: () => void
}

/** Rejection of an aborted or refused request in tests. */
class FailedRequest extends Error {
  readonly failure: FrameFailure
  constructor(failure: FrameFailure) {
    super(failure.message)
    this.failure = failure
  }
}

const origin = 'https://app.example'
/** Cheap costs: the vault's tests cover the real ones, and these tests set passwords again and again. */
const costs = { password: { m: 64, t: 1, p: 1 }, keystore: { n: 16, r: 1, p: 1 } }
const familyReaders = {
  solana: { url: '/solanaReader', integrity: '' },
  bip122: { url: '/bitcoinReader', integrity: '' },
}
const workSolver = { url: '/workSolver', integrity: '' }
const codeDrawer = { url: '/codeDrawer', integrity: '' }
/** The project of the tests. */
export const testProjectId = '0123456789abcdef0123456789abcdef'

/** Creates a {@link TestFrame}. The stop functions of all frames must be called. */
export function createTestFrame({
  server,
  clock,
  device = createTestDevice(),
  credentials = null,
  canProve = true,
  sharesCookies = true,
  log = () => {},
  enableLogger = false,
  tabStorage = createTextStorage(),
  observeKeys = (calls) => calls,
  solve = solveChallenge,
}: {
  /** `calls`: called paths, for the message of a wait that never ends. */
  server: Pick<TestServer, 'fetch' | 'calls'>
  clock: TestClock
  device?: TestDevice
  credentials?: Credentials | null
  /** Solves the server's proof of work. */
  solve?: typeof solveChallenge
  canProve?: boolean
  /** Whether wallet windows get the frame's cookies. */
  sharesCookies?: boolean
  log?: (line: string) => void
  enableLogger?: boolean
  /** Storage that outlives a reload of the frame. */
  tabStorage?: TextStorage
  /** Wraps the key worker's calls. */
  observeKeys?: (calls: KeyWorkerCalls) => KeyWorkerCalls
}): TestFrame {
  const host = new MessageChannel()
  const channels: MessageChannel[] = [host]
  const serve = (calls: Parameters<typeof serveCalls>[0]['calls']): CallPort => {
    const channel = new MessageChannel()
    channels.push(channel)
    serveCalls({ port: channel.port2 as unknown as CallPort, calls })
    return channel.port1 as unknown as CallPort
  }
  const pageListeners = new Set<() => void>()
  const windowListeners = new Set<(event: MessageEvent) => void>()
  const windows: TestFrame['windows'] = []
  let hidden = false
  // A closed tab releases its locks.
  let close: () => void = () => {}
  const closed = new Promise<never>((_, reject) => {
    close = () => reject(new Error('The tab was closed'))
  })
  closed.catch(() => {})
  const environment: FrameEnvironment = {
    baseUrl: 'https://wallet.example',
    now: clock.now,
    schedule: clock.schedule,
    randomUUID: () => crypto.randomUUID(),
    fetch: server.fetch,
    locked: (name, work) => device.locked(name, () => Promise.race([work(), closed])),
    storage: () => device.storage,
    tabStorage: () => tabStorage,
    openStore: async () => device.store,
    loadKeyWorker: async () =>
      serve(
        observeKeys(createKeyWorkerCalls({ rare: (use) => use(createRareCalls({ costs, signers: testSigners })) })),
      ),
    // The screens are not rendered here.
    loadLater: async () => ({
      createAccountHandlers,
      createEmailChange,
      createFactors,
      createHealthCheck,
      createOfflineExit,
      createOfflineExports,
      createPasskeyEndpoints,
      createProtection,
      createRequests: (ports) => createRequests({ ...ports, familyReaders, codeDrawer }),
      createRotation,
      createSecurityCard,
      createSocialHandlers,
      createSocialStepUp,
      createUnlocking,
      createWindowCalls,
      createWorkSolver: ({ startReader, ...ports }) =>
        createWorkSolver({ ...ports, startWorker: () => startReader(workSolver) }),
      isDeployed,
      cards: {
        ApproveCard,
        CallsCard,
        ChannelCard,
        NumberCard,
        ProviderCard,
        RefusedCard,
        SecurityCard,
        SignInText,
        SocialStepUpCard,
        WorkCard,
        UnlockCard,
      },
      english: requestEn,
    }),
    loadReader: async (asset) => {
      const ports = { fetch: server.fetch, now: clock.now }
      // Large code that few tests need.
      if (asset === familyReaders.solana)
        return serve((await import('../solana/createSolanaReaderCalls.ts')).createSolanaReaderCalls(ports))
      if (asset === familyReaders.bip122)
        return serve((await import('../bitcoin/createBitcoinReaderCalls.ts')).createBitcoinReaderCalls(ports))
      if (asset === workSolver) return serve({ solve })
      if (asset === codeDrawer) return serve({ draw: async (text: string) => drawCode(text) })
      return serve(createReaderCalls(ports))
    },
    loadWords: async () => english.join('\n'),
    credentials,
    visibility: { canProve: () => canProve },
    openTabs: device.openTabs,
    page: {
      isHidden: () => hidden,
      follow: (listener) => {
        pageListeners.add(listener)
        return () => pageListeners.delete(listener)
      },
    },
    openWindow: (path) => {
      const told: { message: unknown; origin: string }[] = []
      const postMessage = (message: unknown, target: string) => told.push({ message, origin: target })
      const window = { close: () => {}, postMessage }
      windows.push({ path, window, told })
      return window
    },
    sharesCookies: async () => sharesCookies,
    listen: (listener) => {
      windowListeners.add(listener)
      return () => windowListeners.delete(listener)
    },
    language: 'en',
    release: null,
    isDevelopment: true,
    log,
  }
  const events: FrameEvent[] = []
  const messages: FrameMessage[] = []
  const waiting = new Map<string, { resolve: (value: unknown) => void; reject: (error: unknown) => void }>()
  host.port1.addEventListener('message', ({ data }: MessageEvent<FrameMessage>) => {
    messages.push(data)
    if (data.k === 'evt') events.push(data.event)
    if (data.k !== 'res') return
    const open = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.ok) open?.resolve(data.result)
    else open?.reject(new FailedRequest(data.error))
  })
  host.port1.start()
  const frame = createFrame({
    environment,
    projectId: testProjectId,
    firstChain: undefined,
    enableLogger,
    acceptHost: async () => ({ origin, port: host.port2, nonce: crypto.randomUUID() }),
  })
  const begin: TestFrame['begin'] = (type, payload = {}) => {
    const id = crypto.randomUUID()
    const answer = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
    answer.catch(() => {})
    host.port1.postMessage({ k: 'req', id, type, payload })
    return { id, answer }
  }
  const until = async (check: () => boolean) => {
    const deadline = performance.now() + 25_000
    while (!check()) {
      if (performance.now() > deadline)
        throw new Error(
          `It never became so: ${JSON.stringify(frame.card.getState())} ${server.calls.slice(-6).join(' ')} ${JSON.stringify(events.slice(-3))}`,
        )
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }
  const card: TestFrame['card'] = async (kind, fits = () => true) => {
    const current = () => frame.card.getState()
    const isIt = () => {
      const shown = current()
      return shown?.kind === kind && fits(shown as Extract<Card, { kind: typeof kind }>)
    }
    await until(isIt)
    return current() as Extract<Card, { kind: typeof kind }>
  }
  const ask: TestFrame['ask'] = (type, payload) => begin(type, payload).answer

  return {
    frame,
    ask,
    begin,
    post: (message) => host.port1.postMessage(message),
    events,
    messages,
    card,
    until,
    signIn: async (email = 'visitor@mail.example') => {
      await ask('connectEmail', { email })
      const answer = ask('connectOtp')
      await card('code')
      frame.actions.submitCode('123456')
      return answer
    },
    unlock: async () => {
      await card('unlock', ({ busy }) => !busy)
      frame.actions.unlock()
      await card('code')
      frame.actions.submitCode('123456')
      await until(() => !['unlock', 'code'].includes(frame.card.getState()?.kind ?? ''))
    },
    setHidden: (next) => {
      hidden = next
      for (const listener of pageListeners) listener()
    },
    windows,
    deliver: (event) => {
      for (const listener of windowListeners) listener(event as MessageEvent)
    },
    stop: () => {
      close()
      frame.stop()
      for (const { port1, port2 } of channels) {
        port1.close()
        port2.close()
      }
    },
  }
}
