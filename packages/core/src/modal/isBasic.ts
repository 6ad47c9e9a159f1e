import type { LatchkeyConfig } from '../LatchkeyConfig.ts'

/**
 * Whether visitors connect only by WalletConnect: the value of `basic`, else true without injected wallets, Safe, embedded wallet and smart
 * wallet (specification 2).
 */
export function isBasic({ basic, wallet, connectors: ways }: LatchkeyConfig): boolean {
  return basic ?? !(wallet || ways?.injected !== false || ways.safe !== false || ways.smartWallet)
}
