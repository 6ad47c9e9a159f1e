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

/**
 * Features that are off. The pages of the address bar's popup, which a headless window prepares as well, take half a second of a core
 * for each window.
 */
const disabledFeatures = [
  ...['MediaRouter', 'OptimizationHints', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'PaintHolding'],
  ...['AimEnabled', 'WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup'],
]

/** How tests and benchmarks start it: no sandbox (root), nothing that calls out by itself. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // In the place of Playwright's own list, which switches off the partitioning of storage: frames on another site have none then.
  `--disable-features=${disabledFeatures.join(',')}`,
]
