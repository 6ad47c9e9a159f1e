import * as z from 'zod/mini'
import { accountIdSchema, accountReferenceSchema, chainIdSchema } from '../caip/schemas.ts'
import { onrampProviderIds } from '../onramp/providerIds.ts'
import { currencySchema } from './currency.ts'
import { defineEndpoint } from './endpoint.ts'

/** One asset of an account. `address` is absent for the native token; `value` and `price` are null if no price is known. */
export const balanceSchema = z.object({
  name: z.string(),
  symbol: z.string(),
  chainId: chainIdSchema,
  /** CAIP-10 of the token's contract; undefined for the native token. */
  address: z.optional(accountIdSchema),
  /** Value in the requested currency, US dollars in the kit; null if no price is known, never an invented 0. */
  value: z.nullable(z.number()),
  price: z.nullable(z.number()),
  /** `decimals` as text; `numeric` is the exact amount with every decimal. */
  quantity: z.object({ decimals: z.string(), numeric: z.string() }),
  iconUrl: z.nullable(z.string()),
})

/** One asset of an account. */
export type Balance = z.infer<typeof balanceSchema>

/** The balances of one account on one or all networks, ordered by value, then name. */
export const getBalance = defineEndpoint({
  method: 'GET',
  path: '/v1/account/{address}/balance',
  summary: 'Native coin and token balances of an account, with prices',
  tag: 'Accounts',
  project: 'required',
  params: z.object({
    /** Alone, or with its network (CAIP-10), which then replaces `chainId`. */ address: accountReferenceSchema,
  }),
  query: z.object({
    currency: currencySchema,
    /** By default all networks of the address's family. */
    chainId: z.optional(chainIdSchema),
    /** CAIP-10 tokens to read from the chain now, comma-separated. Native tokens are `0xeeee…eeee`, `So111…1111` (Solana), `native` (Bitcoin). */
    forceUpdate: z.optional(z.string()),
  }),
  response: z.object({ balances: z.array(balanceSchema) }),
  errors: ['malformed_address', 'unsupported_chain', 'unsupported_currency', 'upstream_unavailable'],
})

/** Type of a transaction, from the view of the account. */
export const operationTypeSchema = z.enum([
  'approve',
  'burn',
  // Bought with a card or a bank account.
  'buy',
  'deploy',
  'deposit',
  'execute',
  'mint',
  'receive',
  'send',
  'trade',
  'withdraw',
])

/** Type of a transaction, from the view of the account. */
export type OperationType = z.infer<typeof operationTypeSchema>

/** One transfer of an asset in a transaction, from the view of the account. Exactly one of the two infos is set. */
export const transferSchema = z.object({
  fungible_info: z.nullable(
    z.object({ name: z.string(), symbol: z.string(), icon: z.object({ url: z.nullable(z.string()) }) }),
  ),
  nft_info: z.nullable(
    z.object({
      name: z.string(),
      content: z.object({ preview: z.object({ url: z.nullable(z.string()) }) }),
      flags: z.object({ is_spam: z.boolean() }),
    }),
  ),
  /** CAIP-10 of the token contract; null for the native token. */
  address: z.nullable(accountIdSchema),
  direction: z.enum(['in', 'out', 'self']),
  /** `numeric` is the exact amount, as decimal text in units of the token. */
  quantity: z.object({ numeric: z.string() }),
  /** Value of the amount in the requested currency, US dollars in the kit; null if no price is known. */
  value: z.nullable(z.number()),
  price: z.nullable(z.number()),
})

/** One transfer of an asset in a transaction, from the view of the account. */
export type Transfer = z.infer<typeof transferSchema>

/** One transaction in an account's history. `metadata.chain` is exact CAIP-2; times are ISO 8601. */
export const historyItemSchema = z.object({
  id: z.string(),
  metadata: z.object({
    operationType: operationTypeSchema,
    /** Hash or ID of the transaction on its network. */
    hash: z.string(),
    /** Time of the block, ISO 8601. */
    minedAt: z.string(),
    sentFrom: z.string(),
    sentTo: z.string(),
    /** Signer of the transaction, if it is not `sentFrom`: anyone can emit a transfer event with another sender. */
    sentBy: z.optional(z.string()),
    status: z.enum(['confirmed', 'failed', 'pending']),
    /** Undefined in families without one (Solana, Bitcoin), and for the operations of a smart account. */
    nonce: z.optional(z.number()),
    /** Gas cost that the account paid, in the native token; "0" if it was sponsored. Undefined if others sent the transaction, or if unknown. */
    fee: z.optional(z.string()),
    application: z.nullable(z.object({ name: z.string(), iconUrl: z.nullable(z.string()) })),
    chain: chainIdSchema,
  }),
  transfers: z.array(transferSchema),
})

/** One transaction in an account's history. */
export type HistoryItem = z.infer<typeof historyItemSchema>

/** An account's transactions, newest first, 50 a page; the cursor is opaque and stable under new blocks. */
export const getHistory = defineEndpoint({
  method: 'GET',
  path: '/v1/account/{address}/history',
  summary: 'Transactions of an account, newest first',
  tag: 'Accounts',
  project: 'required',
  params: z.object({
    /** Alone, or with its network (CAIP-10), which then replaces `chainId`. */ address: accountReferenceSchema,
  }),
  query: z.object({
    cursor: z.optional(z.string()),
    /** By default all networks of the address's family. */
    chainId: z.optional(chainIdSchema),
    currency: currencySchema,
    /** Lists orders of this onramp provider instead; empty if the server does not use it. */
    onramp: z.optional(z.enum(onrampProviderIds)),
  }),
  response: z.object({ data: z.array(historyItemSchema), next: z.nullable(z.string()) }),
  errors: [
    'malformed_address',
    'malformed_cursor',
    'unsupported_chain',
    'unsupported_currency',
    'upstream_unavailable',
  ],
})

const identityFields = {
  name: z.nullable(z.string()),
  /** URL of a picture on this server. */
  avatar: z.nullable(z.string()),
  /** ISO 8601. */
  resolvedAt: z.string(),
}

/** The name and avatar of an address; null if it has none. */
export const getIdentity = defineEndpoint({
  method: 'GET',
  path: '/v1/identity/{address}',
  summary: 'Name and avatar of an address',
  tag: 'Accounts',
  project: 'required',
  params: z.object({
    /** Alone, or with its network (CAIP-10), which then replaces `chainId`. */ address: accountReferenceSchema,
  }),
  query: z.object({
    sender: z.optional(z.string()),
    /** CAIP-2: the network on which the name must resolve to the address. By default every EVM network. */
    chainId: z.optional(chainIdSchema),
  }),
  response: z.object(identityFields),
  errors: ['malformed_address', 'name_resolve_failed'],
})

/** Largest number of addresses in one request. */
export const maxIdentities = 25

/** The same for several addresses, for lists. Omits an address that cannot be resolved right now. */
export const getIdentities = defineEndpoint({
  method: 'GET',
  path: '/v1/identities',
  summary: 'Names and avatars of several addresses',
  tag: 'Accounts',
  project: 'required',
  query: z.object({
    /** Comma-separated, 25 at most; each alone, or with its network (CAIP-10). */
    addresses: z.string().check(z.minLength(1), z.maxLength(4_000)),
    /** As in the request for one address. */
    chainId: z.optional(chainIdSchema),
  }),
  /** `address` is as in the request. */
  response: z.object({ identities: z.array(z.object({ address: z.string(), ...identityFields })) }),
  errors: ['malformed_address', 'malformed_request', 'name_resolve_failed'],
})
