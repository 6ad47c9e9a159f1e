/** The providers of a social login that speak OAuth 2, in the order in which they are offered. */
export const oauthProviders = ['google', 'apple', 'x', 'discord', 'github', 'facebook'] as const

/** A provider that speaks OAuth 2. */
export type OauthProvider = (typeof oauthProviders)[number]

/** All providers of a social login. */
export const socialProviders = [...oauthProviders, 'farcaster'] as const

/** A provider of a social login. */
export type SocialProvider = (typeof socialProviders)[number]

/**
 * What the wallet's pop-up and the wallet's own page that began an attempt say to each other, each to the wallet's exact origin. The page
 * of a site that opened the pop-up has no part in it.
 */
export const popupSignal = { ready: 'ew:popup-ready', go: 'ew:popup-go' } as const

/** The pop-up is loaded, and looks for the page that began: `postMessage(ready, walletOrigin)`. */
export type PopupReady = { k: typeof popupSignal.ready; attemptId: string }

/** That page's answer: `postMessage(go, walletOrigin)`. It alone knows the handshake. */
export type PopupGo = { k: typeof popupSignal.go; attemptId: string; handshake: string }
