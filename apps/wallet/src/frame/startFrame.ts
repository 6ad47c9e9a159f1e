import { openWalletStore } from '../device/openWalletStore.ts'
import type { Credentials } from '../login/passkeys.ts'
import type { Visibility } from '../ui/canSeeVisibility.ts'
import type { CallPort } from '../worker/callPort.ts'
import { createWorkerPolicy } from '../worker/createWorkerPolicy.ts'
import { fetchAsset } from '../worker/fetchAsset.ts'
import { loadWorker } from '../worker/loadWorker.ts'
import { acceptHello } from './acceptHello.ts'
import { createFrame } from './createFrame.ts'
import type { Frame } from './Frame.ts'
import type { FrameEnvironment, TabMessage } from './FrameEnvironment.ts'
import { findKitFault } from './findKitFault.ts'
import type { LazyParts } from './LazyParts.ts'
import { readChainId } from './readChainId.ts'

/** A release file with its URL and integrity. */
type Asset = { url: string; integrity: string }

/**
 * Starts the frame in a real page, with all browser functions.
 *
 * @param options.visibility whether the engine can tell that the card is really visible
 * @example
 * const frame = startFrame({ window, assets: walletAssets, visibility: { canProve: canSeeVisibility }, isDevelopment: false })
 */
export function startFrame({
  window,
  assets,
  visibility,
  release = null,
  loadLater,
  isDevelopment,
}: {
  window: Window & typeof globalThis
  assets: { keyWorker: Asset; readerWorker: Asset; wordList: Asset }
  visibility: Visibility
  /** The page's second script. */
  loadLater: () => Promise<LazyParts>
  /** SHA-384 of this page's release. */
  release?: string | null
  /** Checks every answer against the contract. */
  isDevelopment: boolean
}): Frame {
  const query = new URLSearchParams(window.location.search)
  const projectId = query.get('projectId') ?? ''
  const environment = createBrowserEnvironment({ window, assets, visibility, loadLater, release, isDevelopment })
  return createFrame({
    environment,
    projectId,
    firstChain: readChainId(query.get('chainId')),
    enableLogger: query.get('enableLogger') === 'true',
    acceptHost: (options) => {
      const { schedule, randomUUID } = environment
      const kitFault = findKitFault(query.get('version'))
      return acceptHello({ window, schedule, documentId: randomUUID(), projectId, kitFault, ...options })
    },
  })
}

function createBrowserEnvironment({
  window,
  assets,
  visibility,
  loadLater,
  release,
  isDevelopment,
}: {
  window: Window & typeof globalThis
  assets: { keyWorker: Asset; readerWorker: Asset; wordList: Asset }
  visibility: Visibility
  loadLater: () => Promise<LazyParts>
  release: string | null
  isDevelopment: boolean
}): FrameEnvironment {
  const { document, navigator, location } = window
  const policy = createWorkerPolicy({ window })
  // Random, because a page that knew the name could open its own window with it first.
  const windowName = window.crypto.randomUUID()
  const startWorker = async (asset: Asset) =>
    (await loadWorker({ asset, policy })) as unknown as CallPort & { terminate: () => void }
  return {
    baseUrl: location.origin,
    now: () => Date.now(),
    schedule: (run, milliseconds) => {
      const timer = window.setTimeout(run, Math.min(milliseconds, 0x7fff_ffff))
      return () => window.clearTimeout(timer)
    },
    randomUUID: () => window.crypto.randomUUID(),
    fetch: (input, init) => window.fetch(input, init),
    locked: async (name, work) => {
      let isRunning = false
      const run = () => {
        isRunning = true
        return work()
      }
      try {
        return (await navigator.locks.request(name, run)) as Awaited<ReturnType<typeof work>>
      } catch (error) {
        // A browser that denies storage also denies locks: then two tabs share nothing.
        if (isRunning) throw error
        return work()
      }
    },
    storage: () => window.localStorage,
    tabStorage: () => window.sessionStorage,
    openStore: () => openWalletStore({ persist: () => navigator.storage?.persist?.() ?? Promise.resolve() }),
    loadKeyWorker: () => startWorker(assets.keyWorker),
    loadLater,
    loadReader: (asset = assets.readerWorker) => startWorker(asset),
    loadWords: () => fetchAsset({ asset: assets.wordList }),
    credentials: 'PublicKeyCredential' in window ? (navigator.credentials as Credentials) : null,
    visibility,
    openTabs: ({ name, receive }) => {
      const channel = openChannel(window, name)
      channel?.addEventListener('message', ({ data }: MessageEvent) => receive(data as TabMessage))
      return { post: (message) => channel?.postMessage(message), close: () => channel?.close() }
    },
    page: {
      isHidden: () => document.visibilityState === 'hidden',
      follow: (listener) => {
        const events = [
          [document, 'visibilitychange'],
          [document, 'resume'],
          [window, 'pageshow'],
          [window, 'pagehide'],
        ] as const
        for (const [target, name] of events) target.addEventListener(name, listener)
        return () => {
          for (const [target, name] of events) target.removeEventListener(name, listener)
        }
      },
    },
    openWindow: (path) =>
      window.open(new URL(path, location.origin).href, `${windowName}${path}`, 'popup,width=420,height=720'),
    sharesCookies: async () => {
      try {
        return (await document.hasStorageAccess?.()) ?? false
      } catch {
        return false
      }
    },
    listen: (listener) => {
      window.addEventListener('message', listener)
      return () => window.removeEventListener('message', listener)
    },
    language: navigator.language,
    release,
    isDevelopment,
    log: (line) => window.console.info(line),
  }
}

/** Some browsers deny channels between tabs together with storage. */
function openChannel(window: Window & typeof globalThis, name: string): BroadcastChannel | null {
  try {
    return new window.BroadcastChannel(name)
  } catch {
    return null
  }
}
