/** The login providers with OAuth 2, in their display order. */
export const oauthProviders = ['google', 'apple', 'x', 'discord', 'github', 'facebook'] as const

/** A provider with OAuth 2. */
export type OauthProvider = (typeof oauthProviders)[number]

/** All login providers. */
export const socialProviders = [...oauthProviders, 'farcaster'] as const

/** A login provider. */
export type SocialProvider = (typeof socialProviders)[number]

/**
 * Messages between the wallet's pop-up and the wallet's page that started an attempt, each sent to the wallet's exact origin. The site's
 * page that opened the pop-up takes no part.
 */
export const popupSignal = { ready: 'ew:popup-ready', go: 'ew:popup-go' } as const

/** The pop-up has loaded, and searches for the page that started: `postMessage(ready, walletOrigin)`. */
export type PopupReady = { k: typeof popupSignal.ready; attemptId: string }

/** Answer of that page: `postMessage(go, walletOrigin)`. Only that page has the handshake. */
export type PopupGo = { k: typeof popupSignal.go; attemptId: string; handshake: string }
