import { ServiceError } from '@latchkey/protocol/errors'
import { getFrameConfig } from '@latchkey/protocol/wallet'
import type { ServerConfig } from '../platform/config/ServerConfig.ts'
import type { App } from '../platform/http/App.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'

/** Registers `/v1/frame/config`: what the frame must know of a project before anybody logs in. */
export function registerFrameConfigRoute({
  app,
  config: { projects, chains },
  publicUrl,
}: {
  app: App
  config: Pick<ServerConfig, 'projects' | 'chains'>
  publicUrl: string
}): void {
  const shown = chains.map(({ chainId, name, nativeCurrency, testnet, blockExplorer, tokens }) => ({
    chainId,
    name,
    nativeCurrency: {
      name: nativeCurrency.name,
      symbol: nativeCurrency.symbol,
      decimals: nativeCurrency.decimals,
    },
    testnet,
    blockExplorer: blockExplorer ?? null,
    // The configuration has no decimals: the contract's own are taken.
    tokens: tokens.map(({ address, symbol, name }) => ({
      address,
      symbol: symbol ?? null,
      name: name ?? null,
      decimals: null,
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
