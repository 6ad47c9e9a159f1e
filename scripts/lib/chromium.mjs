import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The browser for tests: CHROMIUM_PATH, else the distribution's, else the one that Playwright keeps. */
export function findChromium() {
  const candidates = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ]
  const found = candidates.find((path) => path && existsSync(path))
  if (found) return found
  try {
    const path = createRequire(import.meta.url)('playwright').chromium.executablePath()
    return existsSync(path) ? path : undefined
  } catch {
    return undefined
  }
}

/** Disabled features. A headless window also prepares the pages of the address bar's popup, which takes half a second of a core. */
const disabledFeatures = [
  ...['MediaRouter', 'OptimizationHints', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'PaintHolding'],
  ...['AimEnabled', 'WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup'],
]

/** How tests and benchmarks start it: no sandbox (root), and no background requests. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Replaces Playwright's list, which disables the partitioning of storage: frames on another site would have none.
  `--disable-features=${disabledFeatures.join(',')}`,
]
