/** An EVM address as wagmi types it. */
export type Address = `0x${string}`

/** Events that a connector sends to wagmi. */
export type WagmiEmitter = {
  emit(name: 'connect', data: WagmiAccounts): void
  emit(name: 'change', data: { accounts?: readonly Address[]; chainId?: number }): void
  emit(name: 'disconnect'): void
  listenerCount(name: 'change'): number
}

/** The connected accounts in wagmi's format: EIP-55 addresses with the active one first, and the chain ID. */
export type WagmiAccounts = { accounts: readonly Address[]; chainId: number }

/** The EIP-1193 provider that wagmi and viem use. */
export type WagmiProvider = {
  request: (args: { method: string; params?: unknown }) => Promise<unknown>
  on: (event: string, listener: (value: never) => void) => WagmiProvider
  removeListener: (event: string, listener: (value: never) => void) => WagmiProvider
}

/** A connector with the types of both wagmi 2 and wagmi 3. */
export type WagmiConnector<chain> = {
  readonly id: string
  readonly name: string
  readonly type: 'latchkey'
  readonly icon: string | undefined
  readonly rdns: string
  setup(): Promise<void>
  connect<withCapabilities extends boolean = false>(parameters?: {
    chainId?: number | undefined
    isReconnecting?: boolean | undefined
    withCapabilities?: withCapabilities | boolean | undefined
  }): Promise<{
    accounts: withCapabilities extends true
      ? readonly { address: Address; capabilities: Record<string, unknown> }[]
      : readonly Address[]
    chainId: number
  }>
  disconnect(): Promise<void>
  getAccounts(): Promise<readonly Address[]>
  getChainId(): Promise<number>
  getProvider(): Promise<WagmiProvider>
  isAuthorized(): Promise<boolean>
  switchChain(parameters: { chainId: number }): Promise<chain>
  onAccountsChanged(accounts: string[]): void
  onChainChanged(chainId: string): void
  onDisconnect(error?: Error): void
}

/** A connector for `connectors` of wagmi's `createConfig`. */
export type WagmiConnectorFn = <chain extends { id: number }>(config: {
  chains: readonly [chain, ...chain[]]
  emitter: WagmiEmitter
}) => WagmiConnector<chain>
