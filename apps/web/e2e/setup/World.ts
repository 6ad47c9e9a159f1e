import type { Devnet, DevnetAccount, DevnetChain, DevnetToken } from '@latchkey/devnet'

/** Origins of host pages, see `serveHostPages.ts`. */
export type HostPages = { good: string; other: string; evil: string; wagmi: string; kit: string }

/** Where everything is that the tests run against; plain data, handed from the global setup to the workers. */
export type World = {
  site: string
  api: string
  /** The embedded wallet's own origin. */
  wallet: string
  /** The demo phone: a wallet on another device, which answers WalletConnect codes. */
  phone: string
  /** The example app, and the key that its readers' sessions allow. */
  subscription: { url: string; keyFile: string }
  /** The mailbox's page and API. */
  mailbox: string
  /** The local identity provider: what social logins open. Its faults are set by `control('fault-…')`, for all tests at once. */
  identity: string
  /** The sandbox card processor's pages (`pages/CardPage.ts`). Its messages are held, and its API fails, by `control`, for all tests at once. */
  cards: string
  projectId: string
  /** A project that verifies every new device by a link. */
  strictProjectId: string
  /** Projects with other rules for their wallets. */
  policyProjects: PolicyProjects
  /** Pages that hold the wallet's frame, honest and not. */
  hosts: HostPages
  /** What `hosts.wagmi` serves: empty until `interop/buildInterop.ts` has filled it. */
  interopFolder: string
  /** What `hosts.kit` serves: not there until `hosts/buildHosts.ts` has made it. */
  hostsFolder: string
  /** Stops and starts parts of the world, see `control.ts`. */
  control: string
  /** Whether the server runs on PostgreSQL and Redis, and not on what it brings itself. */
  hasServices: boolean
  chains: readonly DevnetChain[]
  tokens: readonly DevnetToken[]
  faucet: DevnetAccount
  accounts: readonly DevnetAccount[]
} & Pick<Devnet, 'names' | 'solana' | 'solanaAccounts' | 'solanaTokens' | 'bitcoin' | 'bitcoinAccounts'>

/** Ids of projects, by the rule that they have. */
export type PolicyProjects = {
  atCreation: string
  optional: string
  hostCode: string
  /** Two whose visitors have one wallet for the whole server. */
  shared: readonly [string, string]
}

const variable = 'LATCHKEY_E2E_WORLD'

/** Hands the world to the workers, which inherit the environment. */
export function writeWorld(world: World) {
  process.env[variable] = JSON.stringify(world)
}

/** The world of this run. */
export function readWorld(): World {
  const text = process.env[variable]
  if (!text) throw new Error('The global setup has not run')
  return JSON.parse(text)
}
