import type { OauthProvider } from '@latchkey/protocol'

/** A provider that the local identity provider behaves like. */
export type Face = OauthProvider

/**
 * What can be wrong with a face, for tests. It holds for every step that is taken while it is set.
 *
 * - `wrongState`, `wrongIssuer`: the callback carries another `state` or `iss`
 * - `wrongNonce`, `wrongTokenIssuer`, `wrongSignature`: the id_token has another nonce or `iss`, or is signed by another key (faces that give one)
 * - `noPkce`: the challenge is dropped, so the code is given without one
 * - `emailUnverified`, `noEmail`: whoever signs in has no verified address, or none at all
 * - `down`: the token endpoint and the API answer 503; `cut`: they break the connection off
 * - `slow`: the token endpoint keeps its answer back until the fault is taken back
 * - `coop`: its pages cut themselves off from the page that opened them (`Cross-Origin-Opener-Policy: same-origin`)
 */
export const identityFaults = [
  'wrongState',
  'wrongIssuer',
  'wrongNonce',
  'wrongTokenIssuer',
  'wrongSignature',
  'noPkce',
  'emailUnverified',
  'noEmail',
  'down',
  'cut',
  'slow',
  'coop',
] as const

/** Fault of a face. */
export type IdentityFault = (typeof identityFaults)[number]

/** Credentials for a server that uses a provider. */
export type ClientSecret = { clientId: string; clientSecret: string }

/** Credentials from Apple: a key instead of the secret, PKCS #8 in PEM. */
export type ClientKey = { clientId: string; teamId: string; keyId: string; privateKey: string }

/** Endpoints of a provider. Only servers call them, except for the first. */
export type Endpoints = { authorization: string; token: string; userinfo?: string; emails?: string; jwks?: string }

/** Settings of a face for a server: an entry of its configuration part `social`. */
export type FaceConfig<Credentials = ClientSecret> = Credentials & { endpoints: Endpoints & { issuer?: string } }

/** Six providers on one port of this machine, for development and tests. */
export type IdentityProvider = {
  /** Its origin. Each face has a path with its name. */
  url: string
  /** Plain data for the configuration part `social` of the server. */
  social: Readonly<Record<Exclude<Face, 'apple'>, FaceConfig> & { apple: FaceConfig<ClientKey> }>
  /** Sets a fault of a face, or (`null`) removes it. Requests that `slow` delayed are then answered. */
  setFault: (face: Face, fault: IdentityFault | null) => void
  /** Resolves when a token request waits for the end of `slow`. */
  held: (face: Face) => Promise<void>
  stop: () => Promise<void>
}
