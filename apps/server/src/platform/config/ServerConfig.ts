import { z } from 'zod'
import { chainSchema } from './chainConfig.ts'
import { describeWalletUrlIssue } from './describeWalletUrlIssue.ts'
import { namesSchema } from './namesConfig.ts'
import { onrampSchema } from './onrampConfig.ts'
import { describeOriginIssue } from './originMatcher.ts'
import { operatorsSchema, siwxSchema } from './siwxConfig.ts'
import { smartAccountsSchema } from './smartAccountsConfig.ts'
import { socialSchema } from './socialConfig.ts'
import { httpUrl } from './upstreamConfig.ts'

export type { BitcoinChainConfig } from './bitcoinChainConfig.ts'
export type { ChainConfig } from './chainConfig.ts'
export type { EvmChainConfig, EvmChainConfigInput } from './evmChainConfig.ts'
export type { SolanaChainConfig } from './solanaChainConfig.ts'

/** Adds the problem that a check describes, as a sentence after the found value. */
function sentence(describe: (text: string) => string | undefined) {
  return (text: string, { addIssue }: z.core.$RefinementCtx<string>): void => {
    const message = describe(text)
    if (message) addIssue({ code: 'custom', message, input: text, params: { isSentence: true } })
  }
}

const projectSchema = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{32}$/, '32 hexadecimal characters'),
  name: z.string().min(1),
  /**
   * Exact origins. `https://*.example.com` allows every host below example.com. For development, `http://localhost:*` allows any port (also
   * 127.0.0.1, [::1] and *.localhost names). Requests without an Origin header (servers, scripts) pass.
   */
  origins: z.array(z.string().superRefine(sentence(describeOriginIssue))),
  enabled: z.boolean().default(true),
  /** Embedded wallet of this project's visitors. */
  wallet: z
    .strictObject({
      /**
       * Whether a visitor has one wallet per project, or one for all projects of this server. With one for all, sites can recognize each
       * other's visitors.
       */
      scope: z.enum(['project', 'server']).default('project'),
      /** When the wallet asks for a passkey or a backup code. */
      recovery: z.enum(['before-funding', 'at-creation', 'optional']).default('before-funding'),
      /** Lets the site ask for the login code in its own page. By default the visitor enters it only in the wallet's frame. */
      hostMayTypeCode: z.boolean().default(false),
      /**
       * Requests that the visitor approves on the card in the site's page. `messages`: plain messages and sign-ins, while payments open a
       * wallet window. `everything`: all requests. A script injected into the site can make the card invisible, and browsers do not detect
       * it.
       */
      cardApprovals: z.enum(['messages', 'everything']).default('messages'),
      /**
       * `unknown-device`: each device that is new to the address needs a device link and a number before the code. This applies whether the
       * account exists or not.
       */
      deviceVerification: z.enum(['never', 'unknown-device']).default('never'),
      /** Minutes without use after which the wallet locks. With `off` it never locks, even if another person uses the browser. */
      autoLock: z.union([z.number().int().min(1).max(60), z.literal('off')]).default(15),
    })
    .prefault({}),
  /** Counts events of this project's visitors, on this server only (`docs/operations.md`). */
  telemetry: z
    .strictObject({
      enabled: z.boolean().default(false),
      /** Days after which an event is deleted. */
      keepDays: z.number().int().min(1).max(3650).default(90),
      /** Maximum of events per day, so that a flood cannot fill the disk. Further events are not stored. */
      maxPerDay: z.number().int().positive().default(100_000),
    })
    .prefault({}),
})

export type ProjectConfig = z.output<typeof projectSchema>

/** Settings of the operator, in one typed file. Environment variables override it (`docs/operations.md`). */
export const serverConfigSchema = z.strictObject({
  /**
   * Role of this process. `all`: everything. `wallet`: only the wallet's origin, with the key-encryption key. `api`: only the API, which
   * must not have that key (`docs/operations.md`, "Two processes").
   */
  role: z.enum(['all', 'wallet', 'api']).default('all'),
  http: z
    .strictObject({
      host: z.string().default('127.0.0.1'),
      port: z.number().int().min(0).max(65535).default(7101),
      /** URL at which clients reach this server. */
      publicUrl: httpUrl.optional(),
      /** Trusts `x-forwarded-for` of a proxy in front of the server. */
      trustProxy: z.boolean().default(false),
    })
    .prefault({}),
  metrics: z
    .strictObject({ host: z.string().default('127.0.0.1'), port: z.number().int().min(0).max(65535).default(7109) })
    .prefault({}),
  log: z
    .strictObject({ level: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info') })
    .prefault({}),
  /** Folder of the embedded database. */
  dataFolder: z.string().default('.latchkey/server'),
  /** Without a URL, the server uses the embedded database (PGlite). */
  database: z
    .strictObject({
      url: z
        .url({ protocol: /^postgres(ql)?$/, error: 'a URL such as postgres://user:password@host:5432/database' })
        .optional(),
    })
    .prefault({}),
  /** Without a URL, the bus and the key-value store are in-process. */
  redis: z
    .strictObject({
      url: z.url({ protocol: /^rediss?$/, error: 'a URL such as redis://:password@host:6379' }).optional(),
    })
    .prefault({}),
  projects: z.array(projectSchema).default([]),
  /** Embedded wallet on a separate origin: its pages and its API. Without this section the server has no wallet. */
  wallet: z
    .strictObject({
      host: z.string().default('127.0.0.1'),
      port: z.number().int().min(0).max(65535).default(7102),
      /** Origin of the wallet, for example `https://wallet.example.com`. Requests for any other host are refused. */
      publicUrl: httpUrl.superRefine(sentence(describeWalletUrlIssue)),
      /** The built pages of apps/wallet. */
      folder: z.string().min(1),
      /**
       * File with the key-encryption key: 32 bytes as base64 or hexadecimal. The server creates a missing file. `keyVariable` names an
       * environment variable instead.
       */
      keyFile: z.string().optional(),
      keyVariable: z.string().optional(),
    })
    .optional(),
  /** Mail server. The embedded wallet requires it. */
  mail: z
    .strictObject({
      /** `smtp://user:password@host:587` or `smtps://…`. */
      url: z.url({ protocol: /^smtps?$/, error: 'a URL such as smtp://user:password@host:587' }),
      /** `Example <no-reply@example.com>`. For a plain address, the sender's name is the project of the email. */
      from: z.string().min(3),
    })
    .optional(),
  /** Contact for security problems of this server: `/.well-known/security.txt` (RFC 9116) of the API and of the wallet. */
  securityText: z
    .strictObject({
      /** Email addresses (`mailto:…`) or pages (`https://…`), the preferred one first. */
      contacts: z
        .array(z.url({ protocol: /^(https|mailto|tel)$/, error: 'a URL such as mailto:security@example.com' }))
        .min(1),
      /** ISO 8601. Readers ignore the file from this time on. */
      expires: z.iso.datetime(),
      policy: httpUrl.optional(),
      languages: z.array(z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]+)*$/)).default([]),
    })
    .optional(),
  /** Logins with a provider, in the embedded wallet. */
  social: socialSchema.prefault({}),
  /** Smart accounts: the keys that submit and pay for their operations. */
  smartAccounts: smartAccountsSchema.optional(),
  /** Names that visitors register. */
  names: namesSchema.optional(),
  /** Buying with a card or a bank account. */
  onramp: onrampSchema.optional(),
  /** Sign-in with any wallet. */
  siwx: siwxSchema.optional(),
  /** Accounts that can see the operator's pages after sign-in. */
  operators: operatorsSchema,
  chains: z.array(chainSchema).min(1),
  limits: z
    .strictObject({
      /** Requests per minute of one IP address at one project. */
      readPerMinute: z.number().int().positive().default(6000),
      /** JSON-RPC calls per minute of one IP address at one project. Each call of a batch counts. */
      rpcPerMinute: z.number().int().positive().default(6000),
      /** WebSockets and event streams of one address (IPv4, or /64 of IPv6; a /48 gets five times as many). `sockets` limits the total. */
      socketsPerAddress: z.number().int().positive().default(50),
      sockets: z.number().int().positive().default(10_000),
      /** Bytes of one message of a WebSocket. */
      frameBytes: z.number().int().min(1024).max(1_048_576).default(262_144),
      /** Bytes of incomplete messages and request bodies: of one address, and in total. */
      intakeBytesPerAddress: z.number().int().min(65_536).default(4_194_304),
      intakeBytes: z.number().int().min(65_536).default(12_582_912),
      /** Seconds without a message after which a WebSocket is closed. The relay's sockets have a separate rule. */
      idleSeconds: z.number().int().positive().default(900),
      /** TCP connections of one address if no proxy is trusted, and in total. */
      connectionsPerAddress: z.number().int().positive().default(256),
      connections: z.number().int().positive().default(20_000),
      /** Emails of one project per hour. A fifth of them is reserved for known accounts. */
      mailsPerHour: z.number().int().positive().default(1_000),
    })
    .prefault({}),
  /** The WalletConnect relay, at `/relay` of this server (`docs/relay.md`). */
  relay: z
    .strictObject({
      enabled: z.boolean().default(true),
      /** Other URLs of this relay, such as `wss://relay.example.com`: accepted audiences of client tokens. */
      addresses: z.array(z.url({ protocol: /^wss?$/, error: 'a URL such as wss://host/path' })).default([]),
      /**
       * Storage of queued messages. The default is Redis if it is configured, else the database. `memory` loses them at the end of the
       * process.
       */
      store: z.enum(['memory', 'database', 'redis']).optional(),
      limits: z
        .strictObject({
          messagesPerTopic: z.number().int().positive().default(500),
          bytesPerTopic: z.number().int().positive().default(1_048_576),
          topicsPerClient: z.number().int().positive().default(5_000),
          /** Queued messages in the memory of a process, a few hundred bytes each. Does not apply to Redis, which limits its own memory. */
          messages: z.number().int().positive().default(2_000_000),
          socketsPerClient: z.number().int().positive().default(20),
          /** Messages per second that one client can publish on average, and in a burst. */
          messagesPerSecond: z.number().int().positive().default(100),
          burst: z.number().int().positive().default(500),
          /** New connections per minute from one IP address. */
          connectionsPerMinute: z.number().int().positive().default(600),
        })
        .prefault({}),
    })
    .prefault({}),
  directory: z
    .strictObject({
      /** Wallet directory: a JSON file that replaces the one of the server. */
      file: z.string().optional(),
      /**
       * Wallets of the operator, listed before those of the file. The entries have the same shape (`docs/operations.md`), and the directory
       * checks them at the start.
       */
      wallets: z.array(z.record(z.string(), z.unknown())).default([]),
      /** Folder with the operator's images: `<image_id>.svg` or `.png`. */
      images: z.string().optional(),
    })
    .prefault({}),
  /** Swaps, on the chains whose configuration names `contracts.uniswapSwapRouter02`. */
  convert: z
    .strictObject({
      enabled: z.boolean().default(true),
      /** Seconds after which the chain rejects a built swap. */
      deadline: z.number().int().min(30).max(3600).default(600),
      /** Second source of quotes: the router of 0x, with an API key. Its quotes show its name. */
      zeroex: z
        .strictObject({
          url: httpUrl.default('https://api.0x.org'),
          /** The key, or the name of the environment variable that has it. */
          apiKey: z.string().min(1).optional(),
          keyVariable: z.string().optional(),
        })
        .optional(),
    })
    .prefault({}),
  /** Pools with less liquidity than this (in usd) set no price. */
  prices: z.strictObject({ minimumLiquidity: z.number().nonnegative().default(1000) }).prefault({}),
})

/** The server's configuration, validated, with all defaults. */
export type ServerConfig = z.output<typeof serverConfigSchema>

/** The configuration as an operator writes it. */
export type ServerConfigInput = z.input<typeof serverConfigSchema>
