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

/** What can be wrong with a face. */
export type IdentityFault = (typeof identityFaults)[number]

/** What a provider gives to a server that uses it. */
export type ClientSecret = { clientId: string; clientSecret: string }

/** What Apple gives: a key in the place of the secret, PKCS #8 in PEM. */
export type ClientKey = { clientId: string; teamId: string; keyId: string; privateKey: string }

/** What stands where at a provider. All but the first are asked by servers alone. */
export type Endpoints = { authorization: string; token: string; userinfo?: string; emails?: string; jwks?: string }

/** What a server is told of a face: an entry of its configuration part `social`. */
export type FaceConfig<Credentials = ClientSecret> = Credentials & { endpoints: Endpoints & { issuer?: string } }

/** Six providers on one port of this machine, for development and tests. */
export type IdentityProvider = {
  /** Its origin. Each face stands below a path of its name. */
  url: string
  /** Plain data for the configuration part `social` of the server. */
  social: Readonly<Record<Exclude<Face, 'apple'>, FaceConfig> & { apple: FaceConfig<ClientKey> }>
  /** Makes a face behave wrongly, or (`null`) as it should again; whoever was kept waiting by `slow` then has an answer. */
  setFault: (face: Face, fault: IdentityFault | null) => void
  /** Resolves when a token request waits for the end of `slow`. */
  held: (face: Face) => Promise<void>
  stop: () => Promise<void>
}
