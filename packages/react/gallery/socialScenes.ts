import type { EmbeddedUser, SocialProvider, SocialState, ViewEntry } from '@latchkey/core'
import type { ErrorCode } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import * as f from './fixtures.ts'
import type { Scene } from './scenes.ts'

const connect: ViewEntry = { name: 'Connect', data: undefined }
const farcaster: ViewEntry = { name: 'ConnectingFarcaster', data: undefined }
const every: readonly SocialProvider[] = ['google', 'apple', 'x', 'discord', 'github', 'facebook', 'farcaster']
const channel = {
  url: 'https://farcaster.example/~/siwf?channelToken=3f0b7c52-96d1-4d0e-8a6e-0b7f1f2f9c11',
  expiresAt: f.galleryNow + 227_000,
}

/** A scene of the first view with these providers. */
function offer(id: string, providers: readonly SocialProvider[] | undefined): Scene {
  return { id, world: { config: f.withWallet, social: { providers } }, history: [connect] }
}

/** A scene of a login with Google in a given state. */
function social(id: string, state: Partial<SocialState>, waitMs?: number): Scene {
  return {
    id,
    world: { config: f.withWallet, social: { providers: every, provider: 'google', ...state } },
    history: [connect, { name: 'ConnectingSocial', data: { provider: 'google' } }],
    ...(waitMs === undefined ? {} : { waitMs }),
  }
}

function failed(id: string, code: ErrorCode, state: Partial<SocialState> = {}): Scene {
  const { message } = new ServiceError(code)
  return social(id, { status: 'failed', failure: { code, message, retryAfter: undefined }, ...state })
}

function cast(id: string, state: Partial<SocialState>, mobile = false): Scene {
  return {
    id,
    world: { config: f.withWallet, mobile, social: { providers: every, provider: 'farcaster', ...state } },
    history: [connect, farcaster],
  }
}

const withoutEmail = { ...f.walletUser, email: null }

/** A scene of an account whose user logged in with a provider. */
function account(id: string, user: EmbeddedUser, history: readonly ViewEntry[]): Scene {
  return {
    id,
    world: { config: f.withWallet, connection: f.embedded, email: { user, isProtected: true } },
    history: [{ name: 'Account', data: undefined }, ...history],
  }
}
const settings: ViewEntry = { name: 'AccountSettings', data: undefined }

/** Scenes of the login with a provider. */
export const socialScenes: readonly Scene[] = [
  offer('connect-social', every),
  offer('connect-social-six', every.slice(0, 6)),
  offer('connect-social-two', every.slice(0, 2)),
  offer('connect-social-one', every.slice(0, 1)),
  offer('connect-social-unknown', undefined),
  social('social-idle', { status: 'idle' }),
  social('social-opening', { status: 'opening' }),
  social('social-waiting', { status: 'waiting' }),
  social('social-slow', { status: 'waiting' }, 10_500),
  social('social-gone', { status: 'waiting', window: 'gone' }),
  social('social-number', { status: 'waiting', window: 'detached' }),
  social('social-connecting', { status: 'connecting' }),
  failed('social-blocked', 'popup_blocked'),
  failed('social-blocked-framed', 'popup_blocked', { canRedirect: false }),
  failed('social-denied', 'social_denied'),
  failed('social-refused', 'social_refused'),
  failed('social-unavailable', 'social_unavailable'),
  cast('farcaster-preparing', { status: 'opening' }),
  cast('farcaster-code', { status: 'waiting', channel }),
  cast('farcaster-phone', { status: 'waiting', channel }, true),
  cast('farcaster-connecting', { status: 'connecting', userName: 'ada' }),
  account('account-social', { ...f.walletUser, socialProvider: 'google', userName: 'Ada Byron' }, []),
  account('account-social-name', { ...withoutEmail, socialProvider: 'github', userName: 'ada' }, []),
  account('account-social-nameless', { ...withoutEmail, socialProvider: 'apple' }, []),
  account('account-social-settings', { ...withoutEmail, socialProvider: 'x', userName: 'ada' }, [settings]),
  account('account-social-email', { ...withoutEmail, socialProvider: 'x', userName: 'ada' }, [
    settings,
    { name: 'UpdateEmail', data: undefined },
  ]),
  failed('social-down', 'social_provider_failed'),
]
