import type { ChainId, ErrorCode, FrameCard, PendingStep } from '@latchkey/protocol'
import type { FrameRequestType, FrameResult } from '@latchkey/protocol/wallet'
import type { OnRefusal } from '../../http/OnRefusal.ts'
import type { Readable } from '../../store/Store.ts'
import type { Connector, Eip1193Provider } from '../Connector.ts'
import type { OpenFrame } from './openFrame.ts'

/** ID of the embedded wallet's connector. */
export const embeddedConnectorId = 'latchkey'
/** Reverse domain name under which the embedded wallet announces itself (EIP-6963). */
export const embeddedRdns = 'dev.latchkey.wallet'

/** The card that the wallet shows over the page. */
export type EmbeddedPrompt = {
  card: FrameCard
  /** Whether Escape and a click beside the card close it. */
  closable: boolean
  /** True for a request to sign, false for a step of the login. */
  approval: boolean
}

/** The visitor, as the frame returns them. */
export type EmbeddedUser = FrameResult<'getUser'>

/** The state of the embedded wallet on this page. */
export type EmbeddedState = {
  /** The logged-in visitor; also undefined before the first answer of the frame. */
  user: EmbeddedUser | undefined
  /** The wallet's current network. */
  chainId: ChainId
  /** The open card; undefined if there is none. */
  prompt: EmbeddedPrompt | undefined
  /** Whether the wallet can be recovered after the loss of this device; undefined while unknown. */
  isProtected: boolean | undefined
  /** False if the browser stores nothing for the wallet. An unprotected wallet is then lost when the page closes. */
  isKept?: boolean | undefined
}

/** The final answer to a request, after all pending steps. */
export type FrameAnswer<Type extends FrameRequestType> = Exclude<FrameResult<Type>, PendingStep>

/** Appearance of the wallet's card. */
export type EmbeddedAppearance = {
  mode: 'light' | 'dark'
  /** `#rrggbb`. */
  accent?: string
  /** BCP 47. */
  language?: string
}

/** A request to the frame. `human` steps wait for the visitor, `unsafe` ones sign, `silent` ones show nothing. */
export type FrameStep = { kind: 'human' | 'unsafe' | 'silent'; controller: AbortController }

/** A message to the visitor on any view: an error, or with `text` a warning about an unprotected wallet. */
export type EmbeddedAlert = { message: string; code?: ErrorCode; text?: 'unprotected' | 'unkept' }

/** The lazy part of the embedded wallet, which loads on first use. */
export type EmbeddedHost = {
  /** Loads the frame, unless it is already loaded. @throws LatchkeyError `frame_failed` */
  open: () => Promise<Pick<OpenFrame, 'ask' | 'readyAt'>>
  /** Registers a request, so that it can be aborted. @returns a function that removes it */
  begin: (step: FrameStep) => () => void
  /** Called for errors that a wrong configuration of the app may cause. */
  onRefusal: OnRefusal | undefined
  /** Shows an alert to the visitor on any view. */
  alert: (failure: EmbeddedAlert) => void
  /** Asks the frame for the logged-in visitor. Never shows anything. */
  restore: () => Promise<EmbeddedUser | undefined>
  /** Sets the logged-in visitor. */
  setUser: (user: EmbeddedUser) => void
  signOut: () => Promise<void>
  /** Aborts the steps that wait for the visitor. Returns false if they cannot be aborted now. */
  cancel: () => boolean
  /** Moves the card above a dialog that opened after it. */
  raise: () => void
  setAppearance: (appearance: EmbeddedAppearance) => void
  destroy: () => void
}

/** The embedded wallet of a kit. */
export type EmbeddedWallet = Readable<EmbeddedState> & {
  connector: Connector
  /** For other libraries on this page. It works before any code of the frame is loaded. */
  provider: Eip1193Provider
  /** Announces the provider by EIP-6963, once, unless the app opted out. Does nothing on a server. */
  announce: () => void
  /** Whether the last visit ended with a login. Without one, the code need not load to know that no one is logged in. */
  hasSession: () => boolean
  /** Opens the login. @throws LatchkeyError `user_rejected` */
  signIn: () => Promise<void>
  /** Loads the part that talks to the frame. @throws LatchkeyError `network_request_failed` */
  host: () => Promise<EmbeddedHost>
  /** Aborts the steps that wait for the visitor. */
  cancel: () => boolean
  raise: () => void
  setAppearance: (appearance: EmbeddedAppearance) => void
  /** Sets whether the wallet can be recovered. */
  setProtected: (isProtected: boolean) => void
  destroy: () => void
}
