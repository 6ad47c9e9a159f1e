import { z } from 'zod'

const webUrl = z.url({ protocol: /^https$/ })

/**
 * A deep link of an app: its own scheme, or https. Schemes that a browser would run or read itself are refused, because
 * an operator may paste a list from elsewhere.
 */
const appLink = z
  .string()
  .regex(/^[a-z][a-z0-9+.-]*:\/\/\S*$/i, 'a link such as wallet://')
  .refine((link) => !/^(javascript|data|vbscript|file|blob|about|http|ws|wss|intent|content):/i.test(link), {
    error: 'a link of the wallet itself, or https',
  })

/** One entry of the directory's file. Links are deep-link bases; null where the wallet has none or it is not known for sure. */
const walletRecordSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/),
  name: z.string().min(1).max(64),
  homepage: webUrl.nullable(),
  image_id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/),
  order: z.number().int().nonnegative(),
  badge_type: z.enum(['certified', 'featured', 'sandbox']).nullable(),
  /** Families count: a wallet of `eip155:1` takes every Ethereum-type network. */
  chains: z.array(z.string().regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/)).min(1),
  mobile_link: appLink.nullable(),
  desktop_link: appLink.nullable(),
  webapp_link: webUrl.nullable(),
  link_mode: webUrl.nullable(),
  app_store: webUrl.nullable(),
  play_store: webUrl.nullable(),
  chrome_store: webUrl.nullable(),
  /** What the wallet announces over EIP-6963. */
  rdns: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
    .nullable(),
  injected: z.array(z.strictObject({ namespace: z.string(), injected_id: z.string() })).nullable(),
})

/** One entry of the directory's file. */
export type WalletRecord = z.output<typeof walletRecordSchema>

/** The directory's file: every id and every rdns only once, so that a wallet is listed once. */
export const walletListSchema = z.array(walletRecordSchema).superRefine((wallets, context) => {
  for (const key of ['id', 'rdns'] as const) {
    const seen = new Set<string>()
    wallets.forEach((wallet, index) => {
      const value = wallet[key]
      if (value === null) return
      if (seen.has(value))
        context.addIssue({ code: 'custom', path: [index, key], message: `${value} is there already` })
      seen.add(value)
    })
  }
})
