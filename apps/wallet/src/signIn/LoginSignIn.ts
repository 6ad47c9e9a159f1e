import type { ChainId } from '@latchkey/protocol'
import type { OneClickMessage } from '@latchkey/protocol/siwx'

/** A sign-in to the host's site that may be signed as part of a login. @see readLoginSignIn */
export type LoginSignIn = {
  /** Of Ethereum type, and configured; each is signed for once. */
  chainIds: readonly ChainId[]
  message: OneClickMessage
}

/** What a card of the login says of it. `statement`: what the site has the visitor say, in full; null for nothing. */
export type SignInNote = { statement: string | null }

/** A sign-in that a card of the login has told of. `asked`: as the host handed it over, so that nothing else is signed in its place. */
export type ToldSignIn = { asked: string; note: SignInNote }
