import { z } from 'zod'

const httpUrl = z.url({ protocol: /^https?$/ })
const text = z.string().min(1)
const evmAddress = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'an address: 0x and 40 hexadecimal digits')

/** Where a provider is reached, in the place of its public addresses. */
const endpointsSchema = z.strictObject({
  /** What the provider calls itself; identities are kept under it. With OpenID Connect also where its settings are discovered. */
  issuer: httpUrl.optional(),
  authorization: httpUrl.optional(),
  token: httpUrl.optional(),
  /** Who signed in; of those that speak plain OAuth. */
  userinfo: httpUrl.optional(),
  /** The addresses of who signed in; GitHub alone. */
  emails: httpUrl.optional(),
  /** The keys of id_tokens. */
  jwks: httpUrl.optional(),
})

/** What a provider gave for this server: its id, and its secret or the variable of the environment that holds it. */
const oauthSchema = z.strictObject({
  clientId: text,
  clientSecret: text.optional(),
  secretVariable: text.optional(),
  endpoints: endpointsSchema.optional(),
})

/** Apple gives a key in the place of a secret: PKCS #8 in PEM, here, in a variable of the environment, or in a file. */
const appleSchema = z.strictObject({
  clientId: text,
  teamId: text,
  keyId: text,
  privateKey: text.optional(),
  keyVariable: text.optional(),
  keyFile: text.optional(),
  endpoints: endpointsSchema.optional(),
})

/** Sign In With Farcaster (FIP-11). */
const farcasterSchema = z.strictObject({
  /** The relay that apps answer at, without `/v1`: `https://relay.farcaster.xyz` is Farcaster's own. Left out: this server's. */
  relay: httpUrl.optional(),
  /** The page of the app that answers, in the place of the one that the relay names; needed with this server's own relay. */
  app: httpUrl.optional(),
  /** A node of OP Mainnet, where Farcaster keeps its accounts. */
  rpcUrl: httpUrl,
  idRegistry: evmAddress.default('0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'),
  keyRegistry: evmAddress.default('0x00000000Fc1237824fb747aBDE0FF18990E59b7e'),
})

/** Logins with a provider. One that is left out is not offered. */
export const socialSchema = z.strictObject({
  google: oauthSchema.optional(),
  apple: appleSchema.optional(),
  x: oauthSchema.optional(),
  discord: oauthSchema.optional(),
  github: oauthSchema.optional(),
  facebook: oauthSchema.optional(),
  farcaster: farcasterSchema.optional(),
})

/** Logins with a provider, validated. */
export type SocialConfig = z.output<typeof socialSchema>

/** Where a provider is reached, in the place of its public addresses. */
export type SocialEndpoints = z.output<typeof endpointsSchema>
