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
})

/** A wallet of the directory. */
export type WalletListing = z.infer<typeof walletListingSchema>

const count = z.string().check(z.regex(/^\d{1,4}$/))

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
    search: z.optional(z.string()),
    badge_type: z.optional(z.string()),
    /** Wallet ids, comma-separated. */
    include: z.optional(z.string()),
    exclude: z.optional(z.string()),
    /** CAIP-2 networks, comma-separated. */
    chains: z.optional(z.string()),
  }),
  response: z.object({ data: z.array(walletListingSchema), count: z.number() }),
  errors: [],
})
