import { createRequire } from 'node:module'

/** The part of the other clients that the tests use, with their names. */
export type OracleSession = {
  topic: string
  expiry: number
  namespaces: Record<string, { accounts: string[]; chains?: string[]; methods: string[]; events: string[] }>
}

export type OracleCacao = {
  h: { t: string }
  p: Record<string, unknown> & { iss: string }
  s: { t: string; s: string }
}

export type OracleEvents = {
  on: (event: string, listener: (value: never) => void) => unknown
  off: (event: string, listener: (value: never) => void) => unknown
}

export type OracleCore = {
  verify: { register: unknown; resolve: unknown }
  eventClient?: { init: unknown }
  heartbeat: { stop: () => void }
  relayer: {
    transportClose: () => Promise<void>
    transportOpen: () => Promise<void>
    onProviderPayload: (payload: unknown) => Promise<void>
    events: OracleEvents
  }
}

export type OracleApp = OracleEvents & {
  core: OracleCore
  session: { getAll: () => OracleSession[] }
  connect: (options: object) => Promise<{ uri: string; approval: () => Promise<OracleSession> }>
  authenticate: (
    options: object,
  ) => Promise<{ uri: string; response: () => Promise<{ auths?: OracleCacao[]; session?: OracleSession }> }>
  formatAuthMessage: (options: { request: object; iss: string }) => string
  request: (options: object) => Promise<unknown>
  ping: (options: { topic: string }) => Promise<void>
  disconnect: (options: { topic: string; reason: { code: number; message: string } }) => Promise<void>
}

export type OracleWallet = OracleEvents & {
  core: OracleCore
  engine: {
    signClient: {
      logger: { level: string }
      events: OracleEvents
      ping: (options: { topic: string }) => Promise<void>
      session: { getAll: () => OracleSession[] }
    }
  }
  pair: (options: { uri: string }) => Promise<void>
  approveSession: (options: object) => Promise<OracleSession>
  rejectSession: (options: object) => Promise<void>
  updateSession: (options: object) => Promise<unknown>
  extendSession: (options: object) => Promise<unknown>
  respondSessionRequest: (options: object) => Promise<void>
  disconnectSession: (options: object) => Promise<void>
  emitSessionEvent: (options: object) => Promise<void>
  approveSessionAuthenticate: (options: object) => Promise<unknown>
  rejectSessionAuthenticate: (options: object) => Promise<unknown>
  formatAuthMessage: (options: { request: object; iss: string }) => string
}

/** Their functions for a sign-in, reduced to the wallet's capabilities. */
export type OracleUtils = {
  populateAuthPayload: (options: {
    authPayload: object
    chains: readonly string[]
    methods: readonly string[]
  }) => object
  buildAuthObject: (payload: object, signature: { t: string; s: string | undefined }, iss: string) => OracleCacao
}

/** Their storage, kept outside so that a client can restart with it. */
export type OracleStorage = {
  getKeys: () => Promise<string[]>
  getEntries: () => Promise<[string, unknown][]>
  getItem: (key: string) => Promise<unknown>
  setItem: (key: string, value: unknown) => Promise<void>
  removeItem: (key: string) => Promise<void>
}

type CoreClass = new (options: object) => OracleCore

// Two clients of one process must not share one connection.
process.env.DISABLE_GLOBAL_CORE = 'true'

const require = createRequire(import.meta.url)

/** Loads a package with its own copy of the core. */
function load(name: string): { exports: Record<string, unknown>; Core: CoreClass } {
  const path = require.resolve(name)
  const { Core } = createRequire(path)('@walletconnect/core') as { Core: CoreClass }
  return { exports: require(path) as Record<string, unknown>, Core }
}

const appPackages = { '2.21.8': '@walletconnect/sign-client', '2.17.1': '@walletconnect/sign-client-2.17' } as const
const walletPackages = {
  'walletkit 1.2.10': ['@reown/walletkit', 'WalletKit'],
  'web3wallet 1.16.1': ['@walletconnect/web3wallet', 'Web3Wallet'],
} as const

export type OracleAppVersion = keyof typeof appPackages
export type OracleWalletVersion = keyof typeof walletPackages

export type OracleOptions = {
  relayUrl: string
  projectId: string
  storage: OracleStorage
  /** Unique for each client of a process. */
  prefix: string
  metadata: object
}

/** Creates their app. */
export async function createOracleApp(version: OracleAppVersion, options: OracleOptions): Promise<OracleApp> {
  const { exports, Core } = load(appPackages[version])
  const { SignClient } = exports as { SignClient: { init: (options: object) => Promise<OracleApp> } }
  return SignClient.init({ core: createCore(Core, options), metadata: options.metadata, logger: 'silent' })
}

/** Creates their wallet. */
export async function createOracleWallet(
  version: OracleWalletVersion,
  options: OracleOptions,
): Promise<{ wallet: OracleWallet; utils: OracleUtils }> {
  const [name, className] = walletPackages[version]
  const { exports, Core } = load(name)
  const Wallet = exports[className] as { init: (options: object) => Promise<OracleWallet> }
  const wallet = await Wallet.init({
    core: createCore(Core, options),
    metadata: options.metadata,
    signConfig: { disableRequestQueue: true },
  })
  wallet.engine.signClient.logger.level = 'silent'
  return { wallet, utils: createRequire(require.resolve(name))('@walletconnect/utils') as OracleUtils }
}

/**
 * Stops a client like a closed app: it receives nothing, does not reconnect, and its storage stays. Without this, a client about to dial
 * would reconnect, and answer in addition to its successor.
 */
export async function endOracle({ heartbeat, relayer }: OracleCore): Promise<void> {
  heartbeat.stop()
  relayer.onProviderPayload = async () => undefined
  relayer.transportOpen = () => new Promise(() => undefined)
  relayer.events.on('relayer_connect', () => void relayer.transportClose())
  await relayer.transportClose()
}

/** Creates a storage in memory. */
export function createOracleStorage(): OracleStorage {
  const entries = new Map<string, string>()
  const read = (key: string): unknown => {
    const text = entries.get(key)
    return text === undefined ? undefined : JSON.parse(text)
  }
  return {
    getKeys: async () => [...entries.keys()],
    getEntries: async () => [...entries.keys()].map((key) => [key, read(key)]),
    getItem: async (key) => read(key),
    setItem: async (key, value) => void entries.set(key, JSON.stringify(value)),
    removeItem: async (key) => void entries.delete(key),
  }
}

/** Creates their core without requests to its vendor. */
function createCore(Core: CoreClass, { relayUrl, projectId, storage, prefix }: OracleOptions): OracleCore {
  const core = new Core({
    relayUrl,
    projectId,
    storage,
    customStoragePrefix: prefix,
    logger: 'silent',
    telemetryEnabled: false,
  })
  core.verify.register = async () => undefined
  core.verify.resolve = async () => undefined
  if (core.eventClient) core.eventClient.init = async () => undefined
  return core
}
