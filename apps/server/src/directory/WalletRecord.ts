import { z } from 'zod'

const webUrl = z.url({ protocol: /^https$/ })

/**
 * A deep link of an app: its own scheme, or https. Schemes that a browser would execute or read are refused, because operators may import
 * lists from elsewhere.
 */
const appLink = z
  .string()
  .regex(/^[a-z][a-z0-9+.-]*:\/\/[^\s\p{Cc}<>"'`\\#]*$/iu, 'a link such as wallet://')
  .refine(
    (link) =>
      !/^(javascript|data|vbscript|file|filesystem|blob|about|chrome|edge|brave|opera|view-source|http|ws|wss|ftp|mailto|tel|sms|intent|content):/i.test(
        link,
      ),
    { error: 'a link of the wallet itself, or https' },
  )

/** A link that opens a page in the wallet's own browser, with placeholders for the page's URL. */
const browseLink = appLink
  .regex(/^[^{}]+\{(?:url|urlTwice|bare)\}/, 'a link with a gap for the page: {url}, {urlTwice} or {bare}')
  .regex(
    /^[^{}]*(?:\{(?:url|urlTwice|bare|origin)\}[^{}]*)*$/,
    'no other gaps than {url}, {urlTwice}, {bare}, {origin}',
  )
  .regex(/^[a-z0-9+.-]+:\/\/[^/?{]+[/?]/i, 'a link whose host stands before the first gap')

/** A page on localhost. Only there can a configured wallet use http, as the demo phone does, because no attacker can replace it. */
const ownMachine = z
  .url({ protocol: /^http$/, hostname: /^(?:localhost|[a-z0-9-]+\.localhost|127\.0\.0\.1)$/ })
  .regex(/^[^\s<>"'`\\#?@]+$/, 'an address without a name, a query or a fragment')

const walletFields = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/),
  name: z.string().min(1).max(64),
  homepage: webUrl.nullable().default(null),
  /** Name of the picture. Default: the id. */
  image_id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,63}$/)
    .optional(),
  /** Color of the tile for a wallet without a picture. Adjusted if white is not readable on it. */
  tint: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'a colour such as #1652f0')
    .nullable()
    .default(null),
  order: z.number().int().nonnegative(),
  badge_type: z.enum(['certified', 'featured', 'sandbox']).nullable().default(null),
  /** Only families count: a wallet with `eip155:1` supports every EVM network. */
  chains: z.array(z.string().regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/, 'a network as CAIP-2')).min(1),
  mobile_link: appLink.nullable().default(null),
  desktop_link: appLink.nullable().default(null),
  webapp_link: webUrl.nullable().default(null),
  link_mode: webUrl.nullable().default(null),
  browse_link: browseLink.nullable().default(null),
  app_store: webUrl.nullable().default(null),
  play_store: webUrl.nullable().default(null),
  chrome_store: webUrl.nullable().default(null),
  /** Identifier that the wallet announces over EIP-6963. */
  rdns: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i)
    .nullable()
    .default(null),
  /** Identifiers in a page, by family: rdns, Wallet Standard name, or the path of a Bitcoin provider. */
  injected: z
    .array(z.strictObject({ namespace: z.string().min(1), injected_id: z.string().min(1).max(128) }))
    .nullable()
    .default(null),
  /**
   * Relays that the wallet uses. `own`: only the relay of this server. `any`: this one and the public one. Default: only the public one, as
   * stock wallets do.
   */
  relay: z.enum(['own', 'any']).nullable().default(null),
})

const nameImage = (wallet: z.output<typeof walletFields>) => ({ ...wallet, image_id: wallet.image_id ?? wallet.id })

/** One entry of the directory's file. Links are deep-link bases. Unsupported or unknown properties are omitted or null. */
const walletRecordSchema = walletFields.transform(nameImage)

export type WalletRecord = z.output<typeof walletRecordSchema>

/** A configured wallet: like an entry of the file, but first in the list by default, and allowed on localhost. */
const configuredWalletSchema = walletFields
  .extend({
    homepage: z.union([webUrl, ownMachine]).nullable().default(null),
    order: z.number().int().nonnegative().default(0),
    mobile_link: z.union([appLink, ownMachine]).nullable().default(null),
    webapp_link: z.union([webUrl, ownMachine]).nullable().default(null),
  })
  .transform(nameImage)

/** The directory's file. Each id and each rdns is unique, so that a wallet is listed once. */
export const walletListSchema = z.array(walletRecordSchema).superRefine(refuseDoubles)

/** Wallets of the operator's configuration. */
export const configuredWalletsSchema = z.array(configuredWalletSchema).superRefine(refuseDoubles)

function refuseDoubles(wallets: readonly WalletRecord[], context: z.RefinementCtx): void {
  for (const key of ['id', 'rdns'] as const) {
    const seen = new Set<string>()
    wallets.forEach((wallet, index) => {
      const value = wallet[key]?.toLowerCase()
      if (value === undefined) return
      if (seen.has(value))
        context.addIssue({ code: 'custom', path: [index, key], message: `${value} is there already` })
      seen.add(value)
    })
  }
}

/** Reads one entry, for lists that can have invalid entries. */
export function readWalletRecord(value: unknown): { wallet: WalletRecord } | { issues: string } {
  const parsed = walletRecordSchema.safeParse(value)
  if (parsed.success) return { wallet: parsed.data }
  return {
    issues: parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'entry'}: ${message}`).join('; '),
  }
}
