import type { KeyValueStore } from '../device/KeyValueStore.ts'
import type { Schedule } from '../device/Schedule.ts'
import type { RunLocked } from '../login/createDpop.ts'
import type { Credentials } from '../login/passkeys.ts'
import type { TextStorage } from '../rpc/createPromptTimes.ts'
import type { Visibility } from '../ui/canSeeVisibility.ts'
import type { CallPort } from '../worker/callPort.ts'
import type { LazyParts } from './LazyParts.ts'

/** Messages between the tabs of one device. */
export type TabMessage =
  | { kind: 'signedOut' }
  | { kind: 'signedIn' }
  | { kind: 'walletChanged' }
  | { kind: 'locked' }
  /** The visitor used the wallet there. */
  | { kind: 'used' }

/** Platform functions of the frame, so that tests control time, network, storage and the visitor. */
export type FrameEnvironment = {
  /** The wallet's own origin. */
  baseUrl: string
  now: () => number
  schedule: Schedule
  randomUUID: () => string
  fetch: typeof fetch
  locked: RunLocked
  openStore: () => Promise<KeyValueStore>
  /** The wallet's `localStorage`; throws if the browser denies it. */
  storage: () => TextStorage
  /** The frame's `sessionStorage`; throws if the browser denies it. */
  tabStorage: () => TextStorage
  /** Starts the key worker. */
  loadKeyWorker: () => Promise<CallPort>
  /** Starts a reader worker (clear signing); called for the first approval. Default: the reader of EVM requests. */
  loadReader: (asset?: { url: string; integrity: string }) => Promise<CallPort & { terminate?: () => void }>
  /** The page's second script. */
  loadLater: () => Promise<LazyParts>
  /** The BIP-39 word list, one word per line. */
  loadWords: () => Promise<string>
  credentials: Credentials | null
  visibility: Visibility
  /** Opens a channel between the tabs of this device for this project. */
  openTabs: (options: { name: string; receive: (message: TabMessage) => void }) => {
    post: (message: TabMessage) => void
    close: () => void
  }
  /** Whether the page is hidden, with a listener for changes. */
  page: { isHidden: () => boolean; follow: (listener: () => void) => () => void }
  /** Opens a top-level wallet window; called inside a click. Null: the browser blocked it. */
  openWindow: (path: string) => unknown
  /** Whether a wallet window gets the cookies of this page; false also if the browser does not tell. */
  sharesCookies: () => Promise<boolean>
  /** Listens for messages of wallet windows. */
  listen: (listener: (event: MessageEvent) => void) => () => void
  /** BCP 47, until the host sets another. */
  language: string
  /** SHA-384 of this page's release. */
  release: string | null
  /** Checks the handlers' answers (development). */
  isDevelopment: boolean
  log: (line: string) => void
}
