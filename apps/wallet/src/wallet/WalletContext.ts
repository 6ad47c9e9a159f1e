import type { ErrorCode } from '@latchkey/protocol'
import type { KeyValueStore } from '../device/KeyValueStore.ts'
import type { RunLocked } from '../login/createDpop.ts'
import type { LoginState } from '../login/createLoginState.ts'
import type { KeyWorkerCalls } from '../worker/KeyWorkerCalls.ts'

/** Context of the wallet's parts. */
export type WalletContext = {
  session: LoginState
  store: KeyValueStore
  keys: KeyWorkerCalls
  locked: RunLocked
  projectId: string
  now: () => number
  randomUUID: () => string
  /** The BIP-39 list, one word per line; loaded once. */
  loadWords: () => Promise<string>
  /** Warns the visitor without stopping anything. */
  alert: (code: ErrorCode) => void
  /** The wallet changed here: other tabs reload it. */
  changed: () => void
  /** The wallet was locked here: other tabs lock too. */
  lockedHere: () => void
}
