import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from '../../scripts/lib/chromium.mjs'
import { patience } from '../../scripts/lib/patience.mjs'

const executablePath = findChromium()
/** Tests that measure milliseconds. */
const timedSpecs = /e2e\/(journey|trade)\.spec\.ts$/
/** Tests that stop parts of the world. */
const faultSpecs = /e2e\/(faults\/\w+|wallet\/offline)\.spec\.ts$/
const journey = /@journey/

/**
 * The real server on real chains, the built site under its content security policy, real Chromium. All tests of a run share one world. Run
 * one project at a time: `faults` stops parts that other tests need, and `timed` needs the machine for itself.
 */
export default defineConfig({
  testDir: './e2e',
  globalSetup: './e2e/setup/globalSetup.ts',
  outputDir: '../../node_modules/.cache/latchkey-e2e',
  fullyParallel: false,
  // Tests have their own accounts and mailboxes, and mostly wait.
  workers: 3,
  projects: [
    // The main journeys, which every change must keep: a dozen, one for each family of chains and each payment method.
    { name: 'journeys', grep: journey, fullyParallel: true },
    { name: 'full', grepInvert: journey, testIgnore: [timedSpecs, faultSpecs] },
    { name: 'faults', testMatch: faultSpecs, workers: 1 },
    { name: 'timed', testMatch: timedSpecs, workers: 1 },
  ],
  forbidOnly: Boolean(process.env.CI),
  // A journey takes a minute on a busy machine. The wait for a missing condition fails long before.
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
