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
  operationsPerAccountAndDay: z.number().int().positive().default(100),
  /** Contracts that may be called at the operator's cost; left out: any. */
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
