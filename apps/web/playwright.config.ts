import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from '../../scripts/lib/chromium.mjs'
import { patience } from '../../scripts/lib/patience.mjs'

const executablePath = findChromium()
/** Those that count milliseconds. */
const timedSpecs = /e2e\/(journey|trade)\.spec\.ts$/
/** Those that take parts of the world away. */
const faultSpecs = /e2e\/(faults\/\w+|wallet\/offline)\.spec\.ts$/

/** The journeys: real chains, the real server, the built site under its content security policy, real Chromium. */
export default defineConfig({
  testDir: './e2e',
  globalSetup: './e2e/setup/globalSetup.ts',
  outputDir: '../../node_modules/.cache/latchkey-e2e',
  // One world for all tests of a run, and one test at a time where they count milliseconds or take parts of it away. All others have accounts and
  // mailboxes of their own, and mostly wait: `--project wallet --workers 3`.
  workers: 1,
  fullyParallel: false,
  projects: [
    { name: 'timed', testMatch: timedSpecs },
    // What every installation must do, for a world with PostgreSQL and Redis: in whole before parts of it are taken away.
    { name: 'journeys', grep: /@journey/ },
    { name: 'faults', testMatch: faultSpecs },
    { name: 'wallet', testIgnore: [timedSpecs, faultSpecs] },
  ],
  forbidOnly: Boolean(process.env.CI),
  // A journey takes a minute when the machine is busy; what does not come true is named long before by the wait for it.
  timeout: 150_000,
  expect: { timeout: patience },
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 860 },
    reducedMotion: 'reduce',
    actionTimeout: patience,
    trace: process.env.LATCHKEY_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: chromiumFlags,
    },
  },
})
