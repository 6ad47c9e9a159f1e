import type { ChainId, ErrorCode, FrameCard, PendingStep } from '@latchkey/protocol'
import type { FrameRequestType, FrameResult } from '@latchkey/protocol/wallet'
import type { OnRefusal } from '../../http/OnRefusal.ts'
import type { Readable } from '../../store/Store.ts'
import type { Connector, Eip1193Provider } from '../Connector.ts'
import type { OpenFrame } from './openFrame.ts'

/** The id of the embedded wallet's connector. */
export const embeddedConnectorId = 'latchkey'
/** The reverse domain name under which the embedded wallet announces itself (EIP-6963). */
export const embeddedRdns = 'dev.latchkey.wallet'

/** What the wallet's own card shows, over the page. */
export type EmbeddedPrompt = {
  card: FrameCard
  /** Whether Escape and a click beside the card close it. */
  closable: boolean
  /** It belongs to a request to sign, not to a step of the login. */
  approval: boolean
}

/** The visitor, as the frame answers it. */
export type EmbeddedUser = FrameResult<'getUser'>

/** The embedded wallet as this page knows it. */
export type EmbeddedState = {
  /** Who is signed in; undefined also while the frame was not asked yet. */
  user: EmbeddedUser | undefined
  /** The network that the wallet is on. */
  chainId: ChainId
  /** What the wallet's card shows; undefined while there is none. */
  prompt: EmbeddedPrompt | undefined
  /** Whether the wallet can be opened again after this device is lost; undefined while that is not known. */
  isProtected: boolean | undefined
  /** False where the browser keeps nothing for the wallet: one that is not protected is lost when the page closes. */
  isKept?: boolean | undefined
}

/** What a request is answered with once nobody is waited for any more. */
export type FrameAnswer<Type extends FrameRequestType> = Exclude<FrameResult<Type>, PendingStep>

/** How the wallet's card should look. */
export type EmbeddedAppearance = {
  mode: 'light' | 'dark'
  /** `#rrggbb`. */
  accent?: string
  /** BCP 47. */
  language?: string
}

/** Something that is asked of the frame: `human` steps wait for the visitor, `unsafe` ones are requests to sign. */
export type FrameStep = { kind: 'human' | 'unsafe' | 'silent'; controller: AbortController }

/** What the visitor should hear of wherever they are: a failure, or by `text` that the wallet is not protected. */
export type EmbeddedAlert = { message: string; code?: ErrorCode; text?: 'unprotected' | 'unkept' }

/** The half of the embedded wallet that is loaded with its first use. */
export type EmbeddedHost = {
  /** Loads the frame, unless it is there. @throws LatchkeyError `frame_failed` */
  open: () => Promise<Pick<OpenFrame, 'ask' | 'readyAt'>>
  /** Notes what is asked of the frame, so that it can be given up. @returns the function that forgets it */
  begin: (step: FrameStep) => () => void
  /** Told of what may show that the app's set-up is wrong. */
  onRefusal: OnRefusal | undefined
  /** Tells the visitor of a failure wherever they are. */
  alert: (failure: EmbeddedAlert) => void
  /** Asks the frame who is signed in. Never shows anything. */
  restore: () => Promise<EmbeddedUser | undefined>
  /** Notes who signed in. */
  setUser: (user: EmbeddedUser) => void
  signOut: () => Promise<void>
  /** Gives up what waits for the visitor. Answers false when it may not be given up now. */
  cancel: () => boolean
  /** Puts the card above a dialog that opened after it. */
  raise: () => void
  setAppearance: (appearance: EmbeddedAppearance) => void
  destroy: () => void
}

/** The embedded wallet of one kit. */
export type EmbeddedWallet = Readable<EmbeddedState> & {
  connector: Connector
  /** For this page's other libraries: works before anything of the frame was loaded. */
  provider: Eip1193Provider
  /** Announces the provider by EIP-6963, once, when the app did not opt out. Does nothing on a server. */
  announce: () => void
  /** Whether the last visit ended signed in: without one nothing has to be loaded to know that nobody is. */
  hasSession: () => boolean
  /** Lets the visitor sign in. @throws LatchkeyError `user_rejected` */
  signIn: () => Promise<void>
  /** The half that talks to the frame. @throws LatchkeyError `network_request_failed` */
  host: () => Promise<EmbeddedHost>
  /** Gives up what waits for the visitor. */
  cancel: () => boolean
  raise: () => void
  setAppearance: (appearance: EmbeddedAppearance) => void
  /** Notes whether the wallet can be recovered. */
  setProtected: (isProtected: boolean) => void
  destroy: () => void
}
