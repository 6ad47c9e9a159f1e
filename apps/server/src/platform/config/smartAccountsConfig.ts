import { z } from 'zod'
import { keySchema } from './keyConfig.ts'

const evmAddress = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'an address: 0x and 40 hexadecimal digits')
const wei = z.string().regex(/^\d{1,40}$/, 'wei, a whole number as text')

/** What the operator pays for, on a network. Amounts in wei of what operations may cost at most, settled to what they did cost. */
const sponsorshipSchema = z.strictObject({
  /** Our paymaster contract, which the key of `smartAccounts.paymaster` signs for. */
  paymaster: evmAddress,
  perOperation: wei.default('20000000000000000'),
  perAccountAndDay: wei.default('50000000000000000'),
  perProjectAndDay: wei.default('5000000000000000000'),
  /** Of an account that this server has known for less than a day, or paid for on no day before. */
  perNewAccountAndDay: wei.default('20000000000000000'),
  operationsPerAccountAndDay: z.number().int().positive().default(100),
  /** Operations that are asked for from one network address; five times as many of an IPv6 /48. */
  operationsPerAddressAndDay: z.number().int().positive().default(300),
  /** New accounts that are asked for from one network address; five times as many of an IPv6 /48. */
  newAccountsPerAddressAndDay: z.number().int().positive().default(20),
  /**
   * Pay for smart accounts of anybody, not of this server's embedded wallets alone, and for requests without `Origin`. Accounts cost nothing to
   * make, so this gives the network's gas away up to the budgets.
   */
  anybody: z.boolean().default(false),
  /** Contracts that may be called at the operator's cost; left out: any. With it, accounts of anybody are paid for. */
  targets: z.array(evmAddress).optional(),
  /** Wei below which the paymaster's deposit at the EntryPoint is an alarm. */
  minimumDeposit: wei.default('100000000000000000'),
})

/** Smart accounts of one network. */
export const chainSmartAccountsSchema = z.strictObject({
  enabled: z.boolean().default(true),
  /** Left out: accounts pay their own network cost. */
  sponsorship: sponsorshipSchema.optional(),
  /** Wei below which the executor's balance is an alarm. */
  minimumExecutorBalance: wei.default('100000000000000000'),
  /** Milliseconds for which the bundler waits for more operations before it sends those that it has. */
  bundleInterval: z.number().int().min(0).max(60_000).default(250),
  /**
   * Seconds for which an operation must still be valid when it comes, so that it is in a block before: two blocks of the network, and a little
   * more. What the operator pays for is promised for three minutes.
   */
  leastValidity: z.number().int().min(1).max(120).default(30),
  /** Operations in one transaction, at most. */
  maxBundle: z.number().int().min(1).max(100).default(10),
  /** Gas that an operation may use for its validation, at most; its paymaster's likewise. */
  maxVerificationGas: z.number().int().min(100_000).max(15_000_000).default(3_000_000),
  /** Take operations of accounts that are not ours and that the operator does not pay for, where they pay for themselves. */
  acceptForeign: z.boolean().default(false),
})

/** The keys of this server for smart accounts. Without this part there are none. */
export const smartAccountsSchema = z.strictObject({
  /** Sends the operations and pays their transactions; the account of each chain that must be funded. */
  executor: keySchema,
  /** Signs what the operator pays for; one of its own, so that who has the executor's cannot give anything away. */
  paymaster: keySchema.optional(),
  /**
   * The key under which the server's keys of permissions lie: 32 bytes as base64 or hexadecimal, in a file (made when it is missing) or in this
   * variable of the environment. Left out: the wallet's.
   */
  keyFile: z.string().min(1).optional(),
  keyVariable: z.string().min(1).optional(),
})

/** Smart accounts of one network, with every default filled in. */
export type ChainSmartAccountsConfig = z.output<typeof chainSmartAccountsSchema>
