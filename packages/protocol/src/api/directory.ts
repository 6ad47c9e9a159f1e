import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

/** A wallet of the directory. Links are deep-link bases; null where the wallet has none. */
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
   * Opens a page in the wallet's own browser: a link with gaps for the page's address (`{url}`, `{urlTwice}`, `{bare}`,
   * `{origin}`). Null where the wallet has none that is known for sure.
   */
  browse_link: z.optional(z.nullable(z.string())),
  /**
   * By which relay the wallet is reached: `own`: it dials the relay of this server (an operator's or a partner's wallet, the
   * demo wallet); `any`: by this one and by the public one; null or left out: by the public one alone, as nearly all wallets.
   */
  relay: z.optional(z.nullable(z.enum(['own', 'any']))),
})

/** A wallet of the directory. */
export type WalletListing = z.infer<typeof walletListingSchema>

const count = z.string().check(z.regex(/^\d{1,4}$/))
const chainList = /^(?:[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}(?:,[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32})*)?$/
/** Ids are the callers' own: one that nobody has finds nothing. */
const ids = z.string().check(z.maxLength(4096), z.regex(/^[^\p{Cc}]*$/u))

/** Wallets of the directory, a page at a time. */
export const getWallets = defineEndpoint({
  method: 'GET',
  path: '/getWallets',
  summary: 'Wallets of the directory',
  tag: 'Directory',
  project: 'required',
  query: z.object({
    page: z.optional(count),
    entries: z.optional(count),
    /** In name and rdns, whatever the case and the accents; names that start with it come first. */
    search: z.optional(z.string().check(z.maxLength(100))),
    /** The one relay that the asking site has: wallets that dial it come first, where nothing is searched for. */
    reach: z.optional(z.enum(['own', 'public'])),
    badge_type: z.optional(z.enum(['certified', 'featured', 'sandbox'])),
    /** Wallet ids or rdns, comma-separated. */
    include: z.optional(ids),
    exclude: z.optional(ids),
    /** CAIP-2 networks, comma-separated: wallets of any network of the same family. Their `chains` list those asked for, too. */
    chains: z.optional(z.string().check(z.maxLength(4096), z.regex(chainList))),
  }),
  response: z.object({ data: z.array(walletListingSchema), count: z.number() }),
  errors: [],
})
