import { z } from 'zod'
import { chainSchema } from './chainConfig.ts'
import { namesSchema } from './namesConfig.ts'
import { onrampSchema } from './onrampConfig.ts'
import { operatorsSchema, siwxSchema } from './siwxConfig.ts'
import { smartAccountsSchema } from './smartAccountsConfig.ts'
import { socialSchema } from './socialConfig.ts'
import { httpUrl } from './upstreamConfig.ts'

export type { BitcoinChainConfig } from './bitcoinChainConfig.ts'
export type { ChainConfig } from './chainConfig.ts'
export type { EvmChainConfig, EvmChainConfigInput } from './evmChainConfig.ts'
export type { SolanaChainConfig } from './solanaChainConfig.ts'

const projectSchema = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{32}$/, '32 hexadecimal characters'),
  name: z.string().min(1),
  /**
   * Exact origins; `https://*.example.com` for every host below example.com; for development `http://localhost:*`, any port
   * (localhost, 127.0.0.1, [::1] and *.localhost names only). Requests without an Origin header (servers, scripts) pass.
   */
  origins: z.array(z.string()),
  enabled: z.boolean().default(true),
  /** The embedded wallet, for this project's visitors. */
  wallet: z
    .strictObject({
      /** Whether a visitor has a wallet per project, or one for all projects of this server (sites can then recognise each other's visitors). */
      scope: z.enum(['project', 'server']).default('project'),
      /** When a passkey or a backup code is asked for. */
      recovery: z.enum(['before-funding', 'at-creation', 'optional']).default('before-funding'),
      /** Lets the site ask for the login code in its own page; otherwise it is typed in the wallet's frame only. */
      hostMayTypeCode: z.boolean().default(false),
      /**
       * What is approved on the card in the site's page: plain messages and sign-ins alone, while what moves money opens a window of the
       * wallet; or everything. A script that was injected into the site can make the card invisible without a browser noticing.
       */
      cardApprovals: z.enum(['messages', 'everything']).default('messages'),
      /** `unknown-device`: a link and a number before the code on every device that this address did not use yet, whether the account exists or not. */
      deviceVerification: z.enum(['never', 'unknown-device']).default('never'),
      /** Minutes without use after which the wallet locks; `off`: it never locks, whoever sits at the browser. */
      autoLock: z.union([z.number().int().min(1).max(60), z.literal('off')]).default(15),
    })
    .prefault({}),
  /** What this project's visitors do, counted on this server and nowhere else (`docs/operations.md`). */
  telemetry: z
    .strictObject({
      enabled: z.boolean().default(false),
      /** Days after which an event is deleted. */
      keepDays: z.number().int().min(1).max(3650).default(90),
      /** Events of one day at most, so that nobody fills the disk; those above are not stored. */
      maxPerDay: z.number().int().positive().default(100_000),
    })
    .prefault({}),
})

/** The configuration of one project. */
export type ProjectConfig = z.output<typeof projectSchema>

/** Everything that an operator can set, in one typed file; environment variables win over it (`docs/operations.md`). */
export const serverConfigSchema = z.strictObject({
  /**
   * What this process does: everything; the wallet's origin alone, which has the key-encryption key; or the API alone, which must not have it
   * (`docs/operations.md`, "Two processes").
   */
  role: z.enum(['all', 'wallet', 'api']).default('all'),
  http: z
    .strictObject({
      host: z.string().default('127.0.0.1'),
      port: z.number().int().min(0).max(65535).default(7101),
      /** Where clients reach this server. */
      publicUrl: httpUrl.optional(),
      /** Trust `x-forwarded-for` of a proxy in front of the server. */
      trustProxy: z.boolean().default(false),
    })
    .prefault({}),
  metrics: z
    .strictObject({ host: z.string().default('127.0.0.1'), port: z.number().int().min(0).max(65535).default(7109) })
    .prefault({}),
  log: z
    .strictObject({ level: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info') })
    .prefault({}),
  /** Where the embedded database lives. */
  dataFolder: z.string().default('.latchkey/server'),
  /** Without a URL the embedded database (PGlite) is used. */
  database: z.strictObject({ url: z.string().optional() }).prefault({}),
  /** Without a URL the bus and the key-value store are in-process. */
  redis: z.strictObject({ url: z.string().optional() }).prefault({}),
  projects: z.array(projectSchema).default([]),
  /** The embedded wallet, on an origin of its own: its pages and its API. Without this part there is none. */
  wallet: z
    .strictObject({
      host: z.string().default('127.0.0.1'),
      port: z.number().int().min(0).max(65535).default(7102),
      /** The wallet's own origin, for example `https://wallet.example.com`. Requests for any other host are refused. */
      publicUrl: httpUrl,
      /** The built pages of apps/wallet. */
      folder: z.string().min(1),
      /** The key-encryption key: 32 bytes as base64 or hexadecimal, in a file (made when it is missing) or in this variable of the environment. */
      keyFile: z.string().optional(),
      keyVariable: z.string().optional(),
    })
    .optional(),
  /** The mail server. Needed by the embedded wallet. */
  mail: z
    .strictObject({
      /** `smtp://user:password@host:587` or `smtps://…`. */
      url: z.url({ protocol: /^smtps?$/ }),
      /** `Example <no-reply@example.com>`; an address alone comes from the name of the mail's project. */
      from: z.string().min(3),
    })
    .optional(),
  /** Where to report a security problem of this server: `/.well-known/security.txt` (RFC 9116) of the API and of the wallet. */
  securityText: z
    .strictObject({
      /** Addresses of mail (`mailto:…`) or pages (`https://…`), the preferred one first. */
      contacts: z.array(z.url({ protocol: /^(https|mailto|tel)$/ })).min(1),
      /** ISO 8601; readers ignore the file from then on. */
      expires: z.iso.datetime(),
      policy: httpUrl.optional(),
      languages: z.array(z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]+)*$/)).default([]),
    })
    .optional(),
  /** Logins with a provider, in the embedded wallet. */
  social: socialSchema.prefault({}),
  /** Smart accounts: the keys that send and pay for their operations. */
  smartAccounts: smartAccountsSchema.optional(),
  /** Names that visitors register. */
  names: namesSchema.optional(),
  /** Buying with a card or a bank account. */
  onramp: onrampSchema.optional(),
  /** Sign in with any wallet. */
  siwx: siwxSchema.optional(),
  /** Who may see the operator's pages, once signed in. */
  operators: operatorsSchema,
  chains: z.array(chainSchema).min(1),
  limits: z
    .strictObject({
      /** Requests per minute of one IP address at one project. */
      readPerMinute: z.number().int().positive().default(6000),
      /** JSON-RPC calls per minute, likewise; each call of a batch counts. */
      rpcPerMinute: z.number().int().positive().default(6000),
      /** WebSockets and event streams of one address (IPv4, or /64 of IPv6; five times as many of a /48), and of all. */
      socketsPerAddress: z.number().int().positive().default(50),
      sockets: z.number().int().positive().default(10_000),
      /** Bytes of one message of a WebSocket. */
      frameBytes: z.number().int().min(1024).max(1_048_576).default(262_144),
      /** Bytes of messages and request bodies that are not whole yet: of one address, and of all. */
      intakeBytesPerAddress: z.number().int().min(65_536).default(4_194_304),
      intakeBytes: z.number().int().min(65_536).default(12_582_912),
      /** Seconds after which a WebSocket is ended on which nothing was said; those of the relay have their own rule. */
      idleSeconds: z.number().int().positive().default(900),
      /** TCP connections of one address, where no proxy is trusted, and of all. */
      connectionsPerAddress: z.number().int().positive().default(256),
      connections: z.number().int().positive().default(20_000),
      /** Mails of one project in an hour; a fifth of them is for known accounts alone. */
      mailsPerHour: z.number().int().positive().default(1_000),
    })
    .prefault({}),
  /** The WalletConnect relay, at `/relay` of this server (`docs/relay.md`). */
  relay: z
    .strictObject({
      enabled: z.boolean().default(true),
      /** Further addresses under which clients know this relay, such as `wss://relay.example.com`: the audience of their tokens. */
      addresses: z.array(z.url({ protocol: /^wss?$/ })).default([]),
      /** Where messages wait: Redis where one is set, else the database. `memory` forgets them with the process. */
      store: z.enum(['memory', 'database', 'redis']).optional(),
      limits: z
        .strictObject({
          messagesPerTopic: z.number().int().positive().default(500),
          bytesPerTopic: z.number().int().positive().default(1_048_576),
          topicsPerClient: z.number().int().positive().default(5_000),
          /** Messages that a process remembers in all, some hundred bytes each; not with Redis, whose memory is its own affair. */
          messages: z.number().int().positive().default(2_000_000),
          socketsPerClient: z.number().int().positive().default(20),
          /** Messages a second that one client may publish in the long run, and at once. */
          messagesPerSecond: z.number().int().positive().default(100),
          burst: z.number().int().positive().default(500),
          /** New connections a minute from one IP address. */
          connectionsPerMinute: z.number().int().positive().default(600),
        })
        .prefault({}),
    })
    .prefault({}),
  directory: z
    .strictObject({
      /** The wallet directory: a JSON file in the place of the one that comes with the server. */
      file: z.string().optional(),
      /**
       * Wallets of the operator's own, before those of the file: entries as there (`docs/operations.md`), which the directory
       * reads and checks at start.
       */
      wallets: z.array(z.record(z.string(), z.unknown())).default([]),
      /** A folder with the operator's own pictures: `<image_id>.svg` or `.png`. */
      images: z.string().optional(),
    })
    .prefault({}),
  /** Swaps, on the chains whose configuration names `contracts.uniswapSwapRouter02`. */
  convert: z
    .strictObject({
      enabled: z.boolean().default(true),
      /** Seconds after which the chain refuses a built swap. */
      deadline: z.number().int().min(30).max(3600).default(600),
      /** The router of another company, asked beside our own: 0x, with the key that it gave. Its name is shown with its quotes. */
      zeroex: z
        .strictObject({
          url: httpUrl.default('https://api.0x.org'),
          /** The key, or the variable of the environment that holds it. */
          apiKey: z.string().min(1).optional(),
          keyVariable: z.string().optional(),
        })
        .optional(),
    })
    .prefault({}),
  /** A liquidity below this many usd gives no price. */
  prices: z.strictObject({ minimumLiquidity: z.number().nonnegative().default(1000) }).prefault({}),
})

/** The server's configuration, validated and with every default filled in. */
export type ServerConfig = z.output<typeof serverConfigSchema>

/** The configuration as an operator writes it. */
export type ServerConfigInput = z.input<typeof serverConfigSchema>
