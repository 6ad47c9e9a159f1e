import { existsSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'

/** Starts the Chromium of this machine: `CHROMIUM_PATH`, else the distribution's, else Playwright's own. */
export function launchChromium(): Promise<Browser> {
  const executablePath =
    process.env.CHROMIUM_PATH ?? (existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined)
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  })
}
