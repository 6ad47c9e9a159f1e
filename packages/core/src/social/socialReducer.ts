import type { FrameCard, SocialProvider } from '@latchkey/protocol'
import type { LoginFailure } from '../connectors/embedded/loginFailure.ts'
import type { SocialLogin } from './SocialFeature.ts'

/** The login with the number of the current attempt. Answers to others are late and ignored. */
export type SocialMachine = { attempt: number | undefined; login: SocialLogin }

/** Events of a login with a provider. */
export type SocialEvent =
  | { type: 'started'; attempt: number; provider: SocialProvider; window?: 'none' | undefined }
  /** The visitor is on the way to the provider. */
  | { type: 'led'; attempt: number; channel?: SocialLogin['channel'] }
  | { type: 'windowSeen'; attempt: number; isGone: boolean }
  /** The wallet shows a card, or closed it. */
  | { type: 'cardShown'; attempt: number; card: FrameCard | undefined }
  | { type: 'proven'; attempt: number; userName?: string }
  | { type: 'connected'; attempt: number }
  | { type: 'failed'; attempt: number; failure: LoginFailure }
  | { type: 'cancelled' }

export const initialSocial: SocialMachine = { attempt: undefined, login: { status: 'idle' } }

/** The transitions of a login with a provider: opening, waiting, connecting, connected. */
export function socialReducer(machine: SocialMachine, event: SocialEvent): SocialMachine {
  const { login } = machine
  const { provider, status } = login
  if (event.type === 'started')
    return { attempt: event.attempt, login: { status: 'opening', provider: event.provider, window: event.window } }
  if (event.type === 'cancelled')
    return status === 'idle' ? machine : { attempt: undefined, login: { status: 'idle', provider } }
  if (event.attempt !== machine.attempt) return machine
  const move = (change: Partial<SocialLogin>): SocialMachine => ({ ...machine, login: { ...login, ...change } })
  switch (event.type) {
    case 'led':
      // An expired channel is followed by the next one.
      return status === 'opening' || (status === 'waiting' && login.channel)
        ? move({ status: 'waiting', channel: event.channel, window: undefined })
        : machine
    case 'windowSeen':
      return status === 'waiting' && login.window !== 'detached' && (login.window === 'gone') !== event.isGone
        ? move({ window: event.isGone ? 'gone' : undefined })
        : machine
    case 'cardShown':
      if (status !== 'waiting') return machine
      // Cards with which the wallet waits for the provider.
      if (event.card === 'provider' || event.card === 'channel')
        return login.window === 'detached' ? move({ window: undefined }) : machine
      if (event.card === 'number') return move({ window: 'detached' })
      // The wallet shows any other card only after it has identified the visitor.
      if (event.card !== undefined) return move({ status: 'connecting', window: undefined })
      return login.window === 'detached' ? move({ window: undefined }) : machine
    case 'proven':
      return move({ status: 'connecting', window: undefined, ...(event.userName && { userName: event.userName }) })
    case 'connected':
      return { attempt: undefined, login: { status: 'idle', provider } }
    case 'failed':
      return { attempt: undefined, login: { status: 'failed', provider, failure: event.failure } }
  }
}
