import type { FrameCard, SocialProvider } from '@latchkey/protocol'
import type { LoginFailure } from '../connectors/embedded/loginFailure.ts'
import type { SocialLogin } from './SocialFeature.ts'

/** The login, with the number of the attempt that is under way; answers to any other are late and ignored. */
export type SocialMachine = { attempt: number | undefined; login: SocialLogin }

/** What happens to a login with a provider. */
export type SocialEvent =
  | { type: 'started'; attempt: number; provider: SocialProvider; window?: 'none' | undefined }
  /** The visitor is on the way to the provider. */
  | { type: 'led'; attempt: number; channel?: SocialLogin['channel'] }
  | { type: 'windowSeen'; attempt: number; isGone: boolean }
  /** The wallet shows a card, or none any more. */
  | { type: 'cardShown'; attempt: number; card: FrameCard | undefined }
  | { type: 'proven'; attempt: number; userName?: string }
  | { type: 'connected'; attempt: number }
  | { type: 'failed'; attempt: number; failure: LoginFailure }
  | { type: 'cancelled' }

/** Nobody signs in. */
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
      // A channel that ran out is followed by the next one.
      return status === 'opening' || (status === 'waiting' && login.channel)
        ? move({ status: 'waiting', channel: event.channel, window: undefined })
        : machine
    case 'windowSeen':
      return status === 'waiting' && login.window !== 'detached' && (login.window === 'gone') !== event.isGone
        ? move({ window: event.isGone ? 'gone' : undefined })
        : machine
    case 'cardShown':
      if (status !== 'waiting') return machine
      // The wallet's own words on what is waited for.
      if (event.card === 'provider' || event.card === 'channel')
        return login.window === 'detached' ? move({ window: undefined }) : machine
      if (event.card === 'number') return move({ window: 'detached' })
      // Whatever else the wallet asks, it asks once it knows who is there.
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
