/** Settings that the build inserts into the pages: the addresses of this run's world. */
export type HostSettings = {
  /** The React that the page is built with; wagmi's major follows it. */
  react: 18 | 19
  apiUrl: string
  walletUrl: string
  projectId: string
  networks: { id: number; name: string; rpcUrl: string }[]
}

declare global {
  /** Put in by the build. */
  const HOST: HostSettings
}
