import type { LatchkeyConfig } from '../../LatchkeyConfig.ts'
import { version } from '../../version.ts'

/** Describes the site to the wallet's window. Query and fragment of the page's URL are left out, because they may be secret. */
export function describeSite({
  config: { metadata },
  networks,
  page,
}: {
  config: LatchkeyConfig
  /** EIP-155 chain IDs. */
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
