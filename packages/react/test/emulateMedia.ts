import type {} from '@vitest/browser-playwright'
import { onTestFinished } from 'vitest'
import { cdp } from 'vitest/browser'

/** As `vitest.config.ts` starts the browser. */
const usual = { 'prefers-reduced-motion': 'reduce' }

/**
 * Gives a media feature another value for one test.
 *
 * @example
 * await emulateMedia('prefers-color-scheme', 'dark')
 */
export async function emulateMedia(name: string, value: string): Promise<void> {
  await send({ ...usual, [name]: value })
  onTestFinished(() => send(usual))
}

const send = async (values: Record<string, string>) => {
  const features = Object.entries(values).map(([name, value]) => ({ name, value }))
  await cdp().send('Emulation.setEmulatedMedia', { features })
}
