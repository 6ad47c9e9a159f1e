import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

/** A wallet of the directory. Links are bases of deep links; null if the wallet has none. */
export const walletListingSchema = z.object({
  id: z.string(),
  name: z.string(),
  homepage: z.nullable(z.string()),
  image_id: z.string(),
  image_url: z.string(),
  order: z.number(),
  badge_type: z.nullable(z.string()),
  chains: z.array(z.string()),
  mobile_link: z.nullable(z.string()),
  desktop_link: z.nullable(z.string()),
  webapp_link: z.nullable(z.string()),
  link_mode: z.nullable(z.string()),
  app_store: z.nullable(z.string()),
  play_store: z.nullable(z.string()),
  chrome_store: z.nullable(z.string()),
  rdns: z.nullable(z.string()),
  injected: z.nullable(z.array(z.object({ namespace: z.string(), injected_id: z.string() }))),
  /**
   * Link that opens a page in the wallet's own browser, with placeholders for the page's URL (`{url}`, `{urlTwice}`, `{bare}`,
   * `{origin}`). Null if no verified link is known.
   */
  browse_link: z.optional(z.nullable(z.string())),
  /**
   * Relays that reach the wallet. `own`: it connects to the relay of this server (an operator's or a partner's wallet, the demo wallet).
   * `any`: this one and the public one. Null or absent: only the public one, like nearly all wallets.
   */
  relay: z.optional(z.nullable(z.enum(['own', 'any']))),
})

/** A wallet of the directory. */
export type WalletListing = z.infer<typeof walletListingSchema>

const count = z.string().check(z.regex(/^\d{1,4}$/))
const chainList = /^(?:[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}(?:,[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32})*)?$/
/** Callers choose these IDs. An unknown one finds nothing. */
const ids = z.string().check(z.maxLength(4096), z.regex(/^[^\p{Cc}]*$/u))

/** Wallets of the directory, in pages. */
export const getWallets = defineEndpoint({
  method: 'GET',
  path: '/getWallets',
  summary: 'Wallets of the directory',
  tag: 'Directory',
  project: 'required',
  query: z.object({
    page: z.optional(count),
    entries: z.optional(count),
    /** Searches in name and rdns, ignoring letter case and accents. Names that start with it come first. */
    search: z.optional(z.string().check(z.maxLength(100))),
    /** The only relay of the site, if it has just one. Without a search, wallets that use it come first. */
    reach: z.optional(z.enum(['own', 'public'])),
    badge_type: z.optional(z.enum(['certified', 'featured', 'sandbox'])),
    /** Wallet IDs or rdns, comma-separated. */
    include: z.optional(ids),
    exclude: z.optional(ids),
    /** CAIP-2 networks, comma-separated: finds wallets of any network in the same family. Their `chains` also list the requested ones. */
    chains: z.optional(z.string().check(z.maxLength(4096), z.regex(chainList))),
  }),
  response: z.object({ data: z.array(walletListingSchema), count: z.number() }),
  errors: [],
})
