import type { OauthProvider } from '@latchkey/protocol'

/** A provider that the local identity provider behaves like. */
export type Face = OauthProvider

/**
 * Fault of a face, for tests. It affects every step while it is set.
 *
 * - `wrongState`, `wrongIssuer`: the callback carries another `state` or `iss`
 * - `wrongNonce`, `wrongTokenIssuer`, `wrongSignature`: the id_token has another nonce or `iss`, or is signed by another key (faces that give one)
 * - `noPkce`: the challenge is dropped, and the code is issued without one
 * - `emailUnverified`, `noEmail`: the person has no verified address, or no address
 * - `down`: the token endpoint and the API answer 503; `cut`: they close the connection
 * - `slow`: the token endpoint delays its answer until the fault is removed
 * - `coop`: its pages lose access to the page that opened them (`Cross-Origin-Opener-Policy: same-origin`)
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

/** Six local providers on one port, for development and tests. */
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
