import type { LatchkeyConfig } from '../LatchkeyConfig.ts'

/**
 * Tells whether visitors connect by WalletConnect alone: as `basic` says, else where there is no wallet of the browser, no Safe around the
 * page, no embedded wallet and no smart wallet (specification 2).
 */
export function isBasic({ basic, wallet, connectors: ways }: LatchkeyConfig): boolean {
  return basic ?? !(wallet || ways?.injected !== false || ways.safe !== false || ways.smartWallet)
}
