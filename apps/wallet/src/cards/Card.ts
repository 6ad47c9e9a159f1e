import type { Description } from '@latchkey/clear-signing'
import type { ErrorCode, RecoveryMethod, SocialProvider } from '@latchkey/protocol'
import type { SignInNote } from '../signIn/LoginSignIn.ts'

/** A failure as a card shows it. */
export type CardFailure = { code: ErrorCode; message: string; retryAfter?: number }

/** Site that asks: the origin is verified, the name is the page's claim. */
export type Asker = { origin: string; claimedName: string | null }

/**
 * Reason of a step-up: another email address, a new recovery factor, removal of one, removal of a device, export, rotation of the
 * wallet's keys, device transfer, or unlock.
 */
export type StepUpReason = 'email' | 'factor' | 'removal' | 'device' | 'export' | 'rotation' | 'handover' | 'unlock'

/** Facts about an operation that its description does not have. */
export type OperationNote = {
  /** Name of the sponsor from the server; null: the account pays `fee` of the description. */
  sponsor: string | null
  setsUp: boolean
  accountType: 'eoa' | 'smartAccount'
}

/** State of the frame, which shows one card at a time. Times are Unix milliseconds. */
export type Card =
  | {
      kind: 'code'
      /** The account's new address, so that the visitor sees it before confirming the change. */
      newEmail?: string
      /** The login also signs in to the site. */
      note?: SignInNote
      purpose: 'login' | 'emailOld' | 'emailNew' | 'stepUp'
      email: string
      resendAt: number
      expiresAt: number
      /** A login in a browser that stores nothing: an unprotected wallet ends with the page. */
      isFleeting?: boolean
      /** A code is being checked. */
      busy: boolean
      /** Changes with every refusal, so that the field empties and shakes once. */
      failure: CardFailure | null
    }
  | {
      kind: 'device'
      email: string
      number: string
      expiresAt: number
      failure: CardFailure | null
      /** See `code`. */
      note?: SignInNote
    }
  /** The visitor is at a provider, for a login that also signs in to the site. */
  | { kind: 'provider'; provider: SocialProvider; note: SignInNote }
  /** The same for Farcaster: the URL for its app, also as a QR code. */
  | { kind: 'channel'; url: string; code: { size: number; squares: string }; note: SignInNote }
  /** The browser computes the proof of work that the server requires before an email. */
  | { kind: 'work' }
  /**
   * For a provider window that cannot reach the frame: the visitor enters the number there. `isBefore`: this page itself navigates to
   * the wallet's next page, which asks for the number, so the visitor reads it first.
   */
  | { kind: 'number'; provider: SocialProvider; number: string; expiresAt: number; isBefore: boolean }
  | {
      kind: 'recover'
      methods: readonly RecoveryMethod[]
      address: string
      busy: boolean
      failure: CardFailure | null
    }
  /** Asks for a passkey or a backup code. */
  | {
      kind: 'protect'
      reason: 'creation' | 'funding' | 'export'
      /** False without an authenticator that supports it. */
      passkey: boolean
      /** The browser stores nothing: without a recovery factor the wallet ends with the page. */
      memoryOnly: boolean
      busy: boolean
      failure: CardFailure | null
      skippable: boolean
    }
  | {
      kind: 'approve'
      /** Identifies this request: a window decides only about the request that it shows. */
      id: string
      asker: Asker
      method: string
      account: { address: string; person: string | null }
      network: { chainId: string; name: string; symbol: string; testnet: boolean }
      /** Null while the request is read. */
      description: Description | null
      /** Hashes of this account's earlier transactions that may still be pending. */
      earlier?: readonly string[]
      /** For calls that become an operation: who pays, and whether it deploys the account first. */
      operation?: OperationNote
      /** Place of the approval. */
      place: 'card' | 'window'
      /** Reason for a window: the browser cannot tell whether the card is visible, or the value is too high to rely on it. */
      windowReason: 'engine' | 'value'
      state: 'reading' | 'ready' | 'inWindow' | 'signing' | 'failed'
      failure: CardFailure | null
    }
  /** A request that is never signed, with the reasons. */
  | {
      kind: 'refused'
      asker: Asker
      method: string
      /** Null for a method that is not on the list ('Action not allowed'). */
      description: Description | null
    }
  /** Status of sent calls (EIP-5792, `wallet_showCallsStatus`). */
  | { kind: 'calls'; asker: Asker; network: string; status: 100 | 200 | 400 | 500; hash: string | null }
  | {
      kind: 'security'
      email: string | null
      /** Provider of the login. */
      provider: SocialProvider | null
      /** The provider's name for the visitor. */
      userName: string | null
      address: string
      factors: readonly {
        kind: 'passkey' | 'backupCode' | 'password'
        label: string | null
        createdAt: string
        /** A password that a new device cannot use: it must be set again. */
        isOutdated: boolean
      }[]
      devices: number | null
      /** Addresses of the login's other wallets, which only their own devices can unlock. */
      locked: readonly string[]
      memoryOnly: boolean
      /** When the secret was last exported on this device while the server did not answer; Unix milliseconds. */
      offlineExportAt: number | null
      failure: CardFailure | null
    }
  /** The wallet is locked: a passkey, a code or the provider unlocks it. */
  | {
      kind: 'unlock'
      /** Place of the confirmation, as with approvals. */
      place: 'card' | 'window'
      busy: boolean
      failure: CardFailure | null
    }
  | { kind: 'stepUp'; reason: StepUpReason; method: 'passkey'; busy: boolean; failure: CardFailure | null }
  | {
      kind: 'stepUp'
      reason: StepUpReason
      method: 'social'
      provider: SocialProvider
      /** For a window that lost this page; null: it asks for none. */
      number: string | null
      /** The window is open. */
      isWaiting: boolean
      failure: CardFailure | null
    }

/** Wallet windows that a card opens (`/w/…`). */
export type WindowPage = 'approve' | 'unlock' | 'recover' | 'security' | 'export' | 'protect'

/** Actions of the visitor on a card. An action does nothing unless its card is visible. */
export type CardActions = {
  submitCode: (code: string) => void
  resendCode: () => void
  /** Closes the card; its pending call fails with `user_rejected`. */
  cancel: () => void
  recoverWithPasskey: () => void
  /** Starts the step-up that unlocks a locked wallet. */
  unlock: () => void
  protectWithPasskey: () => void
  skipProtection: () => void
  confirmWithPasskey: () => void
  /** Opens a window of the provider; call it inside the click. */
  confirmWithProvider: () => void
  /** The visitor has read the number of the card. */
  goOn: () => void
  /** Fetches the card's data from the server again. */
  readAgain: () => void
  /** Opens a top-level wallet window; call it inside the click. */
  openWindow: (page: WindowPage) => void
  approve: () => void
  reject: () => void
}
