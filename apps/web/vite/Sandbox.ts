import type { SandboxWalletOptions } from '@latchkey/testkit/vite'

/** The accounts and chains of the local test wallet, as `npm start` and the tests write them. */
export type Sandbox = {
  accounts: { name: string; address: string; privateKey: `0x${string}` }[]
  chains: { id: number; name: string; rpcUrl: string }[]
  /** The wallet's Solana and Bitcoin options, if the site has those families. */
  families?: NonNullable<SandboxWalletOptions['families']>
}
