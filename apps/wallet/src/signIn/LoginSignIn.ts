import type { ChainId } from '@latchkey/protocol'
import type { OneClickMessage } from '@latchkey/protocol/siwx'

/** A sign-in to the host's site that may be signed as part of a login. @see readLoginSignIn */
export type LoginSignIn = {
  /** Configured EVM networks; each is signed for once. */
  chainIds: readonly ChainId[]
  message: OneClickMessage
}

/** The sign-in as a login's card shows it. `statement`: the site's full statement; null without one. */
export type SignInNote = { statement: string | null }

/** A sign-in that a login's card has shown. `asked`: exactly as the host sent it, so that nothing else is signed instead. */
export type ToldSignIn = { asked: string; note: SignInNote }
