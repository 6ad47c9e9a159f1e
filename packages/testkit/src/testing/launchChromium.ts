import { type Browser, chromium } from '@playwright/test'
import { chromiumFlags, findChromium } from '../../../../scripts/lib/chromium.mjs'

/** Starts the Chromium that is installed on this machine. */
export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium()
  return chromium.launch({ ...(executablePath ? { executablePath } : {}), args: chromiumFlags })
}
