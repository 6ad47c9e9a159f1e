import { z } from 'zod'

const webUrl = z.url({ protocol: /^https$/ })

/**
 * A deep link of an app: its own scheme, or https. Schemes that a browser would run or read itself are refused, because
 * an operator may paste a list from elsewhere.
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

/** A link that opens a page in the wallet's own browser, with gaps for the page's address. */
const browseLink = appLink
  .regex(/^[^{}]+\{(?:url|urlTwice|bare)\}/, 'a link with a gap for the page: {url}, {urlTwice} or {bare}')
  .regex(
    /^[^{}]*(?:\{(?:url|urlTwice|bare|origin)\}[^{}]*)*$/,
    'no other gaps than {url}, {urlTwice}, {bare}, {origin}',
  )
  .regex(/^[a-z0-9+.-]+:\/\/[^/?{]+[/?]/i, 'a link whose host stands before the first gap')

/**
 * A page of one's own machine: only there may a wallet of the configuration be reached by http, as the demo phone is. Nobody
 * else can stand in its place.
 */
const ownMachine = z
  .url({ protocol: /^http$/, hostname: /^(?:localhost|[a-z0-9-]+\.localhost|127\.0\.0\.1)$/ })
  .regex(/^[^\s<>"'`\\#?@]+$/, 'an address without a name, a query or a fragment')

const walletFields = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/),
  name: z.string().min(1).max(64),
  homepage: webUrl.nullable().default(null),
  /** The picture's name; the id when left out. */
  image_id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,63}$/)
    .optional(),
  /** The colour of the tile that stands for the wallet's picture; made readable where it is not. */
  tint: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'a colour such as #1652f0')
    .nullable()
    .default(null),
  order: z.number().int().nonnegative(),
  badge_type: z.enum(['certified', 'featured', 'sandbox']).nullable().default(null),
  /** Families count: a wallet of `eip155:1` takes every Ethereum-type network. */
  chains: z.array(z.string().regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/, 'a network as CAIP-2')).min(1),
  mobile_link: appLink.nullable().default(null),
  desktop_link: appLink.nullable().default(null),
  webapp_link: webUrl.nullable().default(null),
  link_mode: webUrl.nullable().default(null),
  browse_link: browseLink.nullable().default(null),
  app_store: webUrl.nullable().default(null),
  play_store: webUrl.nullable().default(null),
  chrome_store: webUrl.nullable().default(null),
  /** What the wallet announces over EIP-6963. */
  rdns: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i)
    .nullable()
    .default(null),
  /** How it is known in a page, by family: rdns, Wallet Standard name, or the path of a Bitcoin provider. */
  injected: z
    .array(z.strictObject({ namespace: z.string().min(1), injected_id: z.string().min(1).max(128) }))
    .nullable()
    .default(null),
  /**
   * By which relay it is reached: `own`: it dials the relay of this server alone; `any`: this one and the public one. Left
   * out: the public one alone, as stock wallets do.
   */
  relay: z.enum(['own', 'any']).nullable().default(null),
})

const nameImage = (wallet: z.output<typeof walletFields>) => ({ ...wallet, image_id: wallet.image_id ?? wallet.id })

/**
 * One entry of the directory's file. Links are deep-link bases. What a wallet does not have, or what is not known for sure, is
 * left out or null.
 */
const walletRecordSchema = walletFields.transform(nameImage)

/** One entry of the directory's file. */
export type WalletRecord = z.output<typeof walletRecordSchema>

/** An entry of the operator's configuration: as in the file, but it stands first unless it says where, and may be on one's own machine. */
const configuredWalletSchema = walletFields
  .extend({
    homepage: z.union([webUrl, ownMachine]).nullable().default(null),
    order: z.number().int().nonnegative().default(0),
    mobile_link: z.union([appLink, ownMachine]).nullable().default(null),
    webapp_link: z.union([webUrl, ownMachine]).nullable().default(null),
  })
  .transform(nameImage)

/** The directory's file: every id and every rdns only once, so that a wallet is listed once. */
export const walletListSchema = z.array(walletRecordSchema).superRefine(refuseDoubles)

/** The wallets that the operator's configuration adds. */
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

/** Reads one entry, for lists that may have bad ones among good ones. */
export function readWalletRecord(value: unknown): { wallet: WalletRecord } | { issues: string } {
  const parsed = walletRecordSchema.safeParse(value)
  if (parsed.success) return { wallet: parsed.data }
  return {
    issues: parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'entry'}: ${message}`).join('; '),
  }
}
