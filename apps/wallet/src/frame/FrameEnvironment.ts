import type { KeyValueStore } from '../device/KeyValueStore.ts'
import type { Schedule } from '../device/Schedule.ts'
import type { TextStorage } from '../rpc/createPromptTimes.ts'
import type { RunLocked } from '../session/createDpop.ts'
import type { Credentials } from '../session/passkeys.ts'
import type { Visibility } from '../ui/canSeeVisibility.ts'
import type { CallPort } from '../worker/callPort.ts'
import type { LaterParts } from './LaterParts.ts'

/** What the tabs of one device tell each other. */
export type TabMessage =
  | { kind: 'signedOut' }
  | { kind: 'signedIn' }
  | { kind: 'walletChanged' }
  | { kind: 'locked' }
  /** A person used the wallet there. */
  | { kind: 'used' }

/** What the frame is given by the page, so that tests own time, network, storage and people. */
export type FrameEnvironment = {
  /** The wallet's own origin. */
  baseUrl: string
  now: () => number
  schedule: Schedule
  randomUUID: () => string
  fetch: typeof fetch
  locked: RunLocked
  openStore: () => Promise<KeyValueStore>
  /** The wallet's `localStorage`; it throws where the browser denies it. */
  storage: () => TextStorage
  /** The frame's `sessionStorage`; it throws where the browser denies it. */
  tabStorage: () => TextStorage
  /** Starts the key worker. */
  loadKeyWorker: () => Promise<CallPort>
  /** Starts a reader worker (clear signing); called with the first approval. Default: the one of Ethereum-type requests. */
  loadReader: (asset?: { url: string; integrity: string }) => Promise<CallPort & { terminate?: () => void }>
  /** The page's second script. */
  loadLater: () => Promise<LaterParts>
  /** The BIP-39 word list, one word per line. */
  loadWords: () => Promise<string>
  credentials: Credentials | null
  visibility: Visibility
  /** A channel between the tabs of this device, of this project. */
  openTabs: (options: { name: string; receive: (message: TabMessage) => void }) => {
    post: (message: TabMessage) => void
    close: () => void
  }
  /** Whether the page is hidden, and a call when that changes. */
  page: { isHidden: () => boolean; follow: (listener: () => void) => () => void }
  /** Opens a top-level window of the wallet; called inside a click. Null: the browser did not let it. */
  openWindow: (path: string) => unknown
  /** Whether a window of the wallet gets the cookies that this page gets; false also where the browser does not tell. */
  sharesCookies: () => Promise<boolean>
  /** Listens for windows of the wallet. */
  listen: (listener: (event: MessageEvent) => void) => () => void
  /** BCP 47, until the host says otherwise. */
  language: string
  /** SHA-384 of the pages that run here. */
  release: string | null
  /** Checks the handlers' answers (development). */
  isDevelopment: boolean
  log: (line: string) => void
}
