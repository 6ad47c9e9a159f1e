/** What the local chains tell about themselves; `Devnet` of `@latchkey/devnet` with its chain configurations. */
export type LocalWorld = {
  chains: readonly { id: number; chainId: string; name: string; rpcUrl: string }[]
  tokens: readonly { address: string; name: string; symbol: string; decimals: number; kind: string }[]
  accounts: readonly { name: string; address: string; privateKey: string }[]
  /** Sends the operations of smart accounts. */
  executor: { privateKey: string }
  /** Signs for the paymaster. */
  paymasterSigner: { privateKey: string }
  /** Pays out what was bought with a card. */
  treasury: { privateKey: string }
  solanaTreasury?: { privateKey: string }
  contracts: { paymaster: string }
  /** The server's own zone. */
  names: { zone: string; signer: { privateKey: string } }
  chainConfigs: readonly { upstreams: readonly { url: string }[] }[]
  /** The local networks of the other families, which may be none, with their test keys. */
  solana: readonly { chainId: string; name: string; rpcUrl: string; wsUrl: string }[]
  solanaAccounts: readonly { name: string; privateKey: string }[]
  solanaTokens: readonly { address: string; symbol: string; kind: string }[]
  solanaConfigs: readonly unknown[]
  bitcoin: readonly { chainId: string; name: string; esploraUrl: string }[]
  bitcoinAccounts: readonly { name: string; payment: { privateKey: string } }[]
  bitcoinConfigs: readonly unknown[]
}
export const projectId: string
/** The project of the example app. */
export const subscriptionProjectId: string
export function localServerConfig(options: {
  folder: string
  world: LocalWorld
  ports: { api: number; metrics: number; wallet: number }
  site: string
  api: string
  /** The wallet's own origin. */
  wallet: string
  /** The demo phone's origin. */
  phone: string
  /** The example app's origin. */
  subscription: string
  /** Where the wallet's pages were built. */
  walletFolder: string
  smtpUrl: string
  /** The local identity provider's configuration of each provider. */
  social: Readonly<Record<string, unknown>>
  /** Its origin. */
  identity: string
  /** The sandbox card processor; left out: nothing can be bought. */
  cards?: { url: string; key: string }
  /** Further pages that may use the project. */
  origins?: readonly string[]
}): Record<string, unknown>
export function localNameGateway(options: { api: string }): string
export function localSite(options: { world: LocalWorld; api: string; wallet: string; phone?: string }): {
  siteConfig: { token: string } & Record<string, unknown>
  sandbox: Record<string, unknown>
}
export function localPhone(options: { world: LocalWorld; api: string }): Record<string, unknown>
export function localSubscription(options: { world: LocalWorld; api: string; wallet: string }): {
  plan: { merchant: string; price: string; period: number; token: { address: string; symbol: string } }
} & Record<string, unknown>
