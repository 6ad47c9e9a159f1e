import { type AccountId, parseAccountId } from '@latchkey/protocol'
import { accountIdSchema, chainIdSchema } from '@latchkey/protocol/api'
import * as z from 'zod/mini'

const httpUrl = z
  .string()
  .check(z.refine((value) => /^https?:$/.test(protocolOf(value)), 'Expected an address that starts with https://'))

const hexId = z.string().check(z.regex(/^[0-9a-f]{32}$/, 'Expected 32 hexadecimal characters'))

const networkSchema = z.object({
  id: z.union([z.number(), z.string()]),
  caipNetworkId: chainIdSchema,
  chainNamespace: z.enum(['eip155', 'solana', 'bip122']),
  name: z.string().check(z.minLength(1)),
  nativeCurrency: z.object({ name: z.string(), symbol: z.string(), decimals: z.number() }),
  rpcUrls: z.object({ default: z.object({ http: z.array(httpUrl) }) }),
  blockExplorers: z.optional(z.object({ default: z.object({ name: z.string(), url: httpUrl }) })),
  testnet: z.optional(z.boolean()),
  imageUrl: z.optional(z.string()),
  /** The router that swaps on this network go through (Uniswap's SwapRouter02): a swap that names another is refused. */
  swapRouter: z.optional(z.string().check(z.regex(/^0x[0-9a-f]{40}$/i, 'Expected an address'))),
})

/** What the operator puts beside the page as `/site.json`; the one thing that differs between two deployments. */
export const siteConfigSchema = z
  .object({
    /** The Latchkey server. */
    apiUrl: httpUrl,
    /** The embedded wallet's own origin; without it there is no login by email. */
    walletUrl: z.optional(httpUrl),
    projectId: hexId,
    /**
     * Wallets on other devices, by WalletConnect: `true` over the relay of the Latchkey server, which reaches the wallets that
     * its directory marks so; with `publicProjectId`, which the public relay's operator gives, over that one too.
     */
    walletConnect: z.optional(z.union([z.boolean(), z.object({ publicProjectId: z.optional(hexId) })])),
    /**
     * Sign in with a wallet, where the server offers it. `on-demand`: when a page needs it; `optional`: everybody who connects is asked, and may
     * decline; `required`: nobody stays connected without. Left out: `off`, there are no account pages.
     */
    signIn: z.optional(z.enum(['off', 'on-demand', 'optional', 'required'])),
    /** The site's name, shown in the header and to wallets. */
    name: z.string().check(z.minLength(1)),
    tagline: z.optional(z.string()),
    /** CAIP-10 of the token that this site is about. */
    token: accountIdSchema,
    networks: z.tuple([networkSchema], networkSchema),
    links: z.optional(z.array(z.object({ label: z.string().check(z.minLength(1)), url: httpUrl }))),
    /** Money on this site is test money on local chains; the page says so. */
    sandbox: z.optional(z.boolean()),
  })
  .check(
    z.refine(
      ({ token, networks }) => networks.some(({ caipNetworkId }) => caipNetworkId === parseAccountId(token).chainId),
      { path: ['token'], error: 'The network of the token is not among `networks`' },
    ),
  )

/** The site's configuration, validated. */
export type SiteConfig = z.output<typeof siteConfigSchema>

/** The token of the site, taken apart. */
export function tokenOf({ token }: { token: AccountId }) {
  return parseAccountId(token)
}

function protocolOf(value: string) {
  return URL.canParse(value) ? new URL(value).protocol : ''
}

/** Whether visitors can sign in here. */
export function canSignIn({ signIn = 'off' }: Pick<SiteConfig, 'signIn'>): boolean {
  return signIn !== 'off'
}
