import { z } from 'zod'
import { keySchema } from './keyConfig.ts'

const evmAddress = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'an address: 0x and 40 hexadecimal digits')
const wei = z.string().regex(/^\d{1,40}$/, 'wei, a whole number as text')

/**
 * Network costs that the operator pays on a network. Amounts are in wei: the maximum cost of an operation, corrected later to the actual
 * cost.
 */
const sponsorshipSchema = z.strictObject({
  /** The operator's paymaster contract. The key of `smartAccounts.paymaster` signs for it. */
  paymaster: evmAddress,
  perOperation: wei.default('20000000000000000'),
  perAccountAndDay: wei.default('50000000000000000'),
  perProjectAndDay: wei.default('5000000000000000000'),
  /** Limit for an account that this server has known for less than a day, or has not paid for on an earlier day. */
  perNewAccountAndDay: wei.default('20000000000000000'),
  operationsPerAccountAndDay: z.number().int().positive().default(100),
  /** Operations requested from one IP address. An IPv6 /48 gets five times as many. */
  operationsPerAddressAndDay: z.number().int().positive().default(300),
  /** New accounts requested from one IP address. An IPv6 /48 gets five times as many. */
  newAccountsPerAddressAndDay: z.number().int().positive().default(20),
  /**
   * Pays for smart accounts of anyone, and for requests without `Origin`. By default it pays only for embedded wallets of this server.
   * Accounts are free to create, so attackers can use the whole quota.
   */
  anybody: z.boolean().default(false),
  /** Contracts that sponsored operations can call. Default: any. If it is set, the server pays for accounts of anyone. */
  targets: z.array(evmAddress).optional(),
  /** Wei. An alarm starts if the paymaster's deposit at the EntryPoint is below this amount. */
  minimumDeposit: wei.default('100000000000000000'),
})

/** Smart accounts of one network. */
export const chainSmartAccountsSchema = z.strictObject({
  enabled: z.boolean().default(true),
  /** Default: accounts pay their own network cost. */
  sponsorship: sponsorshipSchema.optional(),
  /** Wei. An alarm starts if the executor's balance is below this amount. */
  minimumExecutorBalance: wei.default('100000000000000000'),
  /** Milliseconds that the bundler waits for further operations before it submits. */
  bundleInterval: z.number().int().min(0).max(60_000).default(250),
  /**
   * Seconds that an operation must still be valid on arrival, so that it reaches a block in time: two blocks of the network, and a margin.
   * Sponsorships are valid for three minutes.
   */
  leastValidity: z.number().int().min(1).max(120).default(30),
  /** Maximum of operations per transaction. */
  maxBundle: z.number().int().min(1).max(100).default(10),
  /** Maximum of gas for the validation of an operation. The same limit applies to its paymaster. */
  maxVerificationGas: z.number().int().min(100_000).max(15_000_000).default(3_000_000),
  /** Accepts operations of foreign accounts that pay for themselves. */
  acceptForeign: z.boolean().default(false),
})

/** Keys of this server for smart accounts. Without this section there are none. */
export const smartAccountsSchema = z.strictObject({
  /** Submits the operations and pays for their transactions. Its account must be funded on each chain. */
  executor: keySchema,
  /** Signs sponsorships. It must differ from the executor's key, so that a leaked executor key cannot sponsor anything. */
  paymaster: keySchema.optional(),
  /**
   * File with the key that seals the server's permission keys: 32 bytes as base64 or hexadecimal. The server creates a missing file.
   * `keyVariable` names an environment variable instead. Default: the wallet's key.
   */
  keyFile: z.string().min(1).optional(),
  keyVariable: z.string().min(1).optional(),
})

export type ChainSmartAccountsConfig = z.output<typeof chainSmartAccountsSchema>
