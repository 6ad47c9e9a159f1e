import { afterAll, beforeAll } from 'vitest'
import { cdp } from 'vitest/browser'

const emulate = (features: readonly { name: string; value: string }[]) =>
  cdp().send('Emulation.setEmulatedMedia', { features: [...features] })

/** Disables motion in the tests of the file that calls it, so that they need not wait for it. */
export function stopMotion(): void {
  beforeAll(() => emulate([{ name: 'prefers-reduced-motion', value: 'reduce' }]))
  afterAll(() => emulate([]))
}
