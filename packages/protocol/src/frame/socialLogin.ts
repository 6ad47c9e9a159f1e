/** The providers of a social login that speak OAuth 2, in the order in which they are offered. */
export const oauthProviders = ['google', 'apple', 'x', 'discord', 'github', 'facebook'] as const

/** A provider that speaks OAuth 2. */
export type OauthProvider = (typeof oauthProviders)[number]

/** All providers of a social login. */
export const socialProviders = [...oauthProviders, 'farcaster'] as const

/** A provider of a social login. */
export type SocialProvider = (typeof socialProviders)[number]

/**
 * What the wallet's pop-up and the page that opened it say to each other, each to the other's exact origin: the pop-up that it is
 * there, the page which attempt it is for.
 */
export const popupSignal = { ready: 'ew:popup-ready', go: 'ew:popup-go' } as const

/** The pop-up is loaded: `postMessage(ready, <the origin that the attempt was begun for>)`. */
export type PopupReady = { k: typeof popupSignal.ready; attemptId: string }

/** The page's answer: `postMessage(go, walletOrigin)`. Only the page that began the attempt knows its handshake. */
export type PopupGo = { k: typeof popupSignal.go; attemptId: string; handshake: string }
