import { z } from 'zod'

const httpUrl = z.url({ protocol: /^https?$/ })
const text = z.string().min(1)
const evmAddress = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'an address: 0x and 40 hexadecimal digits')

/** URLs of a provider that replace its public ones. */
const endpointsSchema = z.strictObject({
  /** Name of the provider, under which login methods are stored. OpenID Connect also uses it for discovery. */
  issuer: httpUrl.optional(),
  authorization: httpUrl.optional(),
  token: httpUrl.optional(),
  /** Returns the profile of the user. Only for providers with plain OAuth. */
  userinfo: httpUrl.optional(),
  /** Returns the email addresses of the user. Only for GitHub. */
  emails: httpUrl.optional(),
  /** Keys of ID tokens. */
  jwks: httpUrl.optional(),
})

/** Client of this server at a provider: its ID, and its secret or the environment variable that has it. */
const oauthSchema = z.strictObject({
  clientId: text,
  clientSecret: text.optional(),
  secretVariable: text.optional(),
  endpoints: endpointsSchema.optional(),
})

/** Apple uses a key instead of a secret: PKCS #8 in PEM, here, in an environment variable, or in a file. */
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
  /** The relay that apps answer to, without `/v1`. Farcaster's own is `https://relay.farcaster.xyz`. Default: this server. */
  relay: httpUrl.optional(),
  /** Page of the answering app. It replaces the one that the relay names, and is required with this server's own relay. */
  app: httpUrl.optional(),
  /** RPC of OP Mainnet, where Farcaster keeps its accounts. */
  rpcUrl: httpUrl,
  idRegistry: evmAddress.default('0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'),
  keyRegistry: evmAddress.default('0x00000000Fc1237824fb747aBDE0FF18990E59b7e'),
})

/** Login providers. Only configured ones are offered. */
export const socialSchema = z.strictObject({
  google: oauthSchema.optional(),
  apple: appleSchema.optional(),
  x: oauthSchema.optional(),
  discord: oauthSchema.optional(),
  github: oauthSchema.optional(),
  facebook: oauthSchema.optional(),
  farcaster: farcasterSchema.optional(),
})

export type SocialConfig = z.output<typeof socialSchema>

export type SocialEndpoints = z.output<typeof endpointsSchema>
