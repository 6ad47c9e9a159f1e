import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from '../../scripts/lib/chromium.mjs'
import { patience } from '../../scripts/lib/patience.mjs'

const executablePath = findChromium()
/** Those that count milliseconds. */
const timedSpecs = /e2e\/(journey|trade)\.spec\.ts$/
/** Those that take parts of the world away. */
const faultSpecs = /e2e\/(faults\/\w+|wallet\/offline)\.spec\.ts$/
const journey = /@journey/

/**
 * The real server on real chains, the built site under its content security policy, real Chromium. One world for all tests of a run: ask for
 * one project at a time, so that nobody misses what `faults` takes away, and nobody is beside `timed`.
 */
export default defineConfig({
  testDir: './e2e',
  globalSetup: './e2e/setup/globalSetup.ts',
  outputDir: '../../node_modules/.cache/latchkey-e2e',
  fullyParallel: false,
  // Tests have accounts and mailboxes of their own, and mostly wait.
  workers: 3,
  projects: [
    // What every change must leave as it is: a dozen ways through, one for each family of chains and each way of paying.
    { name: 'journeys', grep: journey, fullyParallel: true },
    { name: 'full', grepInvert: journey, testIgnore: [timedSpecs, faultSpecs] },
    { name: 'faults', testMatch: faultSpecs, workers: 1 },
    { name: 'timed', testMatch: timedSpecs, workers: 1 },
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
