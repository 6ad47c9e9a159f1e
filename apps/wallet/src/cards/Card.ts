import type { Description } from '@latchkey/clear-signing'
import type { ErrorCode, RecoveryMethod, SocialProvider } from '@latchkey/protocol'
import type { SignInNote } from '../signIn/LoginSignIn.ts'

/** A failure as a card shows it. */
export type CardFailure = { code: ErrorCode; message: string; retryAfter?: number }

/** Who asks: the origin is verified, the rest is what the page claims. */
export type Asker = { origin: string; claimedName: string | null }

/**
 * What a confirmation is for: another address, a new way to open the wallet, one taken away, a device taken away, the secret shown,
 * the wallet renewed, the wallet given to a new device, the wallet opened after a lock.
 */
export type StepUpReason = 'email' | 'factor' | 'removal' | 'device' | 'export' | 'rotation' | 'handover' | 'unlock'

/** What a card says of an operation beside its description. */
export type OperationNote = {
  /** Who pays for it, as the server calls them; null: the account itself, `fee` of the description. */
  sponsor: string | null
  setsUp: boolean
  accountType: 'eoa' | 'smartAccount'
}

/**
 * What the frame shows. One card at a time; the screen is a function of it. Times are unix milliseconds.
 */
export type Card =
  | {
      kind: 'code'
      /** The address that the account will have: whoever confirms its change sees whose it is. */
      newEmail?: string
      /** A login that signs in to the site, too. */
      note?: SignInNote
      purpose: 'login' | 'emailOld' | 'emailNew' | 'stepUp'
      email: string
      resendAt: number
      expiresAt: number
      /** A login in a browser that keeps nothing: a wallet that is not protected ends with the page. */
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
      /** As of `code`. */
      note?: SignInNote
    }
  /** The visitor is at a provider, for a login that signs in to the site, too. */
  | { kind: 'provider'; provider: SocialProvider; note: SignInNote }
  /** The same for Farcaster: what its app is to open, and that as a code. */
  | { kind: 'channel'; url: string; code: { size: number; squares: string }; note: SignInNote }
  /** The browser computes what the server asks for before it sends a mail. */
  | { kind: 'work' }
  /**
   * For a window of a provider that cannot reach the frame: the number is typed there. `isBefore`: this page itself goes to the wallet's next,
   * which asks for it, and the visitor reads it first.
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
      /** False where the platform has no authenticator that can. */
      passkey: boolean
      /** The browser keeps nothing: without a way back in the wallet ends with the page. */
      memoryOnly: boolean
      busy: boolean
      failure: CardFailure | null
      skippable: boolean
    }
  | {
      kind: 'approve'
      /** Of this request alone: a window decides about the one that it shows and no other. */
      id: string
      asker: Asker
      method: string
      account: { address: string; person: string | null }
      network: { chainId: string; name: string; symbol: string; testnet: boolean }
      /** Null while it is being looked into. */
      description: Description | null
      /** Hashes of this account's earlier transactions that may still be on their way. */
      earlier?: readonly string[]
      /** Of calls that leave as an operation: who pays, and whether it sets up the account first. */
      operation?: OperationNote
      /** Where the approval is given. */
      place: 'card' | 'window'
      /** Why in a window: the engine cannot tell whether the card is really seen, or there is too much at stake to rely on it. */
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
  /** What became of calls that were sent, for whoever asks (EIP-5792, `wallet_showCallsStatus`). */
  | { kind: 'calls'; asker: Asker; network: string; status: 100 | 200 | 400 | 500; hash: string | null }
  | {
      kind: 'security'
      email: string | null
      /** With whom the session was signed in. */
      provider: SocialProvider | null
      /** What that provider calls the visitor. */
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
      /** Addresses of the login's other wallets: they open only where they are held. */
      locked: readonly string[]
      memoryOnly: boolean
      /** When the secret was last shown on this device while the server did not answer; unix milliseconds. */
      offlineExportAt: number | null
      failure: CardFailure | null
    }
  /** The wallet is locked: a passkey, a code or the provider opens it. */
  | {
      kind: 'unlock'
      /** Where the confirmation is given; as with approvals. */
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

/** The wallet's own windows that a card leads to (`/w/…`). */
export type WindowPage = 'approve' | 'unlock' | 'recover' | 'security' | 'export' | 'protect'

/** What a person can do on a card. Each does nothing when its card does not show. */
export type CardActions = {
  submitCode: (code: string) => void
  resendCode: () => void
  /** Closes the card; what waits for it is answered `user_rejected`. */
  cancel: () => void
  recoverWithPasskey: () => void
  /** Begins the confirmation that opens a locked wallet. */
  unlock: () => void
  protectWithPasskey: () => void
  skipProtection: () => void
  confirmWithPasskey: () => void
  /** Opens a window of the provider; call it inside the click. */
  confirmWithProvider: () => void
  /** The number of the card was read. */
  goOn: () => void
  /** Asks the server once more for what the card shows. */
  readAgain: () => void
  /** Opens a top-level window of the wallet; call it inside the click. */
  openWindow: (page: WindowPage) => void
  approve: () => void
  reject: () => void
}
