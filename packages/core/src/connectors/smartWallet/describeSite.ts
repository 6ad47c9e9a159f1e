import type { LatchkeyConfig } from '../../LatchkeyConfig.ts'
import { version } from '../../version.ts'

/** What the wallet's window is told of the site. Of the page's address nothing that may be a secret: no query, no fragment. */
export function describeSite({
  config: { metadata },
  networks,
  page,
}: {
  config: LatchkeyConfig
  /** EIP-155 numbers. */
  networks: readonly number[]
  page: Window
}): Record<string, unknown> {
  const { origin, pathname } = page.location
  return {
    version,
    sdkName: '@latchkey/core',
    metadata: { appName: metadata.name, appLogoUrl: metadata.icons?.[0] ?? null, appChainIds: [...networks] },
    preference: { options: 'smartWalletOnly' },
    location: `${origin}${pathname}`,
  }
}
