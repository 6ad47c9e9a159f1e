import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from '../../scripts/lib/chromium.mjs'

const executablePath = findChromium()

/** The journeys: real chains, the real server, the built site under its content security policy, real Chromium. */
export default defineConfig({
  testDir: './e2e',
  globalSetup: './e2e/setup/globalSetup.ts',
  outputDir: '../../node_modules/.cache/latchkey-e2e',
  // One world for all tests; each uses accounts of its own, but the server can be stopped for one of them.
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  timeout: 45_000,
  expect: { timeout: 8_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 860 },
    reducedMotion: 'reduce',
    actionTimeout: 8_000,
    trace: process.env.LATCHKEY_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: chromiumFlags,
    },
  },
})
