import { afterAll, beforeAll } from 'vitest'
import { cdp } from 'vitest/browser'

const emulate = (features: readonly { name: string; value: string }[]) =>
  cdp().send('Emulation.setEmulatedMedia', { features: [...features] })

/** Lets nothing move in the tests of a file that calls it, so that nothing has to be waited for. */
export function stopMotion(): void {
  beforeAll(() => emulate([{ name: 'prefers-reduced-motion', value: 'reduce' }]))
  afterAll(() => emulate([]))
}
