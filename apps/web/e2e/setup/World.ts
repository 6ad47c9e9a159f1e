import type { Devnet, DevnetAccount, DevnetChain, DevnetToken } from '@latchkey/devnet'

/** Origins of host pages, see `serveHostPages.ts`. */
export type HostPages = { good: string; other: string; evil: string; wagmi: string; kit: string }

/** Addresses of everything that the tests use. Plain data, which the global setup passes to the workers. */
export type World = {
  site: string
  api: string
  /** Origin of the embedded wallet. */
  wallet: string
  /** The demo phone: a wallet on another device, which answers WalletConnect codes. */
  phone: string
  /** URL of the example app, its project, and the file with the key that its readers grant permissions to. */
  subscription: { url: string; projectId: string; keyFile: string }
  /** The mailbox's page and API. */
  mailbox: string
  /** The local identity provider, for logins with a provider. `control('fault-…')` sets its faults, for all tests at once. */
  identity: string
  /** The sandbox card processor's pages (`pages/CardPage.ts`). `control` holds its messages and lets its API fail, for all tests at once. */
  cards: string
  projectId: string
  /** A project that verifies every new device with a link. */
  strictProjectId: string
  /** Projects with other rules for their wallets. */
  policyProjects: PolicyProjects
  /** Pages that embed the wallet's frame, honest and hostile. */
  hosts: HostPages
  /** Folder that `hosts.wagmi` serves; empty until `interop/buildInterop.ts` has filled it. */
  interopFolder: string
  /** Folder that `hosts.kit` serves; missing until `hosts/buildHosts.ts` has made it. */
  hostsFolder: string
  /** Stops and starts parts of the world, see `control.ts`. */
  control: string
  /** Whether the server uses PostgreSQL and Redis instead of its built-in stores. */
  hasServices: boolean
  chains: readonly DevnetChain[]
  tokens: readonly DevnetToken[]
  faucet: DevnetAccount
  accounts: readonly DevnetAccount[]
} & Pick<Devnet, 'names' | 'solana' | 'solanaAccounts' | 'solanaTokens' | 'bitcoin' | 'bitcoinAccounts'>

/** IDs of projects by their rule. */
export type PolicyProjects = {
  atCreation: string
  optional: string
  hostCode: string
  /** Two projects whose visitors have one wallet for the whole server. */
  shared: readonly [string, string]
}

const variable = 'LATCHKEY_E2E_WORLD'

/** Passes the world to the workers, which inherit the environment. */
export function writeWorld(world: World) {
  process.env[variable] = JSON.stringify(world)
}

/** Returns the world of this run. */
export function readWorld(): World {
  const text = process.env[variable]
  if (!text) throw new Error('The global setup has not run')
  return JSON.parse(text)
}
