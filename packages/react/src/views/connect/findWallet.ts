import type { WalletEntry, WalletsFeature } from '@latchkey/core'

/** The wallet that ConnectingExternal is about: of a connector, or one that is not installed, by its own id. */
export function findWallet({
  wallets,
  connectorId,
}: {
  wallets: WalletsFeature
  connectorId: string
}): WalletEntry | undefined {
  return wallets.findByConnector({ connectorId }) ?? wallets.find({ walletId: connectorId })
}
