import { ServiceError } from '@latchkey/protocol/errors'
import { getFrameConfig } from '@latchkey/protocol/wallet'
import { isBitcoinChain, isEvmChain } from '../platform/config/chainConfig.ts'
import type { ServerConfig } from '../platform/config/ServerConfig.ts'
import type { App } from '../platform/http/App.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'

/** Registers `/v1/frame/config`: the project's settings that the frame needs before a login. */
export function registerFrameConfigRoute({
  app,
  config: { projects, chains, smartAccounts },
  publicUrl,
}: {
  app: App
  config: Pick<ServerConfig, 'projects' | 'chains' | 'smartAccounts'>
  publicUrl: string
}): void {
  const shown = chains.map((chain) => ({
    chainId: chain.chainId,
    name: chain.name,
    nativeCurrency: {
      name: chain.nativeCurrency.name,
      symbol: chain.nativeCurrency.symbol,
      decimals: chain.nativeCurrency.decimals,
    },
    testnet: chain.testnet,
    blockExplorer: chain.blockExplorer ?? null,
    smartAccounts: smartAccounts !== undefined && isEvmChain(chain) && chain.smartAccounts?.enabled === true,
    // The configuration has no decimals, so the contract's own are used.
    tokens: (isBitcoinChain(chain) ? [] : chain.tokens).map(({ address, symbol, name, usdReference }) => ({
      address,
      symbol: symbol ?? null,
      name: name ?? null,
      decimals: null,
      usd: usdReference ? '1' : null,
    })),
  }))
  registerEndpoint(app, getFrameConfig, ({ query: { projectId } }) => {
    const project = projects.find(({ id, enabled }) => enabled && id === projectId)
    if (!project) throw new ServiceError('project_unknown')
    const { recovery, hostMayTypeCode, cardApprovals, autoLock } = project.wallet
    return {
      name: project.name,
      origins: [...project.origins],
      recovery,
      custody: 'self' as const,
      hostMayTypeCode,
      cardApprovals,
      autoLock,
      chains: shown,
      walletUrl: new URL(publicUrl).origin,
    }
  })
}
