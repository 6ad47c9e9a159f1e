import type { PopupLogin, PopupState } from '../src/popup/createPopupLogin.ts'
import type { PopupAttempt } from '../src/popup/PopupCalls.ts'
import type { PopupScreenProps } from '../src/popup/PopupScreen.tsx'
import type { PopupEnding } from '../src/popup/readPopupFragment.ts'
import { createStore } from '../src/state/Store.ts'
import { failure } from './fixtures.ts'

/** A state of the provider login window to review. */
export type PopupScene = { id: string; page: 'popup'; popup: { state: PopupState } | { ending: PopupEnding | null } }

const attempt: PopupAttempt = {
  provider: 'google',
  app: 'Brass',
  hostOrigin: 'https://app.brass.example',
  device: 'Chrome on macOS',
  isSameBrowser: false,
  language: 'en',
  purpose: 'login',
  mode: 'popup',
}
const asking = { step: 'asking', attempt, needsNumber: false, busy: false, failure: null } as const
const number = { ...asking, needsNumber: true } as const
const states: Record<string, PopupState> = {
  opening: { step: 'opening', attempt: null },
  waiting: { step: 'opening', attempt },
  'waiting-link': { step: 'opening', attempt: { ...attempt, provider: 'github', purpose: 'link' } },
  'waiting-step-up': { step: 'opening', attempt: { ...attempt, provider: 'apple', purpose: 'stepUp' } },
  asking,
  'asking-link': { ...asking, attempt: { ...attempt, provider: 'farcaster', purpose: 'link' } },
  'asking-step-up': { ...asking, attempt: { ...attempt, provider: 'apple', purpose: 'stepUp' } },
  'asking-failed': { ...asking, failure: failure('network_request_failed', 'Network request failed') },
  'number-before': { ...number, attempt: { ...attempt, mode: 'redirect' } },
  redirect: { step: 'leaving', attempt: { ...attempt, mode: 'redirect' } },
  leaving: { step: 'leaving', attempt },
  channel: {
    step: 'channel',
    attempt: { ...attempt, provider: 'farcaster', purpose: 'link' },
    url: 'https://wallet.brass.example/farcaster?channelToken=5c0f7d3e-8e0b-4f0f-9d5f-0d2f6a3b1c77',
  },
  number,
  'number-wrong': { ...number, failure: failure('number_wrong', 'This is not the number on the other screen') },
  'refused-attempt': { step: 'refused', reason: 'attempt' },
  'refused-opener': { step: 'refused', reason: 'opener' },
  'refused-silent': { step: 'refused', reason: 'silent' },
  failed: {
    step: 'failed',
    failure: failure('network_request_failed', 'Network request failed'),
    canRetry: true,
  },
  'provider-down': {
    step: 'failed',
    failure: failure('social_provider_failed', 'The login provider is not responding. Try again'),
    canRetry: false,
  },
}
const endings: Record<string, PopupEnding | null> = {
  done: { provider: 'google', code: null },
  cancelled: { provider: 'discord', code: 'social_denied' },
  'done-refused': { provider: 'facebook', code: 'social_refused' },
  'done-unread': null,
}

/** Every screen of the window. */
export const popupScenes: readonly PopupScene[] = [
  ...Object.entries(states).map(([id, state]) => ({ id: `popup-${id}`, page: 'popup' as const, popup: { state } })),
  ...Object.entries(endings).map(([id, ending]) => ({ id: `popup-${id}`, page: 'popup' as const, popup: { ending } })),
]

/** Props of a scene's screen. Its actions do nothing. */
export function popupPage({ popup }: PopupScene, login: Partial<PopupLogin> = {}): PopupScreenProps['page'] {
  if ('ending' in popup) return { name: 'done', ending: popup.ending, close: () => {} }
  const idle = { goOn: () => {}, retry: () => {}, stop: () => {} }
  return { name: 'oauth', login: { state: createStore(popup.state), ...idle, ...login } }
}
